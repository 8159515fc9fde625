"""FastMCP: its own `MCPConfig` reads the file, and its own `Client` connects."""

import os

from harness import listing, worker
from harness.client import Client, Said
from harness.packages import HERE

DRIVER = os.path.join(HERE, "drivers", "fastmcp_servers.py")


class FastMcp(Client):
    host = "fastmcp"
    file = "project/mcp.json"

    def ask(self, box, env, how):
        path = os.path.join(box.root, self.file)
        quiet = {"FASTMCP_CHECK_FOR_UPDATES": "off", "FASTMCP_LOG_LEVEL": "ERROR", **env}
        ran = worker.run(box, [self.program("python"), DRIVER], [path, how], quiet, timeout=90)
        said = Said(ran.text)
        answer = listing.answer(said, ran)
        if answer is None:
            return said
        said.rejected = answer.get("rejected")
        said.listed = answer.get("listed", {})
        return said

    def check(self, box):
        return self.ask(box, {}, "check")

    def live(self, box, env):
        return self.ask(box, env, "live")
