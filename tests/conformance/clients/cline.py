"""Cline: the parts that its command line is made of read the file and, asked to, start the servers."""

import os

from harness import listing, worker
from harness.client import Client, Said
from harness.packages import HERE

DRIVER = os.path.join(HERE, "drivers", "cline_servers.mjs")
HOST = "known: the host of a URL is a reference, which only the extension expands; `reader-disagreement` tells"


class Cline(Client):
    host = "cline"
    file = "home/.cline/data/settings/cline_mcp_settings.json"
    # At run time the table is about the extension, which is no package. The command line shares its file, expands nothing, and
    # hands its whole environment on (seen with 3.0.65).
    starts_offline = False
    hands_on_as_said = False
    known_files = dict.fromkeys(("roo/refused.json", "server-json/remote.json", "windsurf/full.json"), HOST)

    def ask(self, box, env, how):
        ran = worker.run(box, ["node", DRIVER, self.folder], [os.path.join(box.root, self.file), how], env, timeout=150)
        said = Said(ran.text)
        answer = listing.answer(said, ran)
        if answer is None:
            return said
        said.rejected = answer.get("rejected")
        said.failed = set(answer.get("failed") or ())
        for server in answer.get("listed") or []:
            reach = server["transport"]
            said.listed[server["name"]] = {
                "transport": {"streamableHttp": "http"}.get(reach["type"], reach["type"]),
                "command": reach.get("command"),
                "args": reach.get("args") or [],
                "url": reach.get("url"),
                "enabled": not server.get("disabled"),
            }
        return said

    def check(self, box):
        return self.ask(box, {}, "check")

    def live(self, box, env):
        return self.ask(box, env, "live")
