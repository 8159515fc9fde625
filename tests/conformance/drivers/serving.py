"""Runs in a client's own Python: loads it once, and answers each request in a process of its own."""

import json
import os
import signal
import sys
import tempfile
import traceback


def child(main, request, out, err):
    # Imports are shared; what a run does to the process is not.
    os.setpgid(0, 0)
    signal.alarm(request["timeout"])
    os.chdir(request["cwd"])
    os.environ.clear()
    os.environ.update(request["env"])
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(out.fileno(), 1)
    os.dup2(err.fileno(), 2)
    code = 0
    try:
        main(request["arguments"])
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
        code = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def serve(main):
    """Calls `main` with the arguments of each request."""
    os.set_inheritable(1, False)
    for line in sys.stdin:
        request = json.loads(line)
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            pid = os.fork()
            if pid == 0:
                child(main, request, out, err)
            _, status = os.waitpid(pid, 0)
            try:
                os.killpg(pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                pass
            out.seek(0)
            err.seek(0)
            texts = {"out": out.read().decode("utf-8", "replace"), "err": err.read().decode("utf-8", "replace")}
        print(json.dumps({"code": os.waitstatus_to_exitcode(status), **texts}), flush=True)
