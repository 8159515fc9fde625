// Cline's own reader of its settings and, with "live", its own manager of servers, as its command line uses them.
import { pathToFileURL } from "node:url";
import { serve } from "./serving.mjs";

const core = await import(pathToFileURL(process.argv[2] + "/node_modules/@cline/core/dist/index.js"));

function read(path) {
  try {
    return { listed: core.resolveMcpServerRegistrations({ filePath: path }) };
  } catch (error) {
    return { rejected: String(error.message) };
  }
}

async function run(path, listed) {
  const manager = new core.InMemoryMcpManager({
    clientFactory: core.createDefaultMcpServerClientFactory({ settingsPath: path }),
  });
  const failed = {};
  const connect = async (server) => {
    await manager.registerServer(server);
    try {
      await manager.listTools(server.name);
    } catch (error) {
      failed[server.name] = String(error.message);
    }
  };
  await Promise.all(listed.filter((server) => !server.disabled).map(connect));
  await manager.dispose().catch(() => {});
  return failed;
}

await serve(async (path, how) => {
  const said = read(path);
  if (how === "live" && said.listed) said.failed = await run(path, said.listed);
  return said;
});
