import { createHmac } from "node:crypto";
import { LRUCache } from "lru-cache";
import { BATCH_RECORDS_MAX, type EncodedBatch, RecordBatch } from "../../domain/audit/batch.ts";
import type { AuditEntry } from "../../domain/audit/record.ts";
import type { Logger } from "../../logger.ts";
import type { Store, Transaction } from "../../store/store.ts";
import { auditWaiting } from "../../telemetry.ts";
import { countOf } from "./describe.ts";
import { Refusals } from "./refusals.ts";

/** Records of reads and refusals are durable within this time and the time of a write. */
const flushMs = 250;
/** Records that may wait for the database. When so many wait, no further call is accepted. */
const waitingMax = 50_000;
const addressesMax = 10_000;

export interface AuditTrailOptions {
  readonly store: Pick<Store, "transact">;
  /** Key of the hashes of addresses, 32 bytes. */
  readonly addressKey: Uint8Array;
  readonly log: Logger;
}

/**
 * Keeps a record of every call. The record of a change commits in the transaction of the change. Records of reads and refusals wait in
 * memory for the next write, at most a quarter of a second.
 */
export class AuditTrail implements AsyncDisposable {
  readonly #options: AuditTrailOptions;
  readonly #hashes = new LRUCache<string, string>({ max: addressesMax });
  readonly #refusals = new Refusals<AuditEntry>();
  /** The batch that takes the next record. */
  #open: RecordBatch | undefined;
  /** Full batches, and batches that could not be written. */
  #waiting: EncodedBatch[] = [];
  /** Number of the records in all of these. */
  #waitingCount = 0;
  #writing: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #failing = false;

  constructor(options: AuditTrailOptions) {
    this.#options = options;
  }

  /** Tells whether so many records wait that a further call could leave none. */
  get isFull(): boolean {
    return this.#waitingCount >= waitingMax;
  }

  /** Writes records every quarter of a second until disposed. */
  start(): void {
    this.#timer ??= setInterval(() => void this.flush(), flushMs).unref();
  }

  /** Returns the keyed hash of an address; undefined when the address is not known. */
  addressHash(address: string | undefined): string | undefined {
    if (address === undefined || address === "") return undefined;
    const known = this.#hashes.get(address);
    if (known !== undefined) return known;
    const made = createHmac("sha256", this.#options.addressKey).update(address).digest("base64url");
    this.#hashes.set(address, made);
    return made;
  }

  /** Records calls in their transaction, without a round trip of their own. */
  commit(tx: Pick<Transaction, "auditBatches">, records: readonly AuditEntry[]): void {
    for (let at = 0; at < records.length; at += BATCH_RECORDS_MAX) {
      const some = records.slice(at, at + BATCH_RECORDS_MAX);
      const batch = new RecordBatch();
      for (const record of some) batch.add(record);
      tx.auditBatches.append(batch.encoded());
    }
  }

  /** Records a call that has no transaction. Refusals beyond the tenth of an address in a minute are only counted. */
  note(record: AuditEntry): void {
    const { outcome, addressHash: address, credentialId, sessionId, mechanism, callCount: calls } = record;
    const caller = { address, credentialId, sessionId, mechanism };
    if (outcome !== "refused" || this.#refusals.admits(record, caller, { calls })) this.#add(record);
  }

  #add(record: AuditEntry): void {
    if (!this.#open?.isOpen) this.#close();
    this.#open ??= new RecordBatch();
    this.#open.add(record);
    this.#waitingCount += 1;
  }

  /** Ends the open batch, so that the next record begins another one. */
  #close(): void {
    if (this.#open) this.#waiting.push(this.#open.encoded());
    this.#open = undefined;
  }

  /** Writes the records that wait. Records that could not be written wait for the next time. */
  async flush(): Promise<void> {
    // The write that runs may have begun before the last record came.
    await this.#writing;
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  /** Writes everything that waits, also the counts of refusals. */
  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
    if (this.#waitingCount > 0)
      this.#options.log.error({ records: this.#waitingCount }, "audit records could not be written");
  }

  async #write(): Promise<void> {
    const { store, log } = this.#options;
    for (const counted of this.#refusals.take()) this.#add(countOf(counted));
    this.#close();
    auditWaiting.set(this.#waitingCount);
    if (this.#waiting.length === 0) return;
    const batches = this.#waiting;
    this.#waiting = [];
    try {
      await store.transact(async (tx) => {
        for (const batch of batches) tx.auditBatches.append(batch);
      });
      this.#waitingCount -= batches.reduce((sum, { count }) => sum + count, 0);
      if (this.#failing) log.info("audit records are written again");
      this.#failing = false;
    } catch (error) {
      this.#waiting = [...batches, ...this.#waiting];
      if (!this.#failing)
        log.warn({ err: error, records: this.#waitingCount }, "audit records wait for the database");
      this.#failing = true;
    }
  }
}
