import { type Leaves, rootOf } from "../../domain/audit/merkle.ts";
import { hashesIn, tilesFor } from "../../domain/audit/tiles.ts";
import type { Logger } from "../../logger.ts";
import type { Readers, Store } from "../../store/store.ts";
import { type Checkpoint, checkpointText, readCheckpoint } from "../../trust/transparency/checkpoint.ts";
import { openNote, signNote, verifierKey } from "../../trust/transparency/note.ts";
import type { AuditKeys } from "./keys.ts";

const signMs = 10_000;

/** A checkpoint with its signed note. */
export interface SignedCheckpoint extends Checkpoint {
  readonly note: string;
}

/** The tree is not a continuation of the tree that was signed before. */
class LogChanged extends Error {}

export interface CheckpointsOptions {
  readonly store: Store;
  readonly keys: AuditKeys;
  readonly log: Logger;
}

/**
 * Signs heads of the audit log's tree. A head is signed only if its tree begins with the tree of the last signed head, so that a change of
 * what was signed is noticed and not signed.
 */
export class Checkpoints implements Disposable {
  readonly #options: CheckpointsOptions;
  #timer: NodeJS.Timeout | undefined;
  #last: SignedCheckpoint | undefined;

  constructor(options: CheckpointsOptions) {
    this.#options = options;
  }

  /** The key that verifies the checkpoints, as C2SP signed-note writes keys. */
  get verifierKey(): string {
    return verifierKey(this.#options.keys.verifier);
  }

  /** Signs the head every ten seconds, if the tree has grown, until disposed. */
  follow(): void {
    this.#timer ??= setInterval(() => {
      this.current().catch((error: unknown) => {
        const { log } = this.#options;
        if (error instanceof LogChanged) log.error({ err: error }, "the audit log was changed");
        else log.warn({ err: error }, "the audit log could not be signed");
      });
    }, signMs).unref();
  }

  /** Returns a checkpoint of at least `size` leaves, as far as the tree has so many; the last one if that is enough. */
  async covering(size: number): Promise<SignedCheckpoint> {
    const last = await this.#stored();
    return last && last.size >= size ? last : this.current();
  }

  /** Returns the checkpoint of the present tree, and signs it when that was not done before. @throws Error when the log was changed */
  async current(): Promise<SignedCheckpoint> {
    const { store, keys } = this.#options;
    const last = await this.#stored();
    const size = await store.read.audit.size();
    if (last && last.size === size) return last;
    const [now, before] = await rootsOf(store.read, [size, last?.size ?? 0]);
    if (last && (last.size > size || !last.root.equals(before as Buffer))) throw changedSince(last);
    const { name, publicKey } = keys.verifier;
    const checkpoint = { origin: name, size, root: Buffer.from(now as Buffer) };
    const text = checkpointText(checkpoint);
    const note = `${text}\n${signNote(text, name, keys.checkpoint, publicKey)}`;
    await store.transact((tx) => tx.auditKeys.keepCheckpoint(size, note));
    this.#last = { ...checkpoint, note };
    return this.#last;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  /** Returns the largest of the checkpoints that are stored or known here. @throws Error when the stored one is not signed by the log */
  async #stored(): Promise<SignedCheckpoint | undefined> {
    const { store, keys } = this.#options;
    const note = await store.read.audit.checkpoint();
    if (note === undefined || note === this.#last?.note) return this.#last;
    const stored = openCheckpoint(note, keys);
    if (!stored) throw new LogChanged("the last checkpoint of the audit log has no valid signature");
    if (this.#last && stored.size < this.#last.size) return this.#last;
    // Another process has signed it. It may have been rewritten, and signed with the right key.
    const last = this.#last;
    if (last && !last.root.equals((await rootsOf(store.read, [last.size]))[0] as Buffer))
      throw changedSince(last);
    this.#last = stored;
    return stored;
  }
}

const changedSince = ({ size }: SignedCheckpoint): LogChanged =>
  new LogChanged(
    `the audit log no longer begins with the ${size} records that were signed; run: pda audit verify`,
  );

/** Reads a checkpoint; undefined when the key did not sign it. */
export function openCheckpoint(
  note: string,
  { verifier }: Pick<AuditKeys, "verifier">,
): SignedCheckpoint | undefined {
  const text = openNote(note, verifier);
  const checkpoint = text === undefined ? undefined : readCheckpoint(text);
  return checkpoint?.origin === verifier.name ? { ...checkpoint, note } : undefined;
}

/** Returns the roots of the trees of so many leaves. */
async function rootsOf(read: Pick<Readers, "audit">, sizes: readonly number[]): Promise<Uint8Array[]> {
  return hashesOf(
    read,
    sizes.map((end) => ({ start: 0, end })),
  );
}

/** Returns the roots of subtrees of the log's tree. */
export async function hashesOf(
  read: Pick<Readers, "audit">,
  subtrees: readonly Leaves[],
): Promise<Uint8Array[]> {
  const hashAt = hashesIn(await read.audit.tiles(tilesFor(subtrees)));
  return subtrees.map((leaves) => rootOf(leaves, hashAt));
}
