"""Runs in FastMCP's own Python: reads a file as `Client` does, tells what it understood, connects to each server.

One after the other, because `Client` gives all of them up when one does not answer.
"""

import asyncio
import json
import pathlib

from fastmcp import Client
from fastmcp.mcp_config import MCPConfig, StdioMCPServer
from serving import serve


async def connect(server):
    try:
        async with Client(server.to_transport(), timeout=10, init_timeout=10) as client:
            return [tool.name for tool in await client.list_tools()]
    except Exception as error:
        return "%s: %s" % (type(error).__name__, error)


def understood(server):
    said = server.model_dump(mode="json")
    if isinstance(server, StdioMCPServer):
        return {"transport": "stdio", "command": said["command"], "args": said["args"], "env": said["env"]}
    try:
        kind = type(server.to_transport()).__name__
    except ValueError:
        # A URL that is none costs only this server, when it is connected to.
        kind = ""
    return {"transport": "sse" if "SSE" in kind else "http", "url": said["url"], "headers": said["headers"]}


def main(path, how):
    try:
        config = MCPConfig.from_file(pathlib.Path(path))
        listed = {name: understood(server) for name, server in config.mcpServers.items()}
    except Exception as error:
        return {"rejected": "%s: %s" % (type(error).__name__, error)}
    answers = {}
    if how == "live":
        for name, server in config.mcpServers.items():
            answers[name] = asyncio.run(connect(server))
    return {"listed": listed, "answers": answers}


serve(lambda arguments: print(json.dumps(main(*arguments))))
