"""MCP Inspector: `servers/list` and `servers/show` tell what it understood; `tools/list` connects to one server."""

import json
import os

from harness.client import Client, Said


class Inspector(Client):
    host = "inspector"
    file = "home/.mcp-inspector/mcp.json"

    def run(self, box, env, *arguments):
        node = os.path.join(self.folder, "node_modules/node/bin/node")
        env = {"MCP_INSPECTOR_SECRET_STORE": "file", **env}
        path = os.path.join(box.root, self.file)
        return box.run([node, self.program("mcp-inspector"), "--cli", "--config", path, *arguments], env, timeout=60)

    def check(self, box):
        ran = self.run(box, {}, "--method", "servers/list")
        said = Said(ran.text)
        try:
            servers = json.loads(ran.out)["servers"]
        except (ValueError, KeyError):
            said.rejected = ran.text.strip()[-300:] or "exit code %s" % ran.code
            return said
        for server in servers:
            stdio = server["type"] == "stdio"
            said.listed[server["name"]] = {
                "transport": "http" if server["type"] == "streamable-http" else server["type"],
                "line": server["detail"] if stdio else None,
                "url": None if stdio else server["detail"],
            }
        return said

    def live(self, box, env):
        said = self.check(box)
        for name in said.listed:
            self.run(box, env, "--server", name, "--method", "tools/list")
        return said
