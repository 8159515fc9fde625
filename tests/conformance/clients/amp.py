"""Amp: `mcp list --json` gives what it understood; `mcp doctor` connects, with a key that nobody checks."""

import json
import re

from harness.client import Client, Said

STATE = re.compile(r"^(?P<name>.*) \((?:user|workspace) settings\): (?P<state>\w+)")


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
        said = Said(ran.text)
        if "Invalid JSON" in ran.text:
            said.refused = ran.text.strip()[-300:]
        if "No MCP servers configured" in ran.text:
            said.rejected = "No MCP servers configured"
        states = [match for match in map(STATE.match, ran.out.splitlines()) if match]
        # It tries again and again; the last state counts.
        said.failed = {name for name, state in {it["name"]: it["state"] for it in states}.items() if state != "connected"}
        return said
