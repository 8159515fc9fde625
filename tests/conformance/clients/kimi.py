"""Kimi Code: its local server tells how it reads the file; a prompt to our own model API starts the servers."""

import json
import os
import socket
import time
import urllib.error
import urllib.request

from harness.client import Client, Said
from harness.worker import Worker

MODEL = """default_model = "m"
[providers.f]
type = "openai"
base_url = "%s/v1"
api_key = "x"
[models.m]
provider = "f"
model = "m"
max_context_size = 100000
"""


class Kimi(Client):
    host = "kimi"
    file = "home/.kimi-code/mcp.json"

    def prepare(self, box):
        box.write("home/.kimi-code/config.toml", MODEL % box.recorder.base)

    def command(self, *arguments):
        return [os.path.join(self.folder, "node_modules/node/bin/node"), self.program("kimi"), *arguments]

    def check(self, box):
        answer = reply(self.address(box))
        said = Said(json.dumps(answer))
        box.late = box.late or answer is None
        if answer is None or "code" not in answer:
            said.refused = "no answer: %s" % answer
        elif answer["code"] != 0:
            said.rejected = answer.get("msg") or str(answer)
        else:
            for server in servers_of(answer["data"]):
                said.listed[server["name"]] = listed(server)
        return said

    def address(self, box):
        """Its server reads the file again at each request, so one for each box will do. Its own files are kept apart."""
        if "kimi" not in box.workers:
            own = os.path.join(box.root, "kimi")
            os.makedirs(own)
            os.symlink(os.path.join(box.root, self.file), os.path.join(own, "mcp.json"))
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                port = free.getsockname()[1]
            flags = ["--no-open", "--dangerous-bypass-auth", "--port", str(port)]
            env = {"KIMI_CODE_NO_AUTO_UPDATE": "1", "KIMI_CODE_HOME": own}
            web = Worker(box, self.command("web", *flags), env)
            web.url = "http://127.0.0.1:%d/api/v2/mcp/servers" % port
            box.workers["kimi"] = web
        return box.workers["kimi"].url

    def live(self, box, env):
        said = self.check(box)
        ran = box.run(self.command("-p", "hi"), {"KIMI_CODE_NO_AUTO_UPDATE": "1", **env}, timeout=60)
        said.text += ran.text
        said.offered = box.recorder.offered[-1] if box.recorder.offered else None
        return said


def servers_of(data):
    return data if isinstance(data, list) else data.get("servers") or data.get("items") or []


def listed(server):
    server = {**server, **(server.get("config") or {})}
    kind = server.get("transport") or ("http" if "url" in server else "stdio")
    return {
        "transport": kind,
        "command": server.get("command"),
        "args": server.get("args") or [],
        "url": server.get("url"),
        "enabled": server.get("enabled") is not False,
    }


def reply(url):
    limit = time.monotonic() + 60
    while time.monotonic() < limit:
        try:
            with urllib.request.urlopen(url, timeout=20) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            return json.loads(error.read() or b"{}")
        except OSError:
            time.sleep(0.3)
    return None
