// Continue's own parser of its YAML.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [folder, path] = process.argv.slice(2);
const found = createRequire(folder + "/package.json").resolve("@continuedev/config-yaml");
const { parseConfigYaml } = await import(pathToFileURL(found));
try {
  console.log(JSON.stringify({ listed: parseConfigYaml(readFileSync(path, "utf8")).mcpServers ?? [] }));
} catch (error) {
  console.log(JSON.stringify({ rejected: String(error.message) }));
}
