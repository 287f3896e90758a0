// A process that is a development network: node main.ts <settings as JSON>
import { logger } from "../../../logger.ts";
import { type DevelopmentNodeOptions, startDevelopmentNode } from "./server.ts";

/** What the process is told on its command line. */
export type DevelopmentNodeSettings = Omit<DevelopmentNodeOptions, "log"> & {
  readonly logLevel: string;
  /** Sent to the parent process once the network answers. */
  readonly ready: string;
};

const { logLevel, ready, ...options } = JSON.parse(process.argv[2] as string) as DevelopmentNodeSettings;
const log = logger("second-network", { level: logLevel });
const node = await startDevelopmentNode({ ...options, log });
log.info({ network: node.network, rpcUrl: node.rpcUrl }, "the development network runs");

// It ends with its parent, whose channel closes however the parent ends; nothing is left to do then but to stop answering.
let closing: Promise<void> | undefined;
const close = (): void => {
  closing ??= node.close().then(() => {
    if (process.connected) process.disconnect();
  });
};
process.once("SIGTERM", close);
process.once("disconnect", close);
process.send?.(ready);
