import { type Leaves, rootOf } from "../../domain/audit/merkle.ts";
import { hashesIn, tilesFor } from "../../domain/audit/tiles.ts";
import type { Logger } from "../../logger.ts";
import type { Readers, Store } from "../../store/store.ts";
import { type Checkpoint, checkpointText, readCheckpoint } from "../../trust/transparency/checkpoint.ts";
import { openNote, signNote, verifierKey } from "../../trust/transparency/note.ts";
import type { AuditKeys } from "./keys.ts";
import type { SignedHead } from "./signed-head.ts";

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
  /** Where this machine keeps the last head, so that a restart does not forget it. */
  readonly head: SignedHead;
  readonly log: Logger;
  /** Takes whether the log contradicts what was signed, each time that the log was compared. */
  readonly onCompared?: (contradicts: boolean) => void;
}

/**
 * Signs heads of the audit log's tree. A head is signed only if its tree begins with the tree of the last signed head, so that a change of
 * what was signed is noticed and not signed. The last head is the largest of those that the database and this machine have kept.
 */
export class Checkpoints implements Disposable {
  readonly #options: CheckpointsOptions;
  #timer: NodeJS.Timeout | undefined;
  #last: SignedCheckpoint | undefined;
  #cannotKeep = false;

  constructor(options: CheckpointsOptions) {
    this.#options = options;
  }

  /** The key that verifies the checkpoints, as C2SP signed-note writes keys. */
  get verifierKey(): string {
    return verifierKey(this.#options.keys.verifier);
  }

  /** Signs the head at once and every ten seconds, if the tree has grown, until disposed. */
  follow(): void {
    if (this.#timer) return;
    this.#timer = setInterval(() => void this.#sign(), signMs).unref();
    void this.#sign();
  }

  async #sign(): Promise<void> {
    const { log, onCompared } = this.#options;
    try {
      await this.current();
      onCompared?.(false);
    } catch (error) {
      if (error instanceof LogChanged) {
        log.error({ err: error }, "the audit log was changed");
        onCompared?.(true);
      } else log.warn({ err: error }, "the audit log could not be signed");
    }
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
    if (last && last.size > size) throw changedSince(last);
    await this.#requireContinued(last);
    const [root] = await hashesOf(store.read, [{ start: 0, end: size }]);
    const { name, publicKey } = keys.verifier;
    const checkpoint = { origin: name, size, root: Buffer.from(root as Uint8Array) };
    const text = checkpointText(checkpoint);
    const signed = { ...checkpoint, note: `${text}\n${signNote(text, name, keys.checkpoint, publicKey)}` };
    await this.#keep(signed);
    await store.transact((tx) => tx.auditKeys.keepCheckpoint(size, signed.note));
    return signed;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  /**
   * Returns the largest of the checkpoints that the database or this machine has kept.
   * @throws LogChanged when one of them is not signed by the log, or when the log does not continue the one that is known here
   */
  async #stored(): Promise<SignedCheckpoint | undefined> {
    const { store, head } = this.#options;
    if (!this.#last) {
      const kept = this.#opened(head.read(), head.file);
      await this.#requireContinued(kept);
      this.#last ??= kept;
    }
    const last = this.#last;
    const stored = this.#opened(await store.read.audit.checkpoint(), "the database");
    if (!stored || stored === last || (last && stored.size < last.size)) return last;
    // Another process has signed it. It may have been rewritten, and signed with the right key.
    await this.#requireContinued(last);
    await this.#keep(stored);
    return stored;
  }

  #opened(note: string | undefined, place: string): SignedCheckpoint | undefined {
    if (note === undefined) return undefined;
    if (note === this.#last?.note) return this.#last;
    const checkpoint = openCheckpoint(note, this.#options.keys);
    if (checkpoint) return checkpoint;
    throw new LogChanged(`the checkpoint in ${place} is not signed with the key of the audit log`);
  }

  /** @throws LogChanged when the log does not begin with the tree of the checkpoint */
  async #requireContinued(last: SignedCheckpoint | undefined): Promise<void> {
    if (last && !(await beginsWith(this.#options.store.read, last))) throw changedSince(last);
  }

  /** Keeps the last head in memory and on this machine. Without the file the log is signed on, because callers need proofs. */
  async #keep(checkpoint: SignedCheckpoint): Promise<void> {
    const { head, log } = this.#options;
    if (this.#last && this.#last.size > checkpoint.size) return;
    this.#last = checkpoint;
    try {
      await head.keep(checkpoint.note);
      this.#cannotKeep = false;
    } catch (error) {
      if (!this.#cannotKeep)
        log.warn({ err: error }, "the signed head of the audit log cannot be kept on this machine");
      this.#cannotKeep = true;
    }
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

/** Tells whether the tree begins with the tree of the checkpoint. */
async function beginsWith(read: Pick<Readers, "audit">, { size, root }: SignedCheckpoint): Promise<boolean> {
  try {
    const [found] = await hashesOf(read, [{ start: 0, end: size }]);
    return found !== undefined && root.equals(found);
  } catch (error) {
    // The tree lacks hashes.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Returns the roots of subtrees of the log's tree. */
export async function hashesOf(
  read: Pick<Readers, "audit">,
  subtrees: readonly Leaves[],
): Promise<Uint8Array[]> {
  const hashAt = hashesIn(await read.audit.tiles(tilesFor(subtrees)));
  return subtrees.map((leaves) => rootOf(leaves, hashAt));
}
