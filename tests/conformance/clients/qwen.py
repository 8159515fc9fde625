"""Qwen Code: started from the home folder's settings, where servers need no approval."""

import re

from harness.client import Client, Said

LINE = re.compile(r"^\s*. (?P<name>.*?): (?P<what>.*) \((?P<kind>stdio|http|sse)\)")


class Qwen(Client):
    host = "qwen"
    file = "home/.qwen/settings.json"

    def live(self, box, env):
        ran = box.run([self.program("qwen"), "mcp", "list"], env, timeout=90)
        said = Said(ran.text)
        if ran.code != 0:
            said.refused = ran.text.strip()[:300] or "exit code %s" % ran.code
        said.complaints = [it.strip() for it in ran.text.splitlines() if re.search(r"Failed to parse|Cannot read|skipp", it)]
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
