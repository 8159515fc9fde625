"""Copilot CLI: `mcp list --json` gives what it understood; a prompt to our own model API starts the servers."""

import json
import re

from harness.client import Client, Said

QUIET = {"COPILOT_OFFLINE": "true", "COPILOT_AUTO_UPDATE": "false", "COPILOT_MODEL": "gpt-4"}


class CopilotCli(Client):
    host = "copilot-cli"
    file = "project/.github/mcp.json"
    star_is_all = True

    def prepare(self, box):
        box.write("home/.copilot/config.json", {"trustedFolders": [box.project]})

    def environment(self, box, env):
        # It unpacks itself; once is enough.
        cache = {"XDG_CACHE_HOME": self.folder + "/cache", "COPILOT_PROVIDER_BASE_URL": box.recorder.base + "/v1"}
        return {**QUIET, **cache, **env}

    def check(self, box):
        ran = box.run([self.program("copilot-linux-x64"), "mcp", "list", "--json"], self.environment(box, {}), timeout=60)
        said = Said(ran.text)
        start = ran.out.find("{")
        try:
            servers = json.JSONDecoder().raw_decode(ran.out[max(start, 0):])[0]["mcpServers"]
        except (ValueError, KeyError):
            said.refused = ran.text.strip()[-300:] or "exit code %s" % ran.code
            return said
        said.complaints = [line.strip() for line in ran.err.splitlines() if re.search(r"[Ww]arning|[Ii]nvalid|Error", line)]
        if "skipping workspace MCP config" in ran.err:
            said.rejected = ran.err.strip()[:300]
        if "Skipping invalid MCP server" in ran.err:
            said.dropped = ran.err.strip()[:300]
        for name, server in servers.items():
            if server.get("source") == "builtin":
                continue
            kind = server.get("type") or ("http" if "url" in server else "stdio")
            said.listed[name] = {
                "transport": "stdio" if kind == "local" else kind,
                "command": server.get("command"),
                "args": server.get("args") or [],
                "url": server.get("url"),
                "enabled": server.get("enabled", True) and not server.get("disabled"),
            }
        return said

    def live(self, box, env):
        said = self.check(box)
        ran = box.run(
            [self.program("copilot-linux-x64"), "-p", "hi", "--disable-builtin-mcps", "--no-color"],
            self.environment(box, env),
            timeout=90,
        )
        said.text += ran.text
        said.offered = box.recorder.offered[-1] if box.recorder.offered else None
        return said
