"""Qwen Code: started from the home folder's settings, where servers need no approval."""

import re

from harness import listing
from harness.client import Client, Said

LINE = re.compile(r"^\s*. (?P<name>.*?): (?P<what>.*) \((?P<kind>stdio|http|sse)\)")


class Qwen(Client):
    host = "qwen"
    file = "home/.qwen/settings.json"

    def session(self, box, env):
        # With many tools it would offer a search for them instead.
        system = box.write("home/system.json", {"$version": 4, "tools": {"toolSearch": {"enabled": False}}})
        session = {"QWEN_CODE_SYSTEM_SETTINGS_PATH": system, "OPENAI_API_KEY": "k", "OPENAI_BASE_URL": box.recorder.base + "/v1", "OPENAI_MODEL": "m"}
        return box.session([self.program("qwen"), "--yolo", "--auth-type", "openai", "-p", "hi"], {**session, **env})

    def offers(self, box, env):
        return self.session(box, env)[0]

    def live(self, box, env):
        # `mcp list` connects to servers that a session leaves out, so that it is only asked why there is no session.
        offered, text = self.session(box, env)
        if offered is None:
            return self.listed(box, env)
        said = Said(text)
        said.offered = offered
        said.failed = set(re.findall(r"[^\s,]+", "".join(re.findall(r"failed to start: (.*?)\. Continuing", text))))
        return said

    def check(self, box):
        return self.listed(box, {})

    def listed(self, box, env):
        ran = box.run([self.program("qwen"), "mcp", "list"], env, timeout=240)
        said = Said(ran.text)
        if ran.code != 0:
            said.refused = ran.text.strip()[:300] or "exit code %s" % ran.code
        said.complaints = [it.strip() for it in ran.text.splitlines() if re.search(r"Failed to parse|Cannot read|skipp", it)]
        listing.lines(said, ran.text, LINE)
        return said
