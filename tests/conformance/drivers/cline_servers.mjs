// Cline's own reader of its settings and, with "live", its own manager of servers, as its command line uses them.
import { pathToFileURL } from "node:url";

const [folder, path, how] = process.argv.slice(2);
const core = await import(pathToFileURL(folder + "/node_modules/@cline/core/dist/index.js"));

function read() {
  try {
    return { listed: core.resolveMcpServerRegistrations({ filePath: path }) };
  } catch (error) {
    return { rejected: String(error.message) };
  }
}

async function run(listed) {
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

const said = read();
if (how === "live" && said.listed) said.failed = await run(said.listed);
console.log("\n" + JSON.stringify(said));
process.exit(0);
