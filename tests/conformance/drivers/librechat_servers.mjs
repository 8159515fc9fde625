// LibreChat's own schema, as the server applies it at its start. With "live", what it made of each server is run as the
// MCP SDK does: with a few variables of the environment, and with the headers.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { connect, run } from "./running.mjs";
import { serve } from "./serving.mjs";

const require = createRequire(process.argv[2] + "/package.json");
const { configSchema, extractEnvVariable } = require("librechat-data-provider");
const yaml = require("js-yaml");

const INHERITED = ["HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER"];
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

// References in these are replaced when a server is connected to, with the same function. A process gets little else.
function expand(server) {
  const kept = INHERITED.filter((name) => name in process.env).map((name) => [name, process.env[name]]);
  const values = (map) => map && Object.fromEntries(Object.entries(map).map(([name, it]) => [name, extractEnvVariable(it)]));
  return { ...server, args: server.args?.map(extractEnvVariable), headers: values(server.headers), env: { ...Object.fromEntries(kept), ...values(server.env) } };
}

await serve(async (path, how) => {
  const said = read(path);
  if (how === "live") {
    for (const server of Object.values(said.listed ?? {}).map(expand)) await (server.command ? run(server) : connect(server));
  }
  return said;
});
