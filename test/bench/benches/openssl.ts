import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { endedChildrenSeconds } from "../cpu.ts";
import type { LoadResult } from "../load/plan.ts";
import type { Contender } from "../turn.ts";

const run = promisify(execFile);

/** Whether this machine has openssl. */
export async function hasOpenssl(): Promise<boolean> {
  try {
    await run("openssl", ["version"]);
    return true;
  } catch {
    return false;
  }
}

/** P-256 verifications a second that `openssl speed ecdsap256` reports. @throws Error when it reports none */
export function parseSpeed(output: string): number {
  const perSecond = /^ *256 bits? ecdsa \(nistp256\) .*?([\d.]+) +([\d.]+) *$/m.exec(output)?.[2];
  if (perSecond === undefined) throw new Error(`openssl told no speed: ${output}`);
  return Number(perSecond);
}

/** P-256 verifications by openssl, one process, one core. It signs as long as it verifies, which does not count. */
export function opensslVerifying(seconds: number): Contender {
  const whole = Math.ceil(seconds);
  return {
    name: "openssl speed",
    parts: {},
    turn: async (): Promise<LoadResult> => {
      const usedBefore = endedChildrenSeconds();
      const { stdout } = await run("openssl", ["speed", "-seconds", String(whole), "ecdsap256"]);
      const calls = parseSpeed(stdout) * whole;
      // Half of its time went into signing.
      const cpuSeconds = (endedChildrenSeconds() - usedBefore) / 2;
      return { calls, seconds: whole, answered: calls, cpuSeconds };
    },
  };
}
