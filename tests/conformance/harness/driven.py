"""Clients whose published parts are asked by a driver of ours, because the whole program cannot be."""

import os

from harness import listing, worker
from harness.client import Client, Said
from harness.packages import HERE


class Driven(Client):
    driver = ""  # its file in `drivers`, run by node
    seconds = 60  # how long it may take

    def hear(self, said, listed):
        """Adds the servers that the driver listed to `said`."""
        raise NotImplementedError

    def ask(self, box, env, how):
        command = ["node", os.path.join(HERE, "drivers", self.driver), self.folder]
        ran = worker.run(box, command, [os.path.join(box.root, self.file), how], env, timeout=self.seconds)
        said = Said(ran.text)
        answer = listing.answer(said, ran)
        if answer is not None:
            said.refused, said.rejected = answer.get("refused"), answer.get("rejected")
            said.failed = set(answer.get("failed") or ())
            self.hear(said, answer.get("listed") or {})
        return said

    def check(self, box):
        return self.ask(box, {}, "check")

    def live(self, box, env):
        return self.ask(box, env, "live")
