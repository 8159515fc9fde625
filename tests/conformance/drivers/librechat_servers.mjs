// LibreChat's own schema, as the server applies it at its start. With "live", what it made of each server is run as the
// MCP SDK does: with a few variables of the environment, and with the headers.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { serve } from "./serving.mjs";

const require = createRequire(process.argv[2] + "/package.json");
const { configSchema, extractEnvVariable } = require("librechat-data-provider");
const yaml = require("js-yaml");

const INHERITED = ["HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER"];
const HELLO = {
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "probe", version: "1" } },
};

function read(path) {
  let document;
  try {
    document = yaml.load(readFileSync(path, "utf8"));
  } catch (error) {
    return { rejected: String(error.message) };
  }
  try {
    const result = configSchema.strict().safeParse(document);
    if (!result.success) return { refused: JSON.stringify(result.error.issues).slice(0, 400) };
    return { listed: result.data.mcpServers ?? {} };
  } catch (error) {
    return { refused: String(error) };
  }
}

// References in these are replaced when a server is connected to, with the same function.
function expand(server) {
  const values = (map) => map && Object.fromEntries(Object.entries(map).map(([name, it]) => [name, extractEnvVariable(it)]));
  return { ...server, args: server.args?.map(extractEnvVariable), headers: values(server.headers), env: values(server.env) };
}

function run(server) {
  return new Promise((done) => {
    const kept = INHERITED.filter((name) => name in process.env).map((name) => [name, process.env[name]]);
    const env = { ...Object.fromEntries(kept), ...server.env };
    const child = spawn(server.command, server.args, { env, cwd: server.cwd, stdio: ["pipe", "pipe", "ignore"] });
    child.on("error", done);
    child.stdout.on("data", () => child.kill());
    child.on("exit", done);
    child.stdin.write(JSON.stringify(HELLO) + "\n");
    setTimeout(() => child.kill(), 10000).unref();
  });
}

async function connect(server) {
  const headers = { ...server.headers };
  try {
    if (server.type !== "sse") {
      headers["Content-Type"] = "application/json";
      await fetch(server.url, { method: "POST", headers, body: JSON.stringify(HELLO) });
      return;
    }
    const stop = new AbortController();
    const reply = await fetch(server.url, { headers, signal: stop.signal });
    const first = new TextDecoder().decode((await reply.body.getReader().read()).value);
    const where = new URL(first.match(/data: (.*)/)[1], server.url);
    await fetch(where, { method: "POST", headers, body: JSON.stringify(HELLO) });
    stop.abort();
  } catch {
    // What was asked is recorded.
  }
}

await serve(async (path, how) => {
  const said = read(path);
  if (how === "live") {
    for (const server of Object.values(said.listed ?? {}).map(expand)) await (server.command ? run(server) : connect(server));
  }
  return said;
});
