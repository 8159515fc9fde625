"""Other tools that convert MCP servers between hosts. One class each: which pairs it says it supports, and how it is run."""

import os

from clients.codex import HELLO

from .. import ours
from ..worlds import WORLDS


class Tool:
    """`command` is shown to readers; `env` are the variables that are set where it runs, as they are for the client."""

    name = version = command = ""
    env = WORLDS["set"]

    def __init__(self, folder, clients):
        self.folder, self.clients = folder, clients

    def supports(self, source, target):
        raise NotImplementedError

    def convert(self, box, reader, source, client, content):
        """The file for the target, or nothing."""
        raise NotImplementedError

    def call(self, box, *command):
        program = os.path.join(self.folder, "node_modules/.bin", command[0])
        ran = box.run(["node", program, *command[1:]], {"CI": "1", **self.env}, timeout=600)
        # A machine without time to spare says nothing about a tool.
        if ran.timed_out:
            raise TimeoutError("%s did not end" % command[0])
        return ran


def read(box, *paths):
    for path in paths:
        path = os.path.join(box.root, path)
        if os.path.exists(path):
            with open(path, "rb") as file:
                return file.read()
    return None


class Mcpconv(Tool):
    name = "mcpconv"
    command = "mcpconv --from SOURCE --to TARGET --unset empty"

    def supports(self, source, target):
        return True

    def convert(self, box, reader, source, client, content):
        return ours.convert(source, client.host, content.encode(), box, self.env)


class Rulesync(Tool):
    name, version = "rulesync", "17.0.0"
    command = "rulesync convert --from SOURCE --to TARGET --features mcp"
    # Its name for a host, and where it reads and writes the file in a project.
    hosts = {
        "claude-code": ("claudecode", ".mcp.json"),
        "codex": ("codexcli", ".codex/config.toml"),
        "opencode": ("opencode", "opencode.jsonc", "opencode.json"),
        "qwen": ("qwencode", ".qwen/settings.json"),
        "copilot-cli": ("copilotcli", ".github/mcp.json"),
        "kimi": ("kimi-code", ".kimi-code/mcp.json"),
        "droid": ("factorydroid", ".factory/mcp.json"),
        "mistral-vibe": ("vibe", ".vibe/config.toml"),
    }

    def supports(self, source, target):
        return source in self.hosts and target in self.hosts

    def convert(self, box, reader, source, client, content):
        (one, path, *_), (two, *paths) = self.hosts[source], self.hosts[client.host]
        box.write("project/" + path, content)
        self.call(box, "rulesync", "convert", "--from", one, "--to", two, "--features", "mcp")
        return read(box, *["project/" + it for it in paths])


class AddMcp(Tool):
    name, version = "add-mcp", "2.4.0"
    command = "add-mcp sync --yes"
    # Where it reads and writes the file in a project, and what makes it see that the host is used there.
    hosts = {
        "claude-code": (".mcp.json", "{}"),
        "codex": (".codex/config.toml", ""),
        "opencode": ("opencode.json", "{}"),
        "gemini": (".gemini/settings.json", "{}"),
        "kimi": (".kimi-code/mcp.json", "{}"),
    }

    def supports(self, source, target):
        return source in self.hosts and target in self.hosts

    def convert(self, box, reader, source, client, content):
        path, empty = self.hosts[client.host]
        box.write("project/" + path, empty)
        box.write("project/" + self.hosts[source][0], content)
        self.call(box, "add-mcp", "sync", "--yes")
        return read(box, "project/" + path)


class McpConfigManager(Tool):
    name, version = "mcp-config-manager", "2.3.0"
    command = "mcp-config-manager copy SOURCE SERVER TARGET, for each server"
    hosts = {
        "claude-code": ("claude-code", ".claude.json", "{}"),
        "codex": ("codex", ".codex/config.toml", ""),
        "gemini": ("gemini", ".gemini/settings.json", "{}"),
    }

    def supports(self, source, target):
        return source in self.hosts and target in self.hosts

    def convert(self, box, reader, source, client, content):
        one, path, _ = self.hosts[source]
        two, to, empty = self.hosts[client.host]
        box.write("home/" + to, empty)
        placed = box.write("home/" + path, content)
        for server in ours.effects(source, placed, {}, box)["servers"] or []:
            self.call(box, "mcp-config-manager", "copy", one, server["name"], two)
        return read(box, "home/" + to)


class CodexImporter(Tool):
    """Codex's own import of what it finds of other agents. It reads Claude Code's files."""

    name = "Codex importer"
    command = "codex app-server: externalAgentConfig/detect, externalAgentConfig/import"

    def supports(self, source, target):
        return (source, target) == ("claude-code", "codex")

    def convert(self, box, reader, source, client, content):
        box.write("project/.mcp.json", content)
        box.write("home/.claude/settings.json", "{}")
        os.makedirs(os.path.join(box.home, ".codex"))
        client.prepare(box)
        detect = {"id": 1, "method": "externalAgentConfig/detect", "params": {"includeHome": True, "cwds": [box.project]}}

        def take(answers):
            items = (answers.get(1, {}).get("result") or {}).get("items") or []
            return {"id": 2, "method": "externalAgentConfig/import", "params": {"migrationItems": items}}

        box.converse([client.binary, "app-server"], [*HELLO, detect, take], self.env)
        return read(box, "project/.codex/config.toml", "home/.codex/config.toml")


TOOLS = [Mcpconv, Rulesync, AddMcp, McpConfigManager, CodexImporter]
