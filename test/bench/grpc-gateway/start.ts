import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Layout } from "../../../src/pki/names.ts";
import type { Processes, Running } from "../processes.ts";
import type { Parts } from "../turn.ts";

/** The peer as it runs. */
export interface Peer {
  readonly port: number;
  readonly parts: Parts;
  close(): Promise<void>;
}

/** Starts the server and the gateway in front of it, with certificates of the product's own tiers. */
export async function startPeer(
  processes: Processes,
  program: string,
  options: { readonly pki: Layout; readonly payments: readonly object[]; readonly dir: string },
): Promise<Peer> {
  const { pki, dir } = options;
  const payments = join(dir, "peer-payments.json");
  await writeFile(payments, JSON.stringify(options.payments));
  const root = pki.root.cert;
  const server = await start(processes, program, { role: "server", ...pki.tier("core"), root, payments });
  const client = pki.tier("gateway");
  const gateway = await start(processes, program, {
    role: "gateway",
    ...pki.https,
    root,
    server: `127.0.0.1:${server.port}`,
    clientCert: client.cert,
    clientKey: client.key,
  });
  return {
    port: gateway.port,
    parts: { gateway: [gateway.running.pid], server: [server.running.pid] },
    close: async () => {
      await processes.stop(gateway.running);
      await processes.stop(server.running);
    },
  };
}

async function start(
  processes: Processes,
  program: string,
  settings: object,
): Promise<{ running: Running; port: number }> {
  const running = await processes.start("grpc-gateway peer", program, [JSON.stringify(settings)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (!running.child.stdout) throw new Error("the peer has no output");
  const lines = createInterface({ input: running.child.stdout });
  const ended = running.exited.then((how) => {
    throw new Error(`the grpc-gateway peer ended ${how}`);
  });
  ended.catch(() => undefined);
  const [line] = (await Promise.race([once(lines, "line"), ended])) as [string];
  return { running, port: (JSON.parse(line) as { port: number }).port };
}
