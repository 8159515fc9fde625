"""LibreChat: its server needs a database, so its published schema is asked, which also expands references."""

from harness.driven import Driven


class LibreChat(Driven):
    host = "librechat"
    file = "project/librechat.yaml"
    driver = "librechat_servers.mjs"

    def hear(self, said, listed):
        for name, server in listed.items():
            kind = server.get("type") or "stdio"
            said.listed[name] = {
                "transport": {"streamable-http": "http", "websocket": "ws"}.get(kind, kind),
                "command": server.get("command"),
                "args": server.get("args") or [],
                "url": server.get("url"),
            }
