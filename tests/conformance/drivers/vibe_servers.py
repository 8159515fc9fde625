"""Runs in Mistral Vibe's own Python: what its configuration has after all layers and, with "live", its own manager of tools,
which starts the servers. The program itself does the same, and takes many seconds to load for it."""

import asyncio
import json

from serving import serve
from vibe.core.config.default_orchestrator import build_default_orchestrator
from vibe.core.config.harness_files import init_harness_files_manager
from vibe.core.tools.manager import ToolManager


async def read():
    init_harness_files_manager("user", "project")
    return (await build_default_orchestrator()).config


def listed(config):
    servers = {}
    for server in config.mcp_servers:
        said = server.model_dump(mode="json")
        stdio = said["transport"] == "stdio"
        command = said.get("command")
        servers[said["name"]] = {
            "transport": "stdio" if stdio else "http",
            "command": command if isinstance(command, str) and not said.get("args") and " " not in command else None,
            "args": [],
            "url": said.get("url"),
            "enabled": not said.get("disabled"),
        }
    return servers


def answer(arguments):
    try:
        config = asyncio.run(read())
        said = {"listed": listed(config)}
        if arguments == ["live"]:
            said["offered"] = sorted(ToolManager(lambda: config).available_tools)
        print("\n" + json.dumps(said))
    except Exception as error:
        print(json.dumps({"refused": "%s: %s" % (type(error).__name__, error)}))


serve(answer)
