"""Claude Code: `mcp list` names every mistake; with the project trusted it starts the servers."""

import os
import re

from harness.client import Client, Said

QUIET = {
    "DISABLE_AUTOUPDATER": "1",
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    "DISABLE_TELEMETRY": "1",
    "MCP_TIMEOUT": "60000",
}
# With many tools it would offer a search for them instead, and not wait for servers.
AT_ONCE = {"ENABLE_TOOL_SEARCH": "false", "MCP_CONNECTION_NONBLOCKING": "0", "MCP_CONNECT_TIMEOUT_MS": "60000"}
LINE = re.compile(r"^(?P<name>.*?): (?P<what>.*?)(?: \((?P<kind>HTTP|SSE|WS)\))? - (?P<mark>\S) ")


class ClaudeCode(Client):
    host = "claude-code"
    file = "project/.mcp.json"
    fast = True

    def binary(self):
        return os.path.join(self.folder, "node_modules/@anthropic-ai/claude-code-linux-x64/claude")

    def adder(self, box):
        return self.binary()

    def ask(self, box, env):
        ran = box.run([self.binary(), "mcp", "list"], {**QUIET, **env}, timeout=240)
        said = Said(ran.text)
        if ran.code != 0:
            said.refused = ran.text.strip()[:300] or "exit code %s" % ran.code
            return said
        listing, _, diagnostics = ran.out.partition("MCP config diagnostics")
        for line in diagnostics.splitlines():
            # A variable without a value is no mistake of the file.
            if re.search(r"\[(Warning|Error)\]", line) and "Missing environment variables" not in line:
                said.complaints.append(line.strip())
                if ": Skipped" in line:
                    said.dropped = line.strip()
                if "[Error]" in line or re.search(r"\] (Does not|mcpServers:|MCP config is not)", line):
                    said.rejected = line.strip()
        for line in listing.splitlines():
            match = LINE.match(line)
            if match and match["mark"] == "✘":
                said.failed.add(match["name"])
            if match:
                remote = match["kind"] is not None
                said.listed[match["name"]] = {
                    "transport": match["kind"].lower() if remote else "stdio",
                    "line": match["what"] if not remote else None,
                    "url": match["what"] if remote else None,
                }
        return said

    def check(self, box):
        return self.ask(box, {})

    def trust(self, box):
        box.write("home/.claude/settings.json", {"enableAllProjectMcpServers": True})
        box.write("home/.claude.json", {"projects": {box.project: {"hasTrustDialogAccepted": True}}})

    def live(self, box, env):
        self.trust(box)
        return self.ask(box, env)

    def offers(self, box, env):
        self.trust(box)
        session = {"ANTHROPIC_BASE_URL": box.recorder.base, "ANTHROPIC_API_KEY": "k"}
        return box.session([self.binary(), "-p", "hi"], {**QUIET, **AT_ONCE, **session, **env})[0]
