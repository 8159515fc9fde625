"""mcp-proxy: `--check` reads the file; it starts its backends before it listens."""

import re
import socket
import threading
import time

from harness.box import end
from harness.client import Client, Said

LINE = re.compile(r"^\s*- (?P<name>.*?) \((?P<kind>stdio|http|websocket)\)")
# Where it listens unless the file says otherwise; so that boxes take turns.
PORT, TURN = 8080, threading.Lock()


class McpProxy(Client):
    host = "mcp-proxy"
    file = "project/proxy.toml"

    def check(self, box):
        ran = box.run([self.program("mcp-proxy"), "--config", "proxy.toml", "--check"], {"RUST_BACKTRACE": "0"}, timeout=60)
        said = Said(ran.text)
        if ran.code != 0:
            said.refused = ran.text.strip()[-300:] or "exit code %s" % ran.code
        for line in ran.out.splitlines():
            match = LINE.match(line)
            if match:
                said.listed[match["name"]] = {"transport": {"websocket": "ws"}.get(match["kind"], match["kind"])}
        return said

    def live(self, box, env):
        said = self.check(box)
        if said.refused:
            return said
        with TURN:
            process = box.start([self.program("mcp-proxy"), "--config", "proxy.toml"], {"RUST_BACKTRACE": "0", **env})
            process.stdin.close()
            limit = time.monotonic() + 60
            while time.monotonic() < limit and process.poll() is None and not listens():
                time.sleep(0.1)
            ended = process.poll()
            end(process)
            said.text = b"".join(process.stdout.readlines() + process.stderr.readlines()).decode("utf-8", "replace")
        if ended is not None:
            said.refused = said.text.strip()[-300:] or "exit code %s" % ended
        return said


def listens():
    try:
        socket.create_connection(("127.0.0.1", PORT), 1).close()
        return True
    except OSError:
        return False
