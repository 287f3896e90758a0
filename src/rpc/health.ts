import { Server } from "@grpc/grpc-js";
import { HealthImplementation } from "grpc-health-check";
import type { Logger } from "../logger.ts";
import { Admission } from "./admission/admission.ts";
import { MutualTlsServerCredentials, type TlsSource } from "./mutual-tls.ts";

const watchMs = 2_000;
const shutdownGraceMs = 2_000;

/** The settings of a tier's health server. */
export interface HealthOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly tls: TlsSource;
  readonly trustDomain: string;
  /** The setting to change when the port is already in use, e.g. `worker.healthPort`. */
  readonly setting: string;
  /** Tells whether the tier can do its work. */
  readonly isReady: () => Promise<boolean>;
  readonly log: Logger;
}

/** A running health server. */
export interface HealthServer {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Serves grpc.health.v1 over mutual TLS 1.3 to every tier or service of the trust domain, for tiers that have no other RPC.
 * @throws Error when the port is not available
 */
export async function serveHealth(options: HealthOptions): Promise<HealthServer> {
  const { host, port, setting, tls, isReady, log } = options;
  const admission = new Admission(options);
  const server = new Server(admission.serverOptions);
  const health = new HealthImplementation({ "": (await isReady()) ? "SERVING" : "NOT_SERVING" });
  health.addToServer(server);
  const credentials = new MutualTlsServerCredentials(tls);
  const address = `${host.includes(":") ? `[${host}]` : host}:${port}`;
  const bound = await new Promise<number>((resolve, reject) => {
    server.bindAsync(address, credentials, (error, actual) => (error ? reject(error) : resolve(actual)));
  }).catch((cause: unknown) => {
    admission.close();
    credentials.stop();
    throw new Error(`gRPC health cannot listen on ${address}: set ${setting} to a free port`, { cause });
  });

  admission.guard(server);

  const watch = setInterval(() => {
    isReady().then(
      (ready) => health.setStatus("", ready ? "SERVING" : "NOT_SERVING"),
      (error: unknown) => log.error({ err: error }, "the readiness check failed"),
    );
  }, watchMs);
  const close = async (): Promise<void> => {
    clearInterval(watch);
    health.setStatus("", "NOT_SERVING");
    const force = setTimeout(() => server.forceShutdown(), shutdownGraceMs);
    await new Promise<void>((resolve) => {
      server.tryShutdown(() => resolve());
    });
    clearTimeout(force);
    admission.close();
    credentials.stop();
  };
  return { port: bound, close };
}
