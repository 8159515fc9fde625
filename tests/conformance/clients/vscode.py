"""VS Code: the editor is no package, but the parts that read `mcp.json` and replace references are published for Monaco."""

import os

from harness import listing, worker
from harness.client import Client, Said
from harness.packages import HERE

DRIVER = os.path.join(HERE, "drivers", "vscode_servers.mjs")


class VsCode(Client):
    host = "vscode"
    file = "project/.vscode/mcp.json"

    def ask(self, box, env, how):
        ran = worker.run(box, ["node", DRIVER, self.folder], [os.path.join(box.root, self.file), how], env)
        said = Said(ran.text)
        answer = listing.answer(said, ran)
        if answer is None:
            return said
        said.rejected = answer.get("rejected")
        said.failed = set(answer.get("failed") or ())
        for name, server in (answer.get("listed") or {}).items():
            # It tries streamable HTTP first, then SSE.
            said.listed[name] = {
                "transport": "stdio" if server.get("type") == "stdio" else "remote",
                # References are replaced when a server is started.
                "command": None if "${" in str(server) else server.get("command"),
                "args": server.get("args") or [],
                "url": None if "${" in str(server) else server.get("url"),
            }
        return said

    def check(self, box):
        return self.ask(box, {}, "check")

    def live(self, box, env):
        return self.ask(box, env, "live")
