"""Amp: `mcp list --json` gives what it understood; `mcp doctor` connects, with a key that nobody checks."""

import json

from harness.client import Client, Said


class Amp(Client):
    host = "amp"
    file = "home/.config/amp/settings.json"

    def ask(self, box, env, *command):
        key = {"AMP_API_KEY": "sgamp_x", "AMP_URL": box.recorder.base, "AMP_SKIP_UPDATE_CHECK": "1"}
        return box.run([self.program("amp"), *command], {**key, **env}, timeout=60)

    def check(self, box):
        ran = self.ask(box, {}, "mcp", "list", "--json")
        said = Said(ran.text)
        try:
            servers = json.loads(ran.out[ran.out.index("["):])
        except ValueError:
            said.rejected = ran.text.strip()[-300:] or "exit code %s" % ran.code
            return said
        for server in servers:
            spec = server.get("spec") or server
            said.listed[server["name"]] = {
                "transport": "stdio" if spec.get("command") else "remote",
                "command": spec.get("command"),
                "args": spec.get("args") or [],
                "url": spec.get("url"),
            }
        return said

    def live(self, box, env):
        ran = self.ask(box, env, "mcp", "doctor")
        return Said(ran.text)
