// oh-my-pi's own reader of all its files and, with "live", its own manager of servers. Run by Bun.
import { pathToFileURL } from "node:url";

const [folder, how] = process.argv.slice(2);
const source = pathToFileURL(folder + "/node_modules/@oh-my-pi/pi-coding-agent/src/mcp/").href;
const { loadAllMCPConfigs, validateServerConfig } = await import(source + "config.ts");
const { MCPManager } = await import(source + "manager.ts");

async function read() {
  try {
    const { configs } = await loadAllMCPConfigs(process.cwd());
    const wrong = Object.entries(configs).flatMap(([name, config]) => validateServerConfig(name, config));
    return { listed: configs, dropped: wrong };
  } catch (error) {
    return { rejected: String(error) };
  }
}

async function run() {
  const manager = new MCPManager(process.cwd());
  try {
    const { errors } = await manager.discoverAndConnect();
    // It goes on connecting after it has answered.
    const wait = (name) => Promise.race([manager.waitForConnection(name).catch(() => {}), new Promise((done) => setTimeout(done, 20000))]);
    await Promise.all(Object.keys(said.listed).map(wait));
    return Object.fromEntries(errors);
  } catch (error) {
    return { "": String(error) };
  }
}

const said = await read();
if (how === "live" && said.listed) said.failed = await run();
console.log("\n" + JSON.stringify(said));
process.exit(0);
