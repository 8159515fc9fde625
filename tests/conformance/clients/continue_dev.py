"""Continue: its published parser checks a file; its command line starts the servers."""

import os

from harness import listing, worker
from harness.client import Client, Said
from harness.packages import HERE

DRIVER = os.path.join(HERE, "drivers", "continue_servers.mjs")
MODEL = "models: [{ name: m, provider: openai, model: m, apiBase: %s/v1, apiKey: x }]\n"


class Continue(Client):
    host = "continue"
    file = "home/.continue/config.yaml"
    # The table is about the extension. The command line hands its whole environment on, and without a secret that a file
    # refers to it ends (seen with 1.5.47).
    hands_on_as_said = False
    runs_without_values = False

    def check(self, box):
        ran = worker.run(box, ["node", DRIVER, self.folder], [os.path.join(box.root, self.file)])
        said = Said(ran.text)
        answer = listing.answer(said, ran)
        if answer is None:
            return said
        said.rejected = answer.get("rejected")
        for server in answer.get("listed") or []:
            if "name" in server:
                said.listed[server["name"]] = {
                    "transport": "stdio" if "command" in server else "remote",
                    "command": server.get("command"),
                    "args": server.get("args") or [],
                    "url": server.get("url"),
                }
        return said

    def live(self, box, env):
        said = self.check(box)
        path = os.path.join(box.root, self.file)
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            content = file.read()
        # It does not start without a model. This file is its own; ours stays as it is.
        own = content if said.rejected or "\nmodels:" in content else content.rstrip("\n") + "\n" + MODEL % box.recorder.base
        path = box.write("home/with-model/config.yaml", own)
        folder = {"CONTINUE_GLOBAL_DIR": os.path.join(box.home, ".continue"), "CONTINUE_TELEMETRY_ENABLED": "0"}
        ran = box.run(["node", self.program("cn"), "-p", "hi", "--config", path], {**folder, **env}, timeout=60)
        said.text += ran.text
        return said
