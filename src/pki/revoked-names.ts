import { z } from "zod";
import { readIfThere } from "../files/read.ts";
import { EXIT_FAILED } from "../files/advised.ts";
import { writeAtomically } from "./files.ts";
import { layout } from "./names.ts";
import { PkiError } from "./problem.ts";

const schema = z.record(z.string().max(300), z.iso.datetime());

/** SPIFFE ids of services whose grant was taken away, each with the time until which a certificate of it may still be valid. */
type RevokedNames = Readonly<Record<string, string>>;

function read(dir: string): RevokedNames {
  const file = layout(dir).revokedServices;
  const text = readIfThere(file);
  if (text === undefined) return {};
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new PkiError(`${file} is not a list of revoked services`, "restore it from the backup");
  }
}

/** Remembers a name whose grant was taken away. Names of which no certificate can be valid any more are forgotten. */
export function noteRevoked(dir: string, spiffeId: string, { now, until }: { now: Date; until: Date }): void {
  const others = Object.entries(read(dir)).filter(([, time]) => new Date(time) > now);
  const names = { ...Object.fromEntries(others), [spiffeId]: until.toISOString() };
  writeAtomically(layout(dir).revokedServices, `${JSON.stringify(names, null, 2)}\n`);
}

/**
 * Checks that no certificate of a revoked service comes back to life: a grant counts for every certificate of its name, also for a stolen
 * one.
 * @throws PkiError
 */
export function requireNotRevoked(dir: string, spiffeId: string, now: Date): void {
  const until = read(dir)[spiffeId];
  if (until === undefined || new Date(until) <= now) return;
  throw new PkiError(
    `${spiffeId} was revoked, and its former certificate may be valid until ${until}`,
    "choose another name, such as one with a number at its end",
    EXIT_FAILED,
  );
}
