"""LibreChat: its server needs a database, so its published schema is asked, which also expands references."""

import os

from harness import listing, worker
from harness.client import Client, Said
from harness.packages import HERE

DRIVER = os.path.join(HERE, "drivers", "librechat_servers.mjs")


class LibreChat(Client):
    host = "librechat"
    file = "project/librechat.yaml"

    def ask(self, box, env, how):
        ran = worker.run(box, ["node", DRIVER, self.folder], [os.path.join(box.root, self.file), how], env)
        said = Said(ran.text)
        answer = listing.answer(said, ran)
        if answer is None:
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
