#!/usr/bin/env node
"use strict";
// Becomes the binary for this machine where node can do that, else runs it and passes on signals and exit code.
const { platform, arch, argv, env } = process;
const windows = platform === "win32";
let binary;
try {
  // Windows on ARM runs the other one too.
  binary = require.resolve(`@mcpconv/${platform}-${windows ? "x64" : arch}/bin/mcpconv${windows ? ".exe" : ""}`);
} catch {
  console.error(
    `mcpconv: there is no binary for ${platform} on ${arch} here. If there should be, install with optional dependencies; ` +
      "else build it: cargo install mcpconv --locked",
  );
  process.exit(2);
}
const args = argv.slice(2);
if (process.execve && !windows) {
  process.emitWarning = () => {}; // It is new, and says so.
  process.execve(binary, [binary, ...args], env);
}
const child = require("child_process").spawn(binary, args, { stdio: "inherit" });
const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
for (const signal of signals) process.on(signal, () => child.kill(signal));
child.on("error", (error) => {
  console.error(`mcpconv: ${error.message}`);
  process.exit(2);
});
child.on("exit", (code, signal) => {
  if (signal === null) process.exit(code);
  for (const name of signals) process.removeAllListeners(name);
  process.kill(process.pid, signal);
});
