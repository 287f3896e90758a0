import { LRUCache } from "lru-cache";
import type { AssetTypeFacts } from "../../domain/asset/asset-type.ts";

const entriesMax = 10_000;

/** Facts of asset types that never change once they are committed, so that hot paths need not read them again. */
export class AssetTypeCache {
  readonly #byCode = new LRUCache<string, AssetTypeFacts>({ max: entriesMax });
  readonly #byId = new LRUCache<string, AssetTypeFacts>({ max: entriesMax });

  byCode(code: string): AssetTypeFacts | undefined {
    return this.#byCode.get(code);
  }

  byId(assetTypeId: string): AssetTypeFacts | undefined {
    return this.#byId.get(assetTypeId);
  }

  keep(facts: AssetTypeFacts): void {
    this.#byCode.set(facts.code, facts);
    this.#byId.set(facts.assetTypeId, facts);
  }
}
