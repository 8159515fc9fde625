"""Cline: the parts that its command line is made of read the file and, asked to, start the servers."""

from harness.driven import Driven

HOST = "known: the host of a URL is a reference, which only the extension expands; `reader-disagreement` tells"

ELSEWHERE = "what servers get is known of the extension, which is no package; the command line expands no references"


class Cline(Driven):
    host = "cline"
    file = "home/.cline/data/settings/cline_mcp_settings.json"
    driver = "cline_servers.mjs"
    seconds = 150
    # At run time the table is about the extension, which is no package. The command line shares its file, expands nothing, and
    # hands its whole environment on (seen with 3.0.65).
    starts_offline = False
    unasked = dict.fromkeys(("does", "differential"), ELSEWHERE)
    hands_on_as_said = False
    known_files = dict.fromkeys(("roo/refused.json", "server-json/remote.json", "windsurf/full.json"), HOST)

    def hear(self, said, listed):
        for server in listed:
            reach = server["transport"]
            said.listed[server["name"]] = {
                "transport": {"streamableHttp": "http"}.get(reach["type"], reach["type"]),
                "command": reach.get("command"),
                "args": reach.get("args") or [],
                "url": reach.get("url"),
                "enabled": not server.get("disabled"),
            }
