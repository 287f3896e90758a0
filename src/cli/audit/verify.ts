import { readFileSync } from "node:fs";
import type { Config } from "../../config.ts";
import { naming } from "../../files/error.ts";
import { openCheckpoint, type SignedCheckpoint } from "../../services/audit/checkpoints.ts";
import { verifierOf } from "../../services/audit/keys.ts";
import { type LogReport, rootAt, verifyLog } from "../../services/audit/verify-log.ts";
import type { Readers } from "../../store/store.ts";
import { type NoteKey, readVerifierKey } from "../../trust/transparency/note.ts";
import { withDatabase } from "../database.ts";
import { CommandError } from "../failure.ts";
import { openStore } from "../operator-keys.ts";

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
    const report = await store.snapshot(async (read) => {
      const found = await verifyLog(read);
      const faults = await checkpointFaults(
        read,
        await verifierFor(read, options.verifierKey),
        options.checkpoint,
      );
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

/** Returns what is wrong with the newest checkpoint, and with one that somebody else has kept. */
async function checkpointFaults(
  read: Readers,
  verifier: NoteKey,
  file: string | undefined,
): Promise<string[]> {
  const notes: [what: string, note: string | undefined][] = [
    ["the newest checkpoint", await read.audit.checkpoint()],
  ];
  if (file !== undefined)
    notes.push([`the checkpoint in ${file}`, naming(file, () => readFileSync(file, "utf8"))]);
  const faults: string[] = [];
  for (const [what, note] of notes) {
    if (note === undefined) continue;
    const checkpoint = openCheckpoint(note, { verifier });
    if (!checkpoint) faults.push(`${what} is not signed with the key of the log`);
    else if (!(await isHead(read, checkpoint)))
      faults.push(`${what} is not the head of the first ${checkpoint.size} records`);
  }
  return faults;
}

async function isHead(read: Readers, { size, root }: SignedCheckpoint): Promise<boolean> {
  if (size > (await read.audit.size())) return false;
  // Tiles that are missing were told with the tree.
  const found = await rootAt(read, size).catch(() => undefined);
  return found !== undefined && root.equals(found);
}

function print(report: LogReport, json: boolean): void {
  if (json) return console.log(JSON.stringify(report));
  for (const problem of report.told) console.log(problem);
  if (report.problems > report.told.length) console.log(`and ${report.problems - report.told.length} more`);
  const removed = report.from > 0 ? `, the first ${report.from} removed by retention` : "";
  console.log(`audit: ${report.size} records${removed}, ${report.problems} problems`);
}
