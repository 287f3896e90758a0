import { type Logger, logger } from "../../../src/logger.ts";

/** A logger whose lines a test can read. */
export function recordingLog(): { log: Logger; lines: () => string } {
  const written: string[] = [];
  const log = logger("test", { level: "debug", destination: { write: (line) => void written.push(line) } });
  return { log, lines: () => written.join("") };
}
