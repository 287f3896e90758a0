import { availableParallelism } from "node:os";
import { InvalidArgumentError } from "commander";
import type { Config } from "../config.ts";

/** Tiers that can run as several processes behind one address. */
export type SharedTier = "gateway" | "core";

const PROCESSES_MAX = 64;

/** Reads `--processes`: `auto`, or a number from 0 (which is `auto`) to 64. @throws InvalidArgumentError */
export function processesOption(text: string): number {
  if (text === "auto") return 0;
  const count = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
  if (count >= 0 && count <= PROCESSES_MAX) return count;
  throw new InvalidArgumentError(`It must be auto, or a number from 1 to ${PROCESSES_MAX}.`);
}

/**
 * Returns how many processes of a tier run with these settings; 1 when the tier runs without a supervisor. The setting 0 (`auto`) means
 * half of the machine's CPU cores, at least one: gateway, core and database share the machine and are busy at the same time.
 */
export function processesOf(config: Config, tier: SharedTier, cores = availableParallelism()): number {
  const setting = config[tier].processes ?? 1;
  return setting > 0 ? setting : Math.min(PROCESSES_MAX, Math.max(1, Math.floor(cores / 2)));
}
