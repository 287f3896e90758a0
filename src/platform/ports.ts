import { randomInt } from "node:crypto";
import { createServer } from "node:net";
import { PlatformError } from "./problem.ts";

function tryListen(host: string, port: number): Promise<{ code?: string; port: number }> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve({ code: error.code ?? "unknown", port }));
    server.listen({ host, port, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve({ port: typeof address === "object" && address ? address.port : port }));
    });
  });
}

/** Whether a port can be listened on now: "free", "taken", or the system's other reason ("EACCES"). */
export async function portState(host: string, port: number): Promise<string> {
  const { code } = await tryListen(host, port);
  return code === undefined ? "free" : code === "EADDRINUSE" ? "taken" : code;
}

/** @throws PlatformError that names the setting to change when the port cannot be had. */
export async function requirePort(host: string, port: number, what: string, setting: string): Promise<void> {
  const state = await portState(host, port);
  if (state === "free") return;
  throw new PlatformError(
    state === "taken"
      ? `port ${port} on ${host} is taken by another program; ${what} needs it`
      : `${what} cannot listen on ${host}:${port} (${state})`,
    `stop that program, or set ${setting} to another port`,
  );
}

/** Below the ports that systems lend to outgoing connections (Linux 32768, RFC 6335 49152), which come and go at any moment. */
const lowest = 15_000;
const beyond = 32_000;
const tries = 50;

/** A port that was free a moment ago, and that no outgoing connection will get. */
export async function freePort(host = "127.0.0.1"): Promise<number> {
  let last: string | undefined;
  for (let tried = 0; tried < tries; tried++) {
    const { code, port } = await tryListen(host, randomInt(lowest, beyond));
    if (code === undefined) return port;
    last = code;
  }
  throw new PlatformError(`no port could be had on ${host} (${last})`, "free some ports");
}
