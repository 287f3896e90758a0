import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import { byteas, identifiers, texts } from "../arrays.ts";
import { Repository, type Row } from "../database.ts";

/** A publisher's own reference for an asset, and the item that was issued under this reference. */
export interface AssetReference {
  readonly reference: string;
  readonly assetId: string;
  /** SHA-256 of the item. */
  readonly fingerprint: Uint8Array;
}

/** Stores publishers' references for assets; exists inside a transaction only. */
export class AssetReferenceWriter extends Repository {
  /**
   * Claims references for assets that this transaction will store. A reference that was claimed before keeps its asset. When two
   * transactions want one reference, the later transaction waits for the first.
   *
   * @param wanted with distinct references
   * @returns the current owner of each reference, by reference
   */
  async claim(publisherId: string, wanted: readonly AssetReference[]): Promise<Map<string, AssetReference>> {
    if (wanted.length === 0) return new Map();
    const publisher = uuidOf("publisher", publisherId);
    // Always in one order, to avoid deadlocks.
    const sorted = wanted.toSorted((a, b) => (a.reference < b.reference ? -1 : 1));
    const taken = await this.session.run<Row<"asset_reference", "reference">>(
      {
        name: "asset_reference_claim",
        text: `insert into asset_reference (publisher_id, reference, asset_id, fingerprint)
          select $1, * from unnest($2::text[], $3::uuid[], $4::bytea[])
          on conflict (publisher_id, reference) do nothing returning reference`,
      },
      [
        publisher,
        texts(sorted.map(({ reference }) => reference)),
        identifiers("asset", sorted, ({ assetId }) => assetId),
        byteas(sorted.map(({ fingerprint }) => fingerprint)),
      ],
    );
    const own = new Set(taken.map((row) => row.reference));
    const owners = new Map(sorted.map((each) => [each.reference, each]));
    const others = sorted.filter(({ reference }) => !own.has(reference));
    if (others.length === 0) return owners;
    // A second statement, because its snapshot must be newer than the transactions for which the insert waited.
    const rows = await this.session.run<Row<"asset_reference", "reference, asset_id, fingerprint">>(
      {
        name: "asset_reference_get",
        text: `select reference, asset_id, fingerprint from asset_reference
          where publisher_id = $1 and reference = any($2::text[])`,
      },
      [publisher, texts(others.map(({ reference }) => reference))],
    );
    for (const { reference, asset_id: assetId, fingerprint } of rows)
      owners.set(reference, { reference, assetId: idOf("asset", assetId), fingerprint });
    return owners;
  }
}
