"""The table of other tools in docs/conformance.md, from what the hosts said."""

import json
import os
import time

from ..packages import CACHE

PATH = os.path.join(CACHE, "peers.json")
HEAD = """
## Other tools

The same files through mcpconv and through other tools that convert MCP servers, judged by the hosts themselves. A server counts if
it sees the same from the target's client as from the source's (arguments, its own variables, folder, transport, headers), or runs
in neither. *Altered* servers run in the target's host and do something else there; the others that are missing were left out, or
are off. The files are those of `tests/conformance/sources`, without comments and lists of mixed types, which some of the tools cannot
parse; the variables that they refer to are set. Each tool is only asked for pairs that it says it supports. Asked on %s by
`tests/conformance/peers`, which also prints what became of each server.

| from | to | %s |
|---|---|%s|
"""


def keep(rows, tools, every):
    """Keeps the rows of tools that were not asked this time."""
    if os.path.exists(PATH) and len(tools) < len(every):
        with open(PATH, encoding="utf-8") as file:
            old = json.load(file)["rows"]
        asked = {tool.name for tool in tools}
        rows = [row for row in old if row["tool"] not in asked] + rows
        rows.sort(key=lambda row: (row["source"], row["target"]))
    tools = every
    shown = [{"name": tool.name, "version": tool.version, "command": tool.command} for tool in tools]
    with open(PATH, "w", encoding="utf-8") as file:
        json.dump({"date": time.strftime("%Y-%m-%d", time.gmtime()), "tools": shown, "rows": rows}, file)


def cell(intact, of, altered):
    return "%d of %d" % (intact, of) + (", %d altered" % altered if altered else "")


def section(hosts):
    """The section, or nothing if the tools were not asked."""
    if not os.path.exists(PATH):
        return ""
    with open(PATH, encoding="utf-8") as file:
        kept = json.load(file)
    rows, tools = kept["rows"], kept["tools"]
    names = [tool["name"] for tool in tools]
    text = HEAD % (kept["date"], " | ".join(names), "|".join(["---:"] * len(names)))
    totals = dict.fromkeys(names, (0, 0, 0))
    for source, target in dict.fromkeys((row["source"], row["target"]) for row in rows):
        cells = []
        for name in names:
            row = next((it for it in rows if (it["source"], it["target"], it["tool"]) == (source, target, name)), None)
            cells.append(cell(row["intact"], row["of"], row["altered"]) if row else "")
            if row:
                totals[name] = tuple(a + b for a, b in zip(totals[name], (row["intact"], row["of"], row["altered"])))
        text += "| %s | %s | %s |\n" % (hosts.get(source, source), hosts.get(target, target), " | ".join(cells))
    text += "| **all** | | %s |\n" % " | ".join(cell(*totals[name]) for name in names)
    text += "\nHow each was run:\n\n"
    for tool in tools:
        text += "- %s%s: `%s`\n" % (tool["name"], " " + tool["version"] if tool["version"] else "", tool["command"])
    return text
