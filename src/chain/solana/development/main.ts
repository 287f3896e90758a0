// Runs a development network as a process. Usage: node main.ts <settings as JSON>
import { logger } from "../../../logger.ts";
import { type DevelopmentNodeOptions, startDevelopmentNode } from "./server.ts";

/** The settings that the process gets on its command line. */
export type DevelopmentNodeSettings = Omit<DevelopmentNodeOptions, "log"> & {
  readonly logLevel: string;
  /** Message that the process sends to its parent once the network answers. */
  readonly ready: string;
};

const { logLevel, ready, ...options } = JSON.parse(process.argv[2] as string) as DevelopmentNodeSettings;
const log = logger("second-network", { level: logLevel });
const node = await startDevelopmentNode({ ...options, log });
log.info({ network: node.network, rpcUrl: node.rpcUrl }, "the development network runs");

// The process ends with its parent: the channel to the parent closes however the parent ends. The journal is already on disk, so the
// process only has to stop answering.
let closing: Promise<void> | undefined;
const close = (): void => {
  closing ??= node.close().then(() => {
    if (process.connected) process.disconnect();
  });
};
process.once("SIGTERM", close);
process.once("disconnect", close);
process.send?.(ready);
