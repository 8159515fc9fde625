"""Kilo Code: its command line prints the resolved configuration and complains file by file; `mcp list` connects."""

import json
import os
import subprocess

from harness.client import Client, Said


class Kilo(Client):
    host = "kilo"
    # References are refused in files of a project.
    file = "home/.config/kilo/kilo.json"

    def prepare(self, box):
        subprocess.run(["git", "init", "--quiet", box.project], check=True)

    def ask(self, box, env, *command):
        binary = os.path.join(self.folder, "node_modules/@kilocode/cli-linux-x64/bin/kilo")
        return box.run([binary, *command], {"KILO_DISABLE_AUTOUPDATE": "1", "KILO_DISABLE_MODELS_FETCH": "1", **env}, timeout=60)

    def complain(self, box, said):
        ran = self.ask(box, {}, "config", "check")
        if ran.code != 0:
            said.complaints = [ran.text.strip()[:300] or "exit code %s" % ran.code]

    def check(self, box):
        ran = self.ask(box, {}, "debug", "config", "--pure")
        said = Said(ran.text)
        if ran.code != 0:
            said.refused = ran.text.strip()[-300:] or "exit code %s" % ran.code
            return said
        self.complain(box, said)
        for name, server in (json.loads(ran.out).get("mcp") or {}).items():
            if "type" in server:
                command = server.get("command") or [None]
                said.listed[name] = {
                    "transport": "stdio" if server["type"] == "local" else "remote",
                    "command": command[0],
                    "args": command[1:],
                    "url": server.get("url"),
                    "enabled": server.get("enabled") is not False,
                }
        return said

    def live(self, box, env):
        ran = self.ask(box, env, "mcp", "list", "--pure")
        said = Said(ran.text)
        if ran.code != 0:
            said.refused = ran.text.strip()[-300:] or "exit code %s" % ran.code
        return said
