"""opencode: `debug config` prints the settings as it reads them, `mcp list` starts the servers."""

import json
import os
import re
import subprocess

from harness.client import Client, Said


class Opencode(Client):
    host = "opencode"
    file = "project/opencode.json"
    fast = True
    slow = True

    def prepare(self, box):
        # It looks upwards for files to the root of a repository.
        subprocess.run(["git", "init", "--quiet", box.project], check=True)
        with open(os.path.join(box.root, self.file), encoding="utf-8", errors="replace") as file:
            content = file.read()
        # A file that a setting refers to has to be there.
        box.write("project/ca.pem", "")
        for name in re.findall(r"\{file:([^}]*)\}", content):
            name = name.removeprefix("~/").removeprefix("./")
            if not name.startswith("/") and ".." not in name:
                box.write("project/" + name, "from-file")
                box.write("home/" + name, "from-file")

    def ask(self, box, command, env):
        binary = os.path.join(self.folder, "node_modules/opencode-linux-x64/bin/opencode")
        folders = {"XDG_%s_HOME" % it: os.path.join(box.home, "x", it) for it in ("CONFIG", "DATA", "CACHE", "STATE")}
        ran = box.run([binary, *command, "--pure"], {**folders, **env}, timeout=60)
        said = Said(ran.text)
        if ran.code != 0:
            said.refused = ran.text.strip()[:300] or "exit code %s" % ran.code
            said.complaints = [said.refused]
        return said, ran

    def check(self, box):
        said, ran = self.ask(box, ["debug", "config"], {})
        if said.refused:
            return said
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
        said = self.ask(box, ["mcp", "list"], env)[0]
        said.failed = set(re.findall(r"✗ (\S+)", said.text))
        return said
