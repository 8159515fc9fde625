"""Droid: `mcp list` connects to every server, without an account."""

import os
import re

from harness.client import Client, Said

LINE = re.compile(r"^  (?P<name>\S+)  (?P<kind>\S+)  (?P<how>.*?)  \[(project|user|folder)\]")


class Droid(Client):
    host = "droid"
    file = "project/.factory/mcp.json"

    def live(self, box, env):
        binary = os.path.join(self.folder, "node_modules/@factory/cli-linux-x64/bin/droid")
        env = {"FACTORY_DISABLE_TELEMETRY": "1", "DROID_DISABLE_AUTO_UPDATE": "1", **env}
        ran = box.run([binary, "mcp", "list"], env, timeout=60)
        said = Said(ran.text)
        if ran.code != 0:
            said.refused = ran.text.strip()[-300:] or "exit code %s" % ran.code
        if "No MCP servers configured" in ran.out:
            said.rejected = "No MCP servers configured"
        for line in ran.out.splitlines():
            match = LINE.match(line)
            if match:
                # Without a network most of them fail, and are listed all the same.
                said.listed[match["name"]] = {"transport": match["kind"], "enabled": match["how"] != "disabled"}
                if match["how"] not in ("connected", "disabled"):
                    said.failed.add(match["name"])
        return said
