"""What several clients print alike, read into `Said`."""

import json
import re


def answer(said, ran):
    """The last line of a driver, as data; nothing if it ended without one, which is then why it was refused."""
    try:
        return json.loads(ran.out.splitlines()[-1])
    except (IndexError, ValueError):
        said.refused = ran.text.strip()[-300:] or "exit code %s" % ran.code
        return None


def lines(said, text, pattern):
    """The lines of `mcp list` in Gemini CLI and what was made from it: `✓ name: command (stdio) - Connected`."""
    for line in text.splitlines():
        line = re.sub(r"\x1b\[[0-9;]*m", "", line)
        if re.match(r"\s*✗ ", line):
            said.failed.add(line.strip()[2:].split(":")[0])
        match = pattern.match(line)
        if match:
            stdio = match["kind"] == "stdio"
            said.listed[match["name"]] = {
                "transport": match["kind"],
                "line": match["what"] if stdio else None,
                "url": None if stdio else match["what"],
            }


def resolved(said, out):
    """The servers that `debug config` prints in opencode and what was made from it."""
    for name, server in (json.loads(out).get("mcp") or {}).items():
        if "type" in server:
            command = server.get("command") or [None]
            said.listed[name] = {
                "transport": "stdio" if server["type"] == "local" else "remote",
                "command": command[0],
                "args": command[1:],
                "url": server.get("url"),
                "enabled": server.get("enabled") is not False,
            }
