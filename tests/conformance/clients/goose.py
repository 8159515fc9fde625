"""Goose: over the Agent Client Protocol it lists its extensions and, in a session, starts them."""

import os

from harness.client import Client, Said

HELLO = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": 1, "clientCapabilities": {}}}
LIST = {"jsonrpc": "2.0", "id": 1, "method": "_goose/unstable/config/extensions/list", "params": {}}


class Goose(Client):
    host = "goose"
    file = "home/.config/goose/config.yaml"

    def ask(self, box, env, requests):
        binary = os.path.join(self.folder, "node_modules/@aaif/goose-binary-linux-x64/bin/goose")
        model = {"GOOSE_PROVIDER": "openai", "GOOSE_MODEL": "m", "OPENAI_API_KEY": "x", "OPENAI_HOST": box.recorder.base}
        env = {"GOOSE_DISABLE_KEYRING": "1", "GOOSE_TELEMETRY_ENABLED": "false", **model, **env}
        answers, ran = box.converse([binary, "acp"], [HELLO, *requests], env, timeout=40)
        said = Said(ran.text)
        result = answers.get(1, {}).get("result")
        if result is None:
            said.refused = str(answers.get(1) or ran.err)[:300]
            return said
        said.complaints = [str(it) for it in result.get("warnings") or []]
        for item in result["extensions"]:
            server = item["extension"].get("server")
            if not server or not item["enabled"]:
                continue
            stdio = "command" in server
            said.listed[server["name"]] = {
                "transport": "stdio" if stdio else "http",
                "command": server.get("command"),
                "args": server.get("args") or [],
                "url": server.get("url"),
            }
        return said

    def check(self, box):
        return self.ask(box, {}, [LIST])

    def live(self, box, env):
        new = {"jsonrpc": "2.0", "id": 2, "method": "session/new", "params": {"cwd": box.project, "mcpServers": []}}

        def prompt(answers):
            session = (answers.get(2, {}).get("result") or {}).get("sessionId", "")
            params = {"sessionId": session, "prompt": [{"type": "text", "text": "hi"}]}
            return {"jsonrpc": "2.0", "id": 3, "method": "session/prompt", "params": params}

        said = self.ask(box, env, [LIST, new, prompt])
        # It also asks for a title, without tools; either may come last.
        said.offered = max(list(box.recorder.offered), key=len, default=None)
        return said
