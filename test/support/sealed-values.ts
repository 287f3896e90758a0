import type { Sealer } from "../../src/rpc/seal.ts";
import { contextOf } from "../../src/services/data-keys/sealed-contexts.ts";
import { type SealedColumnName, sealedColumnNames } from "../../src/store/sealed-values.ts";
import type { Store } from "../../src/store/store.ts";

/** A sealed value as it lies in the database, with the context that it opens in. */
export interface FoundValue {
  readonly name: SealedColumnName;
  readonly sealed: Buffer;
  readonly context: string;
}

/** No value begins with this. */
const noHeader = Buffer.from("no header...");

/** Every sealed value of a database whose row is not locked. */
export async function sealedValues(store: Store): Promise<FoundValue[]> {
  const all: FoundValue[] = [];
  for (const name of sealedColumnNames) {
    const to = await store.read.sealedValues.blocks(name);
    const found = await store.transact((tx) => tx.sealedValues.lock(name, noHeader, { from: 0, to }));
    for (const { sealed, place } of found) all.push({ name, sealed, context: contextOf(name, place) });
  }
  return all;
}

/** How many of the values a sealer opens. */
export function openedBy(sealer: Sealer, values: readonly FoundValue[]): number {
  return values.filter(({ sealed, context }) => {
    try {
      sealer.open(sealed, context);
      return true;
    } catch {
      return false;
    }
  }).length;
}
