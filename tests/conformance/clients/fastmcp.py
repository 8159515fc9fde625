"""FastMCP: its own `MCPConfig` reads the file, and its own `Client` connects."""

import json
import os

from harness.client import Client, Said
from harness.packages import HERE

DRIVER = os.path.join(HERE, "drivers", "fastmcp_servers.py")


class FastMcp(Client):
    host = "fastmcp"
    file = "project/mcp.json"

    def ask(self, box, env, how):
        path = os.path.join(box.root, self.file)
        quiet = {"FASTMCP_CHECK_FOR_UPDATES": "off", "FASTMCP_LOG_LEVEL": "ERROR", **env}
        ran = box.run([self.program("python"), DRIVER, path, how], quiet, timeout=90)
        said = Said(ran.text)
        try:
            answer = json.loads(ran.out.splitlines()[-1])
        except (IndexError, ValueError):
            said.refused = ran.text.strip()[-300:] or "exit code %s" % ran.code
            return said
        said.rejected = answer.get("rejected")
        said.listed = answer.get("listed", {})
        return said

    def check(self, box):
        return self.ask(box, {}, "check")

    def live(self, box, env):
        return self.ask(box, env, "live")
