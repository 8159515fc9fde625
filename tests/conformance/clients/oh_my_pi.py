"""oh-my-pi: its own loader and manager of servers, run by Bun as the program itself is."""

import json
import os

from harness import listing
from harness.client import Client, Said
from harness.packages import HERE

DRIVER = os.path.join(HERE, "drivers", "omp_servers.ts")


class OhMyPi(Client):
    host = "oh-my-pi"
    file = "project/.omp/mcp.json"

    def ask(self, box, env, how):
        # What Bun makes of a TypeScript file is kept for the next run.
        env = {"BUN_RUNTIME_TRANSPILER_CACHE_PATH": os.path.join(self.folder, "transpiled"), **env}
        ran = box.run([self.program("bun"), DRIVER, self.folder, how], env, timeout=90)
        said = Said(ran.text)
        answer = listing.answer(said, ran)
        if answer is None:
            return said
        # It goes on without any server then.
        said.rejected = answer.get("rejected")
        said.dropped = "; ".join(answer.get("dropped") or []) or None
        said.failed = set(answer.get("failed") or ())
        for name, server in (answer.get("listed") or {}).items():
            kind = server.get("type") or "stdio"
            said.listed[name] = {
                "transport": kind,
                "command": server.get("command"),
                "args": server.get("args") or [],
                "url": server.get("url"),
            }
        named = self.named(box)
        said.failed |= (named or set()) - set(said.listed)
        # Where none is to be listed, nothing is missing.
        if not said.listed and named != set():
            said.rejected = said.rejected or "it lists no server"
        return said

    def named(self, box):
        """The servers of a file that it should list; nothing if that cannot be told."""
        try:
            with open(os.path.join(box.root, self.file), encoding="utf-8") as file:
                servers = json.load(file)["mcpServers"]
            return {name for name, it in servers.items() if not (isinstance(it, dict) and it.get("enabled") is False)}
        except (ValueError, KeyError, AttributeError, TypeError):
            return None

    def check(self, box):
        return self.ask(box, {}, "check")

    def live(self, box, env):
        return self.ask(box, env, "live")
