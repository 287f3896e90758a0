import { setTimeout as sleep } from "node:timers/promises";
import { AdvisedError } from "../../files/advised.ts";
import type { Sealer } from "../../rpc/seal.ts";
import { type SealedColumnName, sealedColumnNames } from "../../store/sealed-values.ts";
import type { Store } from "../../store/store.ts";
import { contextOf } from "./sealed-contexts.ts";

/** Blocks of one transaction, 128 KiB: it holds its row locks for some milliseconds. */
const BLOCKS = 16;
/** A pass leaves out the rows that are locked at that moment. Many passes mean that a transaction holds a row and does not end. */
const PASSES_MAX = 120;
const PASS_PAUSE_MS = 500;

/** The parts of sealing everything anew. */
export interface Resealing {
  readonly store: Store;
  readonly sealer: Sealer;
  /** What values begin with that the active key has sealed. */
  readonly header: Buffer;
  /** Reports how many values of a column have been sealed anew, after each batch. */
  readonly progress: (column: SealedColumnName, resealed: number) => void;
}

/**
 * Seals every stored value with the active key, in small transactions that never wait for a row. New values must already be sealed with the
 * active key. An interrupted run continues where the values still have another header.
 *
 * @throws AdvisedError when values stay that cannot be sealed anew
 */
export async function resealAll(resealing: Resealing): Promise<void> {
  const counts = new Map<SealedColumnName, number>();
  let left: readonly SealedColumnName[] = sealedColumnNames;
  for (let pass = 1; left.length > 0; pass += 1) {
    if (pass > PASSES_MAX)
      throw new AdvisedError(
        `values of ${left.join(", ")} are still sealed with an older data key: their rows are locked, or a process of an older version writes them`,
        "end long transactions (see pg_stat_activity), stop cores of older versions, then run pda keys rotate-data again",
      );
    if (pass > 1) await sleep(PASS_PAUSE_MS);
    for (const name of left) counts.set(name, await resealOnce(name, resealing, counts.get(name) ?? 0));
    left = await columnsLeft(resealing);
  }
}

/**
 * Returns the columns with values that another key has sealed. All rows are compared in one snapshot, because a row that is changed
 * meanwhile moves to another block.
 */
function columnsLeft({ store, header }: Resealing): Promise<SealedColumnName[]> {
  return store.snapshot(async (read) => {
    const left: SealedColumnName[] = [];
    for (const name of sealedColumnNames) if (await read.sealedValues.exists(name, header)) left.push(name);
    return left;
  });
}

async function resealOnce(name: SealedColumnName, resealing: Resealing, before: number): Promise<number> {
  const { store, progress } = resealing;
  let resealed = before;
  const blocks = await store.read.sealedValues.blocks(name);
  for (let from = 0; from < blocks; from += BLOCKS) {
    const began = performance.now();
    const count = await resealBatch(name, resealing, from);
    if (count === 0) continue;
    resealed += count;
    progress(name, resealed);
    // Half of the time is left to the calls.
    await sleep(performance.now() - began);
  }
  return resealed;
}

function resealBatch(
  name: SealedColumnName,
  { store, sealer, header }: Resealing,
  from: number,
): Promise<number> {
  return store.transact(async (tx) => {
    const found = await tx.sealedValues.lock(name, header, { from, to: from + BLOCKS });
    if (found.length === 0) return 0;
    return tx.sealedValues.replace(
      name,
      found.map(({ row, sealed, place }) => {
        const context = contextOf(name, place);
        return { row, before: sealed, after: reseal(sealer, sealed, context) };
      }),
    );
  });
}

/** @throws AdvisedError for a value that no key opens. The context names the row and nothing secret. */
function reseal(sealer: Sealer, sealed: Buffer, context: string): Buffer {
  let plain: Buffer;
  try {
    plain = sealer.open(sealed, context);
  } catch (cause) {
    throw new AdvisedError(
      `a sealed value does not open: ${context}`,
      "restore its row from a backup, or delete the row, then run pda keys rotate-data again; all keys stay until then",
      { cause },
    );
  }
  try {
    return sealer.seal(plain, context);
  } finally {
    plain.fill(0);
  }
}
