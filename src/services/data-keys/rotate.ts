import { setTimeout as sleep } from "node:timers/promises";
import { AdvisedError } from "../../files/advised.ts";
import { headerOf } from "../../rpc/sealed-form.ts";
import { Sealer } from "../../rpc/seal.ts";
import type { SealedColumnName } from "../../store/sealed-values.ts";
import type { Store } from "../../store/store.ts";
import { DataKeys, STALE_MS } from "./data-keys.ts";
import { resealAll } from "./reseal.ts";
import { nextVersion } from "./stored-keys.ts";

/** A process that knows the keys from before this time no longer seals with them. */
const SETTLE_MS = STALE_MS + 2_000;
const POLL_MS = 250;
/** Longest wait for transactions of the time before the new key. */
const TRANSACTIONS_MS = 600_000;

/** A rotation's store, key and listener. */
export interface Rotation {
  readonly store: Store;
  readonly outerKey: Uint8Array;
  readonly say: (text: string) => void;
  readonly progress: (column: SealedColumnName, resealed: number) => void;
  /** Each of the two waits for all cores, in milliseconds. A shorter wait than the default is safe only where no core runs. */
  readonly settleMs?: number;
}

/**
 * Replaces the key that seals values in the database, while cores run:
 *
 * 1. The new version is stored, and every core reads it within the wait that follows. A core that cannot unwrap it stops the rotation.
 * 2. The version becomes active. After a second wait no core seals with an older one: a core whose keys are older than `STALE_MS` refuses.
 *    Transactions that may have sealed before then end.
 * 3. Every value that an older version sealed is sealed anew.
 * 4. When no such value is left, the older versions are erased.
 *
 * Each step can be repeated, so a run that was interrupted at any point is completed by the next run.
 *
 * @returns the version that seals now
 * @throws AdvisedError
 */
export async function rotateDataKey(rotation: Rotation): Promise<number> {
  const { store, outerKey, say, progress, settleMs = SETTLE_MS } = rotation;
  const { version, active, resumed } = await nextVersion(store, outerKey);
  if (resumed) say(`continuing the rotation to data key version ${version}, which was interrupted`);
  if (!active) {
    say(`data key version ${version} is stored; waiting ${settleMs / 1000} s until every core knows it`);
    await sleep(settleMs);
    await requireKnown(store, version);
    await store.transact((tx) => tx.dataKeys.activate(version));
  }
  say(`data key version ${version} is active; waiting ${settleMs / 1000} s until every core seals with it`);
  await sleep(settleMs);
  await awaitTransactions(store, say);

  using keys = new DataKeys({ store, outerKey, readOuterKey: () => Promise.resolve(outerKey) });
  await keys.load();
  keys.follow();
  await resealAll({ store, sealer: new Sealer(keys), header: headerOf(version), progress });
  await store.transact((tx) => tx.dataKeys.removeBelow(version));
  return version;
}

async function requireKnown(store: Store, version: number): Promise<void> {
  if (await store.read.dataKeys.isRefused(version, STALE_MS / 1000))
    throw new AdvisedError(
      `a core cannot unwrap data key version ${version}, because its machine has another data key; nothing has changed`,
      "put the new data key in place on every machine that runs a core (their logs name it), then run pda keys rotate-data again",
    );
}

async function awaitTransactions(store: Store, say: (text: string) => void): Promise<void> {
  const running = await store.read.sealedValues.running();
  const end = performance.now() + TRANSACTIONS_MS;
  for (let polls = 0; await store.read.sealedValues.areRunning(running); polls += 1) {
    if (polls === 4) say("waiting for transactions that began before");
    if (performance.now() > end)
      throw new AdvisedError(
        `a transaction has been open for more than ${TRANSACTIONS_MS / 60_000} minutes`,
        "end it (see pg_stat_activity), then run pda keys rotate-data again",
      );
    await sleep(POLL_MS);
  }
}
