"""opencode: `debug config` prints the settings as it reads them, `mcp list` starts the servers."""

import json
import os
import re
import subprocess

from harness import listing
from harness.client import Client, Said


class Opencode(Client):
    host = "opencode"
    file = "project/opencode.json"
    fast = True
    slow = True

    tool_globs = True

    def tool_name(self, name):
        return re.sub(r"[^A-Za-z0-9_-]", "_", name)

    def prepare(self, box):
        # It looks upwards for files to the root of a repository.
        subprocess.run(["git", "init", "--quiet", box.project], check=True)
        box.write("project/ca.pem", "")
        self.refer(box)

    def binary(self):
        return os.path.join(self.folder, "node_modules/opencode-linux-x64/bin/opencode")

    def folders(self, box):
        return {"XDG_%s_HOME" % it: os.path.join(box.home, "x", it) for it in ("CONFIG", "DATA", "CACHE", "STATE")}

    def ask(self, box, command, env):
        ran = box.run([self.binary(), *command, "--pure"], {**self.folders(box), **env}, timeout=240)
        said = Said(ran.text)
        if ran.code != 0:
            said.refused = ran.text.strip()[:300] or "exit code %s" % ran.code
            said.complaints = [said.refused]
        return said, ran

    def check(self, box):
        said, ran = self.ask(box, ["debug", "config"], {})
        if said.refused:
            return said
        listing.resolved(said, ran.out)
        return said

    def offers(self, box, env):
        options = {"baseURL": box.recorder.base + "/v1", "apiKey": "k"}
        provider = {"npm": "@ai-sdk/openai-compatible", "name": "f", "options": options, "models": {"m": {"name": "m"}}}
        config = json.dumps({"provider": {"f": provider}, "model": "f/m", "small_model": "f/m"})
        session = {"OPENCODE_CONFIG_CONTENT": config, "OPENCODE_DISABLE_MODELS_FETCH": "1"}
        return box.session([self.binary(), "run", "hi", "--pure"], {**self.folders(box), **session, **env})[0]

    def live(self, box, env):
        said = self.ask(box, ["mcp", "list"], env)[0]
        said.failed = set(re.findall(r"✗ (\S+)", said.text))
        return said
