import { LRUCache } from "lru-cache";
import type { PayableFacts } from "../../domain/asset/asset-type.ts";

const entriesMax = 10_000;

/**
 * Facts of asset types that never change once they are committed, so that hot paths need not read them again: no policy, and of
 * types that payments cannot be made in nothing, because that can change.
 */
export class AssetTypeCache {
  readonly #byCode = new LRUCache<string, PayableFacts>({ max: entriesMax });
  readonly #byId = new LRUCache<string, PayableFacts>({ max: entriesMax });

  byCode(code: string): PayableFacts | undefined {
    return this.#byCode.get(code);
  }

  byId(assetTypeId: string): PayableFacts | undefined {
    return this.#byId.get(assetTypeId);
  }

  keep(facts: PayableFacts): void {
    if (!facts.payable) return;
    this.#byCode.set(facts.code, facts);
    this.#byId.set(facts.assetTypeId, facts);
  }
}
