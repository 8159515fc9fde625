"""Gemini CLI: `mcp list` warns about what it does not know; in a trusted folder it also connects."""

import re

from harness import listing
from harness.client import Client, Said

TRUST = {"GEMINI_CLI_TRUST_WORKSPACE": "true"}
LINE = re.compile(r"^. (?P<name>.*?): (?P<what>.*) \((?P<kind>stdio|http|sse)\) - ")


class Gemini(Client):
    host = "gemini"
    file = "project/.gemini/settings.json"
    fast = True
    slow = True
    tells_ignored = True
    command = "gemini"
    wrong = r"Invalid configuration|Unrecognized|not valid|Error in|Expected |Invalid "

    def ask(self, box, env):
        env = {"GEMINI_CLI_NO_RELAUNCH": "true", **env}
        ran = box.run([self.program(self.command), "mcp", "list"], env, timeout=240)
        said = Said(ran.text)
        if ran.code != 0:
            said.refused = ran.text.strip()[:300] or "exit code %s" % ran.code
        said.complaints = [line.strip() for line in ran.text.splitlines() if re.search(self.wrong, line)]
        listing.lines(said, ran.text, LINE)
        return said

    def check(self, box):
        return self.ask(box, {})

    def live(self, box, env):
        return self.ask(box, {**TRUST, **env})

    def offers(self, box, env):
        box.write("home/.gemini/settings.json", {"security": {"auth": {"selectedType": "gemini-api-key"}}})
        session = {"GEMINI_API_KEY": "k", "GOOGLE_GEMINI_BASE_URL": box.recorder.base, "GEMINI_CLI_NO_RELAUNCH": "true"}
        return box.session([self.program(self.command), "--yolo", "-m", "m", "-p", "hi"], {**TRUST, **session, **env})[0]
