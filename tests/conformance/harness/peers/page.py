"""Writes docs/peers.md from what the hosts said."""

import os
import time

from ..packages import ROOT

PATH = os.path.join(ROOT, "docs", "peers.md")
HEAD = """# mcpconv and other tools

<!-- Made by tests/conformance/peers. -->

The same files through mcpconv and through other tools that convert MCP servers, judged by the hosts themselves: a server counts
if it sees the same from the target's client as from the source's (arguments, its own variables, folder, transport, headers), or
runs in neither. *Altered* servers run in the target's host and do something else there; the others that are missing were left out,
or are off. The files have one ordinary thing per server ([Claude Code](../tests/conformance/harness/peers/claude-code.json),
[Codex](../tests/conformance/harness/peers/codex.toml)); the variables that they refer to are set. Each tool is only asked for pairs
that it supports. Asked on %s with %s.

| from | to | %s |
|---|---|%s|
"""


def cell(intact, of, altered):
    return "%d of %d" % (intact, of) + (", %d altered" % altered if altered else "")


def write(rows, tools, versions):
    names = [tool.name for tool in tools]
    hosts = ", ".join("%s %s" % it for it in sorted(versions.items()))
    text = HEAD % (time.strftime("%Y-%m-%d", time.gmtime()), hosts, " | ".join(names), "---|" * (len(names) - 1) + "---")
    pairs = list(dict.fromkeys((row["source"], row["target"]) for row in rows))
    totals = dict.fromkeys(names, (0, 0, 0))
    for source, target in pairs:
        cells = []
        for name in names:
            row = next((it for it in rows if (it["source"], it["target"], it["tool"]) == (source, target, name)), None)
            cells.append(cell(row["intact"], row["of"], row["altered"]) if row else "")
            if row:
                totals[name] = tuple(a + b for a, b in zip(totals[name], (row["intact"], row["of"], row["altered"])))
        text += "| %s | %s | %s |\n" % (source, target, " | ".join(cells))
    text += "| **all** | | %s |\n" % " | ".join(cell(*totals[name]) for name in names)
    text += "\nHow each was run:\n\n"
    for tool in tools:
        text += "- %s%s: `%s`\n" % (tool.name, " " + tool.version if tool.version else "", tool.command)
    text += "\n`tests/conformance/peers` does it again, and says what became of each server that did not arrive.\n"
    with open(PATH, "w", encoding="utf-8") as file:
        file.write(text)
