"""Kilo Code: its command line prints the resolved configuration and complains file by file; `mcp list` connects."""

import os
import subprocess

from harness import listing
from harness.client import Client, Said


QUIET = {"KILO_DISABLE_AUTOUPDATE": "1", "KILO_DISABLE_MODELS_FETCH": "1", "KILO_TELEMETRY_LEVEL": "off"}


class Kilo(Client):
    host = "kilo"
    # References are refused in files of a project.
    file = "home/.config/kilo/kilo.json"
    elsewhere = ("old.json",)

    def prepare(self, box):
        subprocess.run(["git", "init", "--quiet", box.project], check=True)
        self.refer(box)

    def ask(self, box, env, *command):
        binary = os.path.join(self.folder, "node_modules/@kilocode/cli-linux-x64/bin/kilo")
        return box.run([binary, *command], {**QUIET, **env}, timeout=240)

    def complain(self, box, said):
        ran = self.ask(box, {}, "config", "check")
        if ran.code != 0:
            said.complaints = [ran.text.strip()[:300] or "exit code %s" % ran.code]

    def check(self, box):
        ran = self.ask(box, {}, "debug", "config", "--pure")
        said = Said(ran.text)
        if ran.code != 0:
            said.refused = ran.text.strip()[-300:] or "exit code %s" % ran.code
            return said
        self.complain(box, said)
        listing.resolved(said, ran.out)
        return said

    def live(self, box, env):
        ran = self.ask(box, env, "mcp", "list", "--pure")
        said = Said(ran.text)
        if ran.code != 0:
            said.refused = ran.text.strip()[-300:] or "exit code %s" % ran.code
        return said
