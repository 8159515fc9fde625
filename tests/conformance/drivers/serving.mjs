// Answers requests, a line each, with what a function says: loading a client's packages takes longer than asking them.
import { createInterface } from "node:readline";

export async function serve(answer) {
  for await (const line of createInterface({ input: process.stdin })) {
    const { arguments: words, env, cwd } = JSON.parse(line);
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, env);
    process.chdir(cwd);
    const out = JSON.stringify(await answer(...words));
    process.stdout.write(JSON.stringify({ code: 0, out, err: "" }) + "\n");
  }
  process.exit(0);
}
