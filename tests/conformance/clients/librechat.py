"""LibreChat: its server needs a database, so its published schema is asked, which also expands references."""

import json
import os

from harness.client import Client, Said
from harness.packages import HERE

DRIVER = os.path.join(HERE, "drivers", "librechat_servers.mjs")


class LibreChat(Client):
    host = "librechat"
    file = "project/librechat.yaml"

    def ask(self, box, env, how):
        ran = box.run(["node", DRIVER, self.folder, os.path.join(box.root, self.file), how], env, timeout=60)
        said = Said(ran.text)
        try:
            answer = json.loads(ran.out.splitlines()[-1])
        except (IndexError, ValueError):
            said.refused = ran.text.strip()[-300:] or "exit code %s" % ran.code
            return said
        said.refused, said.rejected = answer.get("refused"), answer.get("rejected")
        for name, server in (answer.get("listed") or {}).items():
            kind = server.get("type") or "stdio"
            said.listed[name] = {
                "transport": {"streamable-http": "http", "websocket": "ws"}.get(kind, kind),
                "command": server.get("command"),
                "args": server.get("args") or [],
                "url": server.get("url"),
            }
        return said

    def check(self, box):
        return self.ask(box, {}, "check")

    def live(self, box, env):
        return self.ask(box, env, "live")
