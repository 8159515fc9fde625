"""Gemini CLI: `mcp list` warns about what it does not know; in a trusted folder it also connects."""

import re

from harness.client import Client, Said

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
        ran = box.run([self.program(self.command), "mcp", "list"], env, timeout=60)
        said = Said(ran.text)
        if ran.code != 0:
            said.refused = ran.text.strip()[:300] or "exit code %s" % ran.code
        said.complaints = [line.strip() for line in ran.text.splitlines() if re.search(self.wrong, line)]
        for line in ran.text.splitlines():
            line = re.sub(r"\x1b\[[0-9;]*m", "", line)
            if re.match(r"\s*✗ ", line):
                said.failed.add(line.strip()[2:].split(":")[0])
            match = LINE.match(line)
            if match:
                stdio = match["kind"] == "stdio"
                said.listed[match["name"]] = {
                    "transport": match["kind"],
                    "line": match["what"] if stdio else None,
                    "url": None if stdio else match["what"],
                }
        return said

    def check(self, box):
        return self.ask(box, {})

    def live(self, box, env):
        return self.ask(box, {"GEMINI_CLI_TRUST_WORKSPACE": "true", **env})
