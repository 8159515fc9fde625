// What the MCP SDK does with a server that a client's parts have read: starts it or connects to it, and says hello.
import { spawn } from "node:child_process";

const HELLO = {
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "probe", version: "1" } },
};

export function run({ command, args, env, cwd }) {
  return new Promise((done) => {
    let child;
    try {
      child = spawn(command, args, { env, cwd, stdio: ["pipe", "pipe", "ignore"] });
    } catch (error) {
      return done(error);
    }
    child.on("error", done);
    child.stdout.on("data", () => child.kill());
    child.on("exit", done);
    child.stdin.on("error", () => {});
    child.stdin.write(JSON.stringify(HELLO) + "\n");
    setTimeout(() => child.kill(), 10000).unref();
  });
}

// `fallback`: tries SSE where streamable HTTP is refused.
export async function connect({ type, url, headers }, fallback = false) {
  headers = { ...headers };
  try {
    if (type !== "sse") {
      const reply = await fetch(url, {
        method: "POST",
        headers: { ...headers, "Content-Type": "application/json" },
        body: JSON.stringify(HELLO),
      });
      if (!fallback || reply.status < 400 || reply.status >= 500) return;
    }
    const stop = new AbortController();
    const reply = await fetch(url, { headers: { ...headers, Accept: "text/event-stream" }, signal: stop.signal });
    const first = new TextDecoder().decode((await reply.body.getReader().read()).value);
    const where = new URL(first.match(/data: (.*)/)[1], url);
    headers["Content-Type"] = "application/json";
    await fetch(where, { method: "POST", headers, body: JSON.stringify(HELLO) });
    stop.abort();
  } catch {
    // What was asked is recorded.
  }
}
