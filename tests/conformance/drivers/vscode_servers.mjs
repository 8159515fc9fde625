// The parts of VS Code that read `mcp.json` and put values for references, as they are published for Monaco. With "live", what
// they make of each server is run. What a user would be asked for stays a reference.
import { readFileSync } from "node:fs";
import { register } from "node:module";
import { pathToFileURL } from "node:url";
import { connect, run } from "./running.mjs";
import { serve } from "./serving.mjs";

const STYLES = `export async function load(url, context, next) {
  return /\\.(css|svg|png|ttf|mp3)$/.test(url.split("?")[0]) ? { format: "module", source: "export default ''", shortCircuit: true } : next(url, context);
}`;
register("data:text/javascript," + encodeURIComponent(STYLES));
const element = () => ({ style: {}, classList: { add() {}, remove() {} }, appendChild() {}, setAttribute() {}, addEventListener() {} });
globalThis.window = Object.assign(globalThis, { addEventListener() {}, matchMedia: () => ({ matches: false, addEventListener() {} }) });
globalThis.document = { ...element(), createElement: element, head: element(), body: element(), documentElement: element(), querySelector() {} };

const packages = process.argv[2] + "/node_modules/@codingame/";
const part = (path) => import(pathToFileURL(packages + path));
const { McpResourceScannerService } = await part(
  "monaco-vscode-mcp-service-override/vscode/src/vs/platform/mcp/common/mcpResourceScannerService.js",
);
const api = "monaco-vscode-api/vscode/src/vs/";
const { AbstractVariableResolverService } = await part(api + "workbench/services/configurationResolver/common/variableResolver.js");
const { ConfigurationResolverExpression } = await part(api + "workbench/services/configurationResolver/common/configurationResolverExpression.js");
const { URI } = await part(api + "base/common/uri.js");
const FOLDER = 6;

async function read(path) {
  const file = { readFile: async () => ({ value: { toString: () => readFileSync(path, "utf8") } }) };
  const scanner = new McpResourceScannerService(file, {});
  try {
    return { listed: (await scanner.scanMcpServers(URI.file(path), FOLDER)).servers ?? {} };
  } catch (error) {
    return { rejected: String(error.message) };
  }
}

// As `installedMcpServersDiscovery.js` makes a launch of an entry: there the URL is parsed, before references are replaced.
function launch(config) {
  if (config.type === "http") {
    const url = URI.parse(config.url);
    return { url: url.toString(true), headers: Object.entries(config.headers || {}) };
  }
  const { command, envFile, cwd } = config;
  return { command, args: config.args || [], env: config.env || {}, envFile, cwd };
}

async function resolved(server, folder) {
  const context = { getFolderUri: (name) => (folder.path.endsWith("/" + name) ? folder : undefined), getWorkspaceFolderCount: () => 1, getConfigurationValue: () => undefined };
  const home = Promise.resolve(process.env.HOME);
  const resolver = new AbstractVariableResolverService(context, undefined, home, Promise.resolve({ ...process.env }));
  const expression = ConfigurationResolverExpression.parse(server);
  for (const reference of expression.unresolved()) {
    if (reference.name === "input" || reference.name === "command") continue;
    const value = await resolver.evaluateSingleVariable(reference, folder);
    if (value !== undefined) expression.resolve(reference, String(value));
  }
  return expression.toObject();
}

async function start(config) {
  const server = await resolved(launch(config), URI.file(process.cwd()));
  if (server.url !== undefined) {
    return connect({ url: server.url, headers: Object.fromEntries(server.headers) }, true);
  }
  const env = { ...process.env };
  for (const [name, value] of Object.entries(server.env)) {
    if (value === null) delete env[name];
    else env[name] = String(value);
  }
  return run({ ...server, env, cwd: server.cwd || process.cwd() });
}

await serve(async (path, how) => {
  const said = await read(path);
  const failed = [];
  for (const [name, config] of how === "live" ? Object.entries(said.listed ?? {}) : []) {
    try {
      await start(config);
    } catch {
      failed.push(name);
    }
  }
  return { ...said, failed };
});
