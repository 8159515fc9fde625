"""Mistral Vibe: its own loader tells what it understood, and its own manager of tools starts the servers."""

import os

from harness import listing, worker
from harness.client import Client, Said
from harness.packages import HERE

DRIVER = os.path.join(HERE, "drivers", "vibe_servers.py")


class MistralVibe(Client):
    host = "mistral-vibe"
    file = "home/.vibe/config.toml"

    def ask(self, box, env, how):
        ran = worker.run(box, [self.program("python"), DRIVER], how, {"MISTRAL_API_KEY": "x", **env}, timeout=120)
        said = Said(ran.text)
        answer = listing.answer(said, ran)
        if answer is None:
            return said
        said.refused = answer.get("refused")
        said.listed = answer.get("listed", {})
        said.offered = answer.get("offered")
        return said

    def check(self, box):
        return self.ask(box, {}, [])

    def live(self, box, env):
        return self.ask(box, env, ["live"])
