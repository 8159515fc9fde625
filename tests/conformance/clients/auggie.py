"""Auggie: `mcp list --json` gives what it understood, and `tools list` starts the servers, without an account."""

import json
import shlex

from harness.client import Client, Said

WORKSPACE = "known: `tools list` of 0.36.0 has no workspace, and leaves `${workspaceFolder}` to the shell"


class Auggie(Client):
    host = "auggie"
    file = "home/.augment/settings.json"
    known_servers = dict.fromkeys((("vscode", "refs"), ("vscode", "here"), ("cursor", "refs"), ("roo", "refs")), WORKSPACE)

    def ask(self, box, env, *command):
        return box.run(["node", self.program("auggie"), *command], {"AUGMENT_DISABLE_AUTO_UPDATE": "1", **env}, timeout=90)

    def check(self, box):
        ran = self.ask(box, {}, "mcp", "list", "--json")
        said = Said(ran.text)
        try:
            servers = json.loads(ran.out[ran.out.index("{"):])["servers"]
        except (ValueError, KeyError):
            said.rejected = ran.text.strip()[-300:] or "exit code %s" % ran.code
            return said
        # It asks for the servers of an account, which there is none of.
        lines = [line.strip() for line in ran.err.splitlines() if line.strip() and "Could not fetch" not in line]
        said.complaints = [line for line in lines if not line.startswith("at ")]
        for server in servers:
            # It lists one line, with quotes where a shell needs them, and references as they are written.
            line = server.get("command") or ""
            words = [] if "${" in line else shlex.split(line)
            said.listed[server["name"]] = {
                "transport": server["transport"],
                "command": words[0] if words else None,
                "args": words[1:],
                "url": server.get("url"),
                "enabled": server.get("enabled") is not False,
            }
        return said

    def live(self, box, env):
        said = self.check(box)
        said.text += self.ask(box, env, "tools", "list").text
        return said
