// Continue's own parser of its YAML.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { serve } from "./serving.mjs";

const found = createRequire(process.argv[2] + "/package.json").resolve("@continuedev/config-yaml");
const { parseConfigYaml } = await import(pathToFileURL(found));
await serve((path) => {
  try {
    return { listed: parseConfigYaml(readFileSync(path, "utf8")).mcpServers ?? [] };
  } catch (error) {
    return { rejected: String(error.message) };
  }
});
