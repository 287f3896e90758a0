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

/** Tells whether a port can be listened on now: "free", "taken", or the code of another system error ("EACCES"). */
export async function portState(host: string, port: number): Promise<string> {
  const { code } = await tryListen(host, port);
  return code === undefined ? "free" : code === "EADDRINUSE" ? "taken" : code;
}

/** Checks that a port is free. @throws PlatformError that names the setting to change */
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
