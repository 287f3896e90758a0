import { readFileSync } from "node:fs";
import type { Config } from "../../config.ts";
import { naming } from "../../files/error.ts";
import { openCheckpoint, type SignedCheckpoint } from "../../services/audit/checkpoints.ts";
import { verifierOf } from "../../services/audit/keys.ts";
import { SignedHead } from "../../services/audit/signed-head.ts";
import { type LogReport, rootAt, verifyLog } from "../../services/audit/verify-log.ts";
import type { Readers } from "../../store/store.ts";
import { type NoteKey, readVerifierKey } from "../../trust/transparency/note.ts";
import { withDatabase } from "../database.ts";
import { CommandError } from "../failure.ts";
import { openStore } from "../operator-keys.ts";
import { Progress } from "../output/progress.ts";
import { jsonText } from "../output/plain.ts";

/** The core signs every ten seconds. A record that waits longer than this, in milliseconds, was not signed. */
const signedWithinMs = 60_000;

export interface VerifyOptions {
  /** A checkpoint that somebody else has kept. */
  readonly checkpoint?: string;
  readonly verifierKey?: string;
  readonly json?: boolean;
}

/** `pda audit verify`. @returns true when nothing is wrong @throws CommandError when the log has no key */
export async function verifyAudit(config: Config, options: VerifyOptions): Promise<boolean> {
  return withDatabase(config, async (url) => {
    await using store = await openStore(config, url);
    // Before the snapshot, because the core goes on signing.
    const kept = keptHeads(config, options.checkpoint);
    const report = await store.snapshot(async (read) => {
      using progress = new Progress("records");
      const found = await verifyLog(read, progress.tell);
      const faults = await checkpointFaults(read, await verifierFor(read, options.verifierKey), kept);
      return { ...found, problems: found.problems + faults.length, told: [...found.told, ...faults] };
    });
    print(report, options.json === true);
    return report.problems === 0;
  });
}

/** Returns the public key of the log: the given one, else the one of the database. @throws CommandError */
export async function verifierFor(
  read: Pick<Readers, "auditKeys">,
  given: string | undefined,
): Promise<NoteKey> {
  if (given !== undefined) {
    const key = readVerifierKey(given);
    if (key) return key;
    throw new CommandError(
      "the verifier key cannot be read",
      "give it as pda audit witness prints it: <name>+<key id>+<base64>",
    );
  }
  const key = (await read.auditKeys.all()).find(({ purpose }) => purpose === "checkpoint");
  if (key) return verifierOf(key);
  throw new CommandError("the audit log has no key yet", "start the core once: it creates the key");
}

/** A checkpoint, with words for its place. */
type Named = readonly [what: string, note: string];

/** Returns the last head that this machine has signed, if any, and the checkpoint that somebody else has kept. */
function keptHeads({ dataDir }: Config, file: string | undefined): Named[] {
  const head = new SignedHead(dataDir);
  const signed = head.read();
  return [
    ...(signed === undefined ? [] : [[`the checkpoint in ${head.file}`, signed] as const]),
    ...(file === undefined
      ? []
      : [[`the checkpoint in ${file}`, naming(file, () => readFileSync(file, "utf8"))] as const]),
  ];
}

/** Returns what is wrong with the newest checkpoint, and with those that were kept outside the database. */
async function checkpointFaults(read: Readers, verifier: NoteKey, kept: readonly Named[]): Promise<string[]> {
  const stored = await read.audit.checkpoint();
  const notes: Named[] = stored === undefined ? [] : [["the newest checkpoint", stored]];
  const newest = stored === undefined ? undefined : openCheckpoint(stored, { verifier });
  const faults = stored !== undefined && !newest ? [] : await unsignedFaults(read, newest);
  for (const [what, note] of [...notes, ...kept]) {
    const checkpoint = openCheckpoint(note, { verifier });
    if (!checkpoint) faults.push(`${what} is not signed with the key of the log`);
    else if (!(await isHead(read, checkpoint)))
      faults.push(`${what} is not the head of the first ${checkpoint.size} records`);
  }
  return faults;
}

/**
 * Returns that no checkpoint covers records, though the core had the time to sign them: because it cannot sign, or because somebody removed
 * the checkpoints. A service that was stopped leaves the records of its last seconds unsigned, so after a checkpoint only the time counts
 * in which the log went on.
 */
async function unsignedFaults(read: Readers, newest: SignedCheckpoint | undefined): Promise<string[]> {
  const from = newest?.size ?? 0;
  const span = await read.audit.spanFrom(from);
  const until = newest ? span?.newest.getTime() : Date.now();
  if (!span || until === undefined || until - span.oldest.getTime() <= signedWithinMs) return [];
  const records = newest ? `the records from position ${from} on` : "the records";
  return [
    `${records} have no signed checkpoint: start the service, check again after a minute, and look for "the audit log" in its log`,
  ];
}

async function isHead(read: Readers, { size, root }: SignedCheckpoint): Promise<boolean> {
  if (size > (await read.audit.size())) return false;
  // Tiles that are missing were told with the tree.
  const found = await rootAt(read, size).catch(() => undefined);
  return found !== undefined && root.equals(found);
}

function print(report: LogReport, json: boolean): void {
  if (json) return console.log(jsonText(report, 0));
  for (const problem of report.told) console.log(problem);
  if (report.problems > report.told.length) console.log(`and ${report.problems - report.told.length} more`);
  const removed = report.from > 0 ? `, the first ${report.from} removed by retention` : "";
  console.log(`audit: ${report.size} records${removed}, ${report.problems} problems`);
}
