"""Codex CLI: its app server checks a file, reads it back and starts the servers, all without an account."""

import os
import re

from harness.client import Client, Said

HELLO = [
    {"id": 0, "method": "initialize", "params": {"clientInfo": {"name": "probe", "version": "1"}}},
    {"method": "initialized"},
]


class Codex(Client):
    host = "codex"
    file = "home/.codex/config.toml"
    fast = True
    tells_ignored = True

    def prepare(self, box):
        packages = os.path.join(self.folder, "node_modules/@openai/codex-linux-x64/vendor")
        self.binary = os.path.join(packages, os.listdir(packages)[0], "bin", "codex")

    def adder(self, box):
        self.prepare(box)
        return self.binary

    def strict(self, box, env, said):
        """In strict mode it also tells which fields it does not know."""
        ran = box.run([self.binary, "app-server", "--strict-config"], env)
        if ran.code != 0:
            said.text = ran.err = re.sub(r"(?m)^WARNING: proceeding.*\n?", "", ran.err)
            said.complaints = [line for line in ran.err.splitlines() if re.search(r"error|unknown|config\.toml", line)]
            said.complaints = said.complaints or [ran.err.strip()[:200]]

    def check(self, box):
        said = Said()
        self.strict(box, {}, said)
        answers, ran = box.converse([self.binary, "app-server"], [*HELLO, {"id": 1, "method": "config/read", "params": {}}])
        if 1 not in answers or "error" in answers[1]:
            said.refused = str(answers.get(1) or ran.err)[:300]
            return said
        servers = answers[1]["result"]["config"].get("mcp_servers") or {}
        for name, server in servers.items():
            said.listed[name] = {
                "transport": "stdio" if server.get("command") is not None else "http",
                "command": server.get("command"),
                "args": server.get("args") or [],
                "url": server.get("url"),
                "enabled": server.get("enabled") is not False,
            }
        return said

    def session(self, box):
        provider = '{name="f",base_url="%s/v1",wire_api="responses",request_max_retries=0,stream_max_retries=0}'
        flags = ["-m", "m", "-c", 'model_provider="f"', "-c", "model_providers.f=" + provider % box.recorder.base]
        return [self.binary, "exec", "--skip-git-repo-check", *flags, "hi"]

    def offers(self, box, env):
        return box.session(self.session(box), env)[0]

    def live(self, box, env):
        said = Said()
        self.strict(box, env, said)
        ran = box.run(self.session(box), env)
        said.text += ran.text
        if ran.code != 0 and "mcp_servers" not in ran.out:
            said.refused = (re.sub(r"(?m)^WARNING: proceeding.*\n?", "", ran.err).strip() or "exit code %s" % ran.code)[-300:]
        said.offered = box.recorder.offered[-1] if box.recorder.offered else None
        with open(os.path.join(box.root, self.file), encoding="utf-8", errors="replace") as file:
            names = re.findall(r"(?m)^\[mcp_servers\.([A-Za-z0-9]+)\]", file.read())
        # It says nothing of a server that cannot be started; its tools are missing.
        said.failed = {it for it in names if not any(tool.startswith("mcp__%s/" % it) for tool in said.offered or [])}
        return said
