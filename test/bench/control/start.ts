import type { KeyFiles, Layout } from "../../../src/pki/names.ts";
import { createDatabase } from "../database.ts";
import type { Processes } from "../processes.ts";
import type { Parts } from "../turn.ts";
import type { BareStreamsSettings } from "./bare-streams.ts";
import type { BareSettings } from "./bare.ts";
import type { CoreSettings } from "./core.ts";
import type { GatewaySettings } from "./gateway.ts";
import type { ControlData } from "./schema.ts";

/** The control as it runs: where it listens, who calls it, and which processes it is made of. */
export interface Control {
  readonly port: number;
  readonly data: ControlData;
  readonly databaseUrl: string;
  readonly parts: Parts;
}

/** The bare Express as it runs. */
export interface Bare {
  readonly port: number;
  readonly parts: Parts;
  close(): Promise<void>;
}

const database = "bench_control";

const module = (file: string): URL => new URL(file, import.meta.url);

/**
 * Starts the plain control: a gateway and a core, two processes, with certificates of the product's own tiers and a database of its own
 * on the product's server.
 */
export async function startControl(
  processes: Processes,
  options: { adminUrl: string; productUrl: string; pki: Layout },
): Promise<Control> {
  const { adminUrl, productUrl, pki } = options;
  const databaseUrl = await createDatabase(adminUrl, productUrl, database);
  const root = pki.root.cert;
  const coreSettings: CoreSettings = { databaseUrl, root, ...pki.tier("core") };
  const core = await processes.startModule("control core", module("core.ts"), coreSettings);
  const { port: corePort, data } = core.ready as { port: number; data: ControlData };
  const gatewaySettings: GatewaySettings = { corePort, root, client: pki.tier("gateway"), https: pki.https };
  const gateway = await processes.startModule("control gateway", module("gateway.ts"), gatewaySettings);
  const { port } = gateway.ready as { port: number };
  return { port, data, databaseUrl, parts: { gateway: [gateway.pid], core: [core.pid] } };
}

/** Starts the bare Express that always answers `answer` at `path`. */
export async function startBare(
  processes: Processes,
  options: { path: string; answer: object; https: KeyFiles },
): Promise<Bare> {
  const bareSettings: BareSettings = options;
  const bare = await processes.startModule("bare Express", module("bare.ts"), bareSettings);
  const { port } = bare.ready as { port: number };
  return { port, parts: { express: [bare.pid] }, close: () => processes.stop(bare) };
}

/** Starts the bare server that holds answers open. */
export async function startBareStreams(
  processes: Processes,
  options: BareStreamsSettings,
): Promise<{ port: number; pids: readonly number[]; close: () => Promise<void> }> {
  const bare = await processes.startModule("bare streams", module("bare-streams.ts"), options);
  const { port } = bare.ready as { port: number };
  return { port, pids: [bare.pid], close: () => processes.stop(bare) };
}
