"""A program that stays and answers requests, a line each: clients in Python and Node take seconds to load."""

import json
import queue
import subprocess
import threading

from .box import Ran, end


class Worker:
    """What it prints to standard error goes nowhere: a driver hands back what its client said."""

    def __init__(self, box, command, env=None):
        self.process = box.start(command, env, cwd=box.root, stderr=subprocess.DEVNULL)
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def ask(self, request, timeout):
        try:
            self.process.stdin.write(json.dumps(request).encode() + b"\n")
            self.process.stdin.flush()
            line = self.lines.get(timeout=timeout)
        except (OSError, queue.Empty):
            line = None
        return None if line is None else json.loads(line)


def run(box, command, arguments, env=None, timeout=60):
    """As `Box.run`, by a driver that was started before: `drivers/serving.py` and `drivers/serving.mjs` are its other side."""
    key = tuple(command)
    if key not in box.workers:
        box.workers[key] = Worker(box, command)
    worker = box.workers[key]
    request = {"arguments": arguments, "env": box.environment(env or {}), "cwd": box.project, "timeout": timeout}
    # It ends a run that takes too long itself.
    answer = worker.ask(request, timeout + 20)
    if answer is None:
        end(worker.process)
        del box.workers[key]
        box.late = True
        return Ran(None, "", "no answer")
    return Ran(answer["code"], answer["out"], answer["err"])
