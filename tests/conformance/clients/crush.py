"""Crush: a prompt to our own model API starts the servers. Its package fetches the program from elsewhere when installed."""

from harness.client import Client, Said


class Crush(Client):
    host = "crush"
    file = "project/crush.json"

    def live(self, box, env):
        provider = {"id": "f", "type": "openai", "base_url": box.recorder.base + "/v1", "api_key": "x"}
        model = {"id": "m", "name": "m", "context_window": 100000, "default_max_tokens": 1000}
        both = {kind: {"provider": "f", "model": "m"} for kind in ("large", "small")}
        box.write("home/.config/crush/crush.json", {"providers": {"f": {**provider, "models": [model]}}, "models": both})
        ran = box.run([self.program("crush"), "run", "hi"], {"CRUSH_DISABLE_METRICS": "1", **env}, timeout=60)
        said = Said(ran.text)
        if ran.code != 0:
            said.refused = ran.text.strip()[-300:] or "exit code %s" % ran.code
        said.offered = box.recorder.offered[-1] if box.recorder.offered else None
        return said
