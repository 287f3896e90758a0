import { LRUCache } from "lru-cache";
import type { PayableFacts } from "../../domain/asset/asset-type.ts";

const entriesMax = 10_000;

/**
 * Caches facts of asset types that never change after the commit, so that hot paths need not read them again. Policies can change and
 * are not cached. A type that is not payable is not cached, because it may become payable.
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
