import { randomUUID } from "node:crypto";
import { connect, type TLSSocket } from "node:tls";
import { quantile } from "../statistics.ts";
import { AnswerReader } from "./answers.ts";
import { host, type LoadPlan, type LoadResult, requestWriter } from "./plan.ts";

/** Connects over TLS 1.3. */
function open({ port, ca }: LoadPlan): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const options = {
      host: "127.0.0.1",
      port,
      ca,
      servername: host,
      minVersion: "TLSv1.3",
      ALPNProtocols: ["http/1.1"],
    };
    const socket = connect({ ...options, minVersion: "TLSv1.3" }, () => {
      socket.setNoDelay(true);
      socket.off("error", reject);
      resolve(socket);
    });
    socket.once("error", reject);
  });
}

/** Sends one request after another on a connection until `until` says stop; the last answer is waited for. */
function loop(
  socket: TLSSocket,
  next: () => string,
  until: () => boolean,
  took: (ms: number) => void,
): Promise<void> {
  const answers = new AnswerReader();
  return new Promise((resolve, reject) => {
    let sentAt = 0;
    const send = () => {
      sentAt = performance.now();
      socket.write(next());
    };
    socket.on("data", (chunk: Buffer) => {
      try {
        for (const { status, body } of answers.push(chunk)) {
          if (status > 299) throw new Error(`answered ${status}: ${body.subarray(0, 600).toString()}`);
          took(performance.now() - sentAt);
          if (until()) resolve();
          else send();
        }
      } catch (error) {
        reject(error);
      }
    });
    socket.once("error", reject);
    socket.once("close", () => reject(new Error("the server closed a connection under load")));
    send();
  });
}

/**
 * Runs a plan: warm-up, then the measured time, on connections that stay open.
 * @throws Error on the first answer that is not 2xx and on a broken connection: a run with errors has no figures
 */
export async function runLoad(plan: LoadPlan): Promise<LoadResult> {
  const sockets = await Promise.all(Array.from({ length: plan.connections }, () => open(plan)));
  const next = requestWriter(plan, randomUUID());
  const start = performance.now();
  const from = start + plan.warmUpSeconds * 1000;
  const to = from + plan.seconds * 1000;
  const usedBefore = process.cpuUsage();
  const latencies: number[] = [];
  let answered = 0;
  const took = (ms: number) => {
    const now = performance.now();
    answered++;
    if (now >= from && now < to) latencies.push(ms);
  };
  try {
    await Promise.all(sockets.map((socket) => loop(socket, next, () => performance.now() >= to, took)));
  } finally {
    for (const socket of sockets) {
      socket.removeAllListeners("close");
      socket.destroy();
    }
  }
  const { user, system } = process.cpuUsage(usedBefore);
  const sorted = Float64Array.from(latencies).sort();
  return {
    calls: latencies.length,
    seconds: plan.seconds,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    answered,
    cpuSeconds: (user + system) / 1e6,
  };
}
