"""The MCP server that configurations start: notes how it was started, and answers as a server does.

It is copied under the name of a server into `bin/` of a box and notes what it sees in `dumps/` beside it, whatever
its environment is. The recorder gives the same answers over HTTP.
"""

import json
import os
import signal
import sys

# Names that probe filters (a dot, a dash, capitals, a common beginning) and the ids that hosts make of them.
TOOLS = ["search", "search_all", "delete", "repo.delete", "read-file", "Write"]


def tool(name):
    return {
        "name": name,
        "description": "Does nothing.",
        "inputSchema": {"type": "object", "properties": {"q": {"type": "string"}}},
    }


def answer(message):
    """What a server replies to a message; nothing to a notification."""
    if not isinstance(message, dict) or "id" not in message or "method" not in message:
        return None
    method, params = message["method"], message.get("params") or {}
    if method == "initialize":
        result = {
            "protocolVersion": params.get("protocolVersion", "2025-06-18"),
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "probe", "version": "1.0.0"},
        }
    elif method == "tools/list":
        result = {"tools": [tool(name) for name in TOOLS]}
    elif method == "ping":
        result = {}
    else:
        error = {"code": -32601, "message": "no such method"}
        return {"jsonrpc": "2.0", "id": message["id"], "error": error}
    return {"jsonrpc": "2.0", "id": message["id"], "result": result}


def note():
    script = os.path.abspath(sys.argv[0])
    seen = {
        "server": os.path.basename(script),
        "argv": [os.fsdecode(word) for word in sys.argv],
        "env": dict(os.environ),
        "cwd": os.getcwd(),
    }
    folder = os.path.join(os.path.dirname(os.path.dirname(script)), "dumps")
    path = os.path.join(folder, "%s.%d" % (seen["server"], os.getpid()))
    with open(path + ".part", "w", encoding="utf-8", errors="surrogateescape") as file:
        json.dump(seen, file)
    os.rename(path + ".part", path + ".json")


def main():
    # Nobody waits for a server that was forgotten.
    signal.alarm(240)
    note()
    for line in sys.stdin.buffer:
        try:
            reply = answer(json.loads(line))
        except ValueError:
            continue
        if reply is not None:
            sys.stdout.buffer.write(json.dumps(reply).encode() + b"\n")
            sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
