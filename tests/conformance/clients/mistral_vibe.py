"""Mistral Vibe: its own loader tells what it understood; a prompt to our own model API starts the servers."""

import json
import os

from harness import listing, worker
from harness.client import Client, Said
from harness.packages import HERE

DRIVER = os.path.join(HERE, "drivers", "vibe_servers.py")


class MistralVibe(Client):
    host = "mistral-vibe"
    file = "home/.vibe/config.toml"

    def check(self, box):
        ran = worker.run(box, [self.program("python"), DRIVER], [], {"MISTRAL_API_KEY": "x"})
        said = Said(ran.text)
        answer = listing.answer(said, ran)
        if answer is None:
            return said
        said.refused = answer.get("refused")
        said.listed = answer.get("listed", {})
        return said

    def live(self, box, env):
        provider = {"name": "f", "api_base": box.recorder.base + "/v1", "api_key_env_var": "VIBE_FAKE", "backend": "generic"}
        model = {
            "VIBE_PROVIDERS": json.dumps([{**provider, "api_style": "openai"}]),
            "VIBE_MODELS": json.dumps([{"name": "m", "provider": "f", "alias": "m"}]),
            "VIBE_ACTIVE_MODEL": "m",
            "VIBE_FAKE": "x",
            "VIBE_ENABLE_TELEMETRY": "false",
        }
        ran = box.run([self.program("vibe"), "-p", "hi"], {**model, **env}, timeout=240)
        said = Said(ran.text)
        # It may take its time to end after the answer. Its model is not shown the tools of servers, but one that finds them.
        if ran.code != 0 and not box.recorder.offered:
            said.refused = ran.text.strip()[-300:] or "exit code %s" % ran.code
        return said
