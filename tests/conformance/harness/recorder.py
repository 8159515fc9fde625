"""A loopback server: MCP over streamable HTTP and SSE, and model APIs that only remember which tools they were shown.

`/NAME/mcp` speaks streamable HTTP, `/NAME/sse` SSE, `/NAME/any` both. Every request is recorded.
"""

import json
import queue
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from . import models
from .probe import answer


class Recorder:
    """A server on a port of its own, and what it was asked since the last `clear`."""

    def __init__(self):
        self.requests = []
        self.offered = []
        self.streams = {}
        self.lock = threading.Lock()
        recorder = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def do_GET(self):
                recorder.get(self)

            def do_POST(self):
                recorder.post(self)

            def do_DELETE(self):
                recorder.remember(self)
                reply(self, 200, b"")

            def handle(self):
                try:
                    super().handle()
                except (ConnectionError, TimeoutError):
                    pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.base = "http://127.0.0.1:%d" % self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def clear(self):
        with self.lock:
            self.requests, self.offered = [], []

    def remember(self, handler):
        path = handler.path.split("?")[0]
        parts = path.strip("/").split("/")
        with self.lock:
            self.requests.append(
                {
                    "server": parts[0] if len(parts) > 1 else "",
                    "kind": parts[-1],
                    "method": handler.command,
                    "path": handler.path,
                    "headers": [(name, value) for name, value in handler.headers.items()],
                }
            )
        return parts

    def get(self, handler):
        parts = self.remember(handler)
        if parts[-1] in ("sse", "any") and len(parts) > 1:
            return self.stream(handler, parts)
        if parts[-1] == "mcp":
            return reply(handler, 405, b"")
        known = models.get(handler.path)
        reply(handler, 404 if known is None else 200, known or b"")

    def stream(self, handler, parts):
        """Server-sent events: where to post, then what is to be answered."""
        waiting = queue.Queue()
        key = "%s-%d" % (parts[0], id(waiting))
        self.streams[key] = waiting
        handler.send_response(200)
        handler.send_header("Content-Type", "text/event-stream")
        handler.send_header("Connection", "close")
        handler.end_headers()
        handler.close_connection = True
        where = "/%s/messages?session=%s" % (parts[0], key)
        handler.wfile.write(("event: endpoint\ndata: %s\n\n" % where).encode())
        handler.wfile.flush()
        while True:
            try:
                message = waiting.get(timeout=30)
            except queue.Empty:
                return
            handler.wfile.write(("event: message\ndata: %s\n\n" % json.dumps(message)).encode())
            handler.wfile.flush()

    def post(self, handler):
        parts = self.remember(handler)
        body = read_body(handler)
        if parts[-1] == "messages" and "session=" in handler.path:
            session = handler.path.partition("session=")[2]
            message = answer(parse(body))
            if message is not None and session in self.streams:
                self.streams[session].put(message)
            return reply(handler, 202, b"")
        if parts[-1] in ("mcp", "any") and len(parts) > 1:
            message = answer(parse(body))
            if message is None:
                return reply(handler, 202, b"")
            return reply(handler, 200, json.dumps(message).encode())
        if parts[-1] == "sse":
            return reply(handler, 405, b"")
        tools, kind, text = models.post(handler.path, parse(body))
        if tools is not None:
            with self.lock:
                self.offered.append(tools)
        reply(handler, 200 if text is not None else 404, text or b"{}", kind)


def parse(body):
    try:
        return json.loads(body)
    except ValueError:
        return {}


def read_body(handler):
    if "chunked" in (handler.headers.get("Transfer-Encoding") or ""):
        body = b""
        while True:
            size = int(handler.rfile.readline().split(b";")[0] or b"0", 16)
            body += handler.rfile.read(size)
            handler.rfile.readline()
            if size == 0:
                return body
    return handler.rfile.read(int(handler.headers.get("Content-Length") or 0))


def reply(handler, status, body, kind="application/json"):
    handler.send_response(status)
    handler.send_header("Content-Type", kind)
    handler.send_header("Content-Length", str(len(body)))
    handler.end_headers()
    handler.wfile.write(body)
