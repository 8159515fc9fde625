"""VS Code: the editor is no package, but the parts that read `mcp.json` and replace references are published for Monaco."""

from harness.driven import Driven


class VsCode(Driven):
    host = "vscode"
    file = "project/.vscode/mcp.json"
    driver = "vscode_servers.mjs"

    def hear(self, said, listed):
        for name, server in listed.items():
            if not isinstance(server, dict):
                continue
            # It tries streamable HTTP first, then SSE.
            said.listed[name] = {
                "transport": "stdio" if server.get("type") == "stdio" else "remote",
                # References are replaced when a server is started.
                "command": None if "${" in str(server) else server.get("command"),
                "args": server.get("args") or [],
                "url": None if "${" in str(server) else server.get("url"),
            }
