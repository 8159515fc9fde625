"""A box: a home and a project of its own, servers that note how they are started, and a bounded way to run a client."""

import json
import os
import queue
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

from .recorder import Recorder

PROBE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "probe.py")


class Ran:
    """How a run of a program ended."""

    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err
        self.timed_out = code is None

    @property
    def text(self):
        return self.out + "\n" + self.err


class Box:
    """Its paths and ports stay the same when it is emptied, so that two clients in it can be compared."""

    def __init__(self):
        self.root = os.path.realpath(tempfile.mkdtemp(prefix="mcpconv-"))
        self.home = os.path.join(self.root, "home")
        self.project = os.path.join(self.root, "project")
        self.bin = os.path.join(self.root, "bin")
        self.dumps = os.path.join(self.root, "dumps")
        self.recorder = Recorder()
        self.workers = {}
        self.late = False
        self.empty()

    def empty(self):
        """A new home and project, and nothing seen yet."""
        for folder in (self.home, self.project, self.bin, self.dumps):
            shutil.rmtree(folder, ignore_errors=True)
            os.makedirs(folder)
        self.recorder.clear()

    def close(self):
        for worker in self.workers.values():
            end(worker.process)
        self.recorder.server.shutdown()
        shutil.rmtree(self.root, ignore_errors=True)

    def fill(self, text):
        """Puts paths and addresses for the marks of a source or a case, and makes the servers that it starts."""
        text = text.replace("@BIN@", self.bin).replace("@HTTP@", self.recorder.base)
        text = text.replace("@PROJECT@", self.project).replace("@HOME@", self.home)
        self.make_servers(text)
        return text

    def make_servers(self, text):
        for name in set(re.findall(re.escape(self.bin) + r"/([A-Za-z0-9_-]+)", text)) | {"bare"}:
            path = os.path.join(self.bin, name)
            if os.path.exists(path):
                continue
            with open(PROBE, encoding="utf-8") as file:
                body = file.read()
            with open(path, "w", encoding="utf-8") as file:
                # Nothing of the environment may change how it runs.
                file.write("#!%s -IS\n" % os.path.realpath(sys.executable) + body)
            os.chmod(path, 0o755)

    def write(self, path, content):
        """Writes a file, made of a path from the root of the box on."""
        path = os.path.join(self.root, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if isinstance(content, (dict, list)):
            content = json.dumps(content)
        if isinstance(content, str):
            content = content.encode("utf-8", "surrogateescape")
        with open(path, "wb") as file:
            file.write(content)
        return path

    def environment(self, extra):
        path = [self.bin, os.path.dirname(os.path.realpath(sys.executable)), "/usr/local/bin", "/usr/bin", "/bin"]
        node = shutil.which("node")
        if node:
            path.insert(1, os.path.dirname(os.path.realpath(node)))
        base = {"HOME": self.home, "PATH": ":".join(path), "LANG": "C.UTF-8", "TERM": "dumb", "NO_COLOR": "1"}
        return {**base, **extra}

    def run(self, command, env=None, stdin="", timeout=240, cwd=None):
        """Runs a program to its end, or ends it and what it started."""
        process = self.start(command, env, cwd)
        try:
            out, err = process.communicate(stdin.encode(), timeout=timeout)
            code = process.returncode
        except subprocess.TimeoutExpired:
            end(process)
            out, err = process.communicate()
            code, self.late = None, True
        end(process)
        return Ran(code, out.decode("utf-8", "replace"), err.decode("utf-8", "replace"))

    def start(self, command, env=None, cwd=None, stderr=subprocess.PIPE):
        return subprocess.Popen(
            command,
            cwd=cwd or self.project,
            env=self.environment(env or {}),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=stderr,
            start_new_session=True,
        )

    def session(self, command, env=None, timeout=240):
        """Runs a session of a client up to where a model is shown tools. Gives their ids, or nothing if it never was, and
        what the client printed."""
        process = self.start(command, env)
        process.stdin.close()
        printed, readers = [], []
        for stream in (process.stdout, process.stderr):
            readers.append(threading.Thread(target=lambda it=stream: printed.append(it.read()), daemon=True))
            readers[-1].start()
        limit = time.monotonic() + timeout
        # Some ask a model without tools for a title first.
        while time.monotonic() < limit and not any(self.recorder.offered) and process.poll() is None:
            time.sleep(0.1)
        end(process)
        process.wait()
        for reader in readers:
            reader.join(2)
        return max(list(self.recorder.offered), key=len, default=None), b"".join(printed).decode("utf-8", "replace")

    def converse(self, command, requests, env=None, timeout=240):
        """Sends JSON-RPC requests one by one over lines, each after the answer to the last; one may be a function of the
        answers so far. Gives answers and the run."""
        process = self.start(command, env)
        lines, said = queue.Queue(), []

        def read():
            for line in process.stdout:
                lines.put(line)
            lines.put(None)

        threading.Thread(target=read, daemon=True).start()
        errors = threading.Thread(target=lambda: said.append(process.stderr.read()), daemon=True)
        errors.start()
        answers, limit = {}, time.monotonic() + timeout
        for request in requests:
            request = request(answers) if callable(request) else request
            try:
                process.stdin.write(json.dumps(request).encode() + b"\n")
                process.stdin.flush()
            except OSError:
                break
            if "id" in request and not wait_for(request["id"], lines, answers, limit):
                break
        try:
            process.stdin.close()
        except OSError:
            pass
        try:
            code = process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            code = None
        end(process)
        errors.join(2)
        return answers, Ran(code, "", b"".join(said).decode("utf-8", "replace"))

    def started(self):
        """What the servers noted, by name; of several starts the last."""
        found = {}
        for name in sorted(os.listdir(self.dumps), key=lambda it: os.path.getmtime(os.path.join(self.dumps, it))):
            if name.endswith(".json"):
                with open(os.path.join(self.dumps, name), encoding="utf-8", errors="surrogateescape") as file:
                    seen = json.load(file)
                found[seen["server"]] = seen
        return found

    def asked(self):
        """The requests for each server, by the first part of their path."""
        found = {}
        for request in list(self.recorder.requests):
            # What a client looks up for signing in is no request to a server.
            named = request["server"] and not request["server"].startswith(".")
            # Nor is a look at its address, which says nothing about the protocol.
            accepted = next((value for name, value in request["headers"] if name.lower() == "accept"), "")
            if request["method"] == "GET" and request["kind"] == "mcp" and "event-stream" not in accepted:
                continue
            if named and request["kind"] in ("mcp", "sse", "any", "messages"):
                found.setdefault(request["server"], []).append(request)
        return found


def wait_for(number, lines, answers, limit):
    while True:
        try:
            line = lines.get(timeout=max(0.01, limit - time.monotonic()))
        except queue.Empty:
            return False
        if line is None:
            return False
        try:
            message = json.loads(line)
        except ValueError:
            continue
        if "method" not in message and "id" in message:
            answers[message["id"]] = message
            if message["id"] == number:
                return True


def end(process):
    """Ends a program and its group, by its own id."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass
