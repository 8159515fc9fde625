"""Runs in Mistral Vibe's own Python: what its configuration has after all layers."""

import asyncio
import json

from serving import serve
from vibe.core.config.default_orchestrator import build_default_orchestrator
from vibe.core.config.harness_files import init_harness_files_manager


async def main():
    init_harness_files_manager("user", "project")
    orchestrator = await build_default_orchestrator()
    servers = {}
    for server in orchestrator.config.mcp_servers:
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


def answer(_):
    try:
        print(json.dumps({"listed": asyncio.run(main())}))
    except Exception as error:
        print(json.dumps({"refused": "%s: %s" % (type(error).__name__, error)}))


serve(answer)
