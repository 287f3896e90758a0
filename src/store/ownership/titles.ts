import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import type { OwnershipEntry } from "../../domain/ownership/entry.ts";
import type { OwnedTitle, OwnershipHead, Transfer } from "../../domain/ownership/ownership.ts";
import { anyLength, identifiers } from "../arrays.ts";
import { Repository, type Row } from "../database.ts";

const titleColumns =
  "a.publisher_id, a.asset_id, a.status, coalesce(t.transferable, true) as transferable, p.status as publisher_status";
/** A left join, because an asset without a type can be transferred. */
const withPolicyAndPublisher =
  "join publisher p on p.publisher_id = a.publisher_id left join asset_type t on t.publisher_id = a.publisher_id and t.asset_type_id = a.asset_type_id";

/** Reads the owners of assets, as tags. */
export class TitleReader extends Repository {
  /** Returns the asset with the last entry of its chain. One statement runs whether or not the asset has an owner. */
  async find(assetId: string): Promise<OwnedTitle | undefined> {
    return (await this.findMany([assetId])).get(assetId);
  }

  /** Works as `find` for several assets. Unknown identifiers are absent. */
  async findMany(assetIds: readonly string[]): Promise<Map<string, OwnedTitle>> {
    const rows = await this.session.run<AssetRow & (HeadRow | { readonly owner_tag: null })>(
      {
        name: "title_find",
        text: `select ${titleColumns}, o.seq, o.entry_hash, o.owner_tag, o.acquired_at
          from asset a ${withPolicyAndPublisher}
          left join ownership o on o.publisher_id = a.publisher_id and o.asset_id = a.asset_id
          where a.asset_id = any(${anyLength("$1::uuid[]")})`,
      },
      [identifiers("asset", assetIds)],
    );
    return new Map(rows.map((row) => titleOf(row, row)).map((title) => [title.assetId, title]));
  }

  /** Returns the entries of an asset's chain with their transfers, oldest first. */
  async chain(assetId: string): Promise<(OwnershipEntry & { transferId: string; entryHash: string })[]> {
    const rows = await this.session.run<
      Row<"ownership_entry", "transfer_id, seq, prev_entry_hash, entry_hash, offer_hash, acceptance_hash">
    >(
      {
        name: "ownership_chain",
        text: `select e.transfer_id, e.seq, e.prev_entry_hash, e.entry_hash, e.offer_hash, e.acceptance_hash from ownership_entry e join asset a using (publisher_id, asset_id)
          where a.asset_id = $1 order by e.seq`,
      },
      [uuidOf("asset", assetId)],
    );
    return rows.map((row) => ({
      transferId: idOf("transfer", row.transfer_id),
      assetId,
      seq: row.seq,
      prevEntryHash: row.prev_entry_hash && textOf(row.prev_entry_hash),
      entryHash: textOf(row.entry_hash),
      offerHash: textOf(row.offer_hash),
      acceptanceHash: row.acceptance_hash && textOf(row.acceptance_hash),
    }));
  }
}

/** Moves ownership; exists inside a transaction only. */
export class TitleWriter extends TitleReader {
  /**
   * Returns the asset and locks it until the transaction ends, so that neither its status nor its owner changes. Every transaction that
   * moves ownership takes this lock first.
   */
  async lock(assetId: string): Promise<OwnedTitle | undefined> {
    const uuid = uuidOf("asset", assetId);
    // A second statement reads the owner, because its snapshot must be newer than the lock.
    const [[asset], [head]] = await Promise.all([
      this.session.run<AssetRow>(
        {
          name: "title_lock",
          text: `select ${titleColumns} from asset a ${withPolicyAndPublisher} where a.asset_id = $1 for no key update of a`,
        },
        [uuid],
      ),
      this.session.run<HeadRow>(
        {
          name: "title_head",
          text: "select seq, entry_hash, owner_tag, acquired_at from ownership where asset_id = $1",
        },
        [uuid],
      ),
    ]);
    return asset && titleOf(asset, head);
  }

  /**
   * Appends the next entry to an asset's chain and makes the holder with `ownerTag` the owner.
   *
   * @throws Refused OWNERSHIP_MOVED_ON when the chain already has an entry with this `seq`
   */
  async append(
    { publisherId, transferId }: Pick<Transfer, "publisherId" | "transferId">,
    entry: OwnershipEntry & { readonly entryHash: string },
    ownerTag: Uint8Array,
  ): Promise<void> {
    const key = [uuidOf("publisher", publisherId), uuidOf("asset", entry.assetId), entry.seq];
    const hash = bytesOf(entry.entryHash);
    await Promise.all([
      this.session.run(
        {
          name: "ownership_entry_insert",
          text: `insert into ownership_entry (publisher_id, asset_id, seq, transfer_id, prev_entry_hash, entry_hash, offer_hash,
              acceptance_hash, created_at)
            values ($1, $2, $3, $4, $5, $6, $7, $8, business_now())`,
        },
        [
          ...key,
          uuidOf("transfer", transferId),
          entry.prevEntryHash === null ? null : bytesOf(entry.prevEntryHash),
          hash,
          bytesOf(entry.offerHash),
          entry.acceptanceHash === null ? null : bytesOf(entry.acceptanceHash),
        ],
      ),
      this.session.run(
        {
          name: "ownership_move",
          text: `insert into ownership (publisher_id, asset_id, seq, entry_hash, owner_tag, acquired_at)
            values ($1, $2, $3, $4, $5, business_now())
            on conflict (publisher_id, asset_id) do update
            set seq = excluded.seq, entry_hash = excluded.entry_hash, owner_tag = excluded.owner_tag, acquired_at = excluded.acquired_at`,
        },
        [...key, hash, ownerTag],
      ),
    ]);
  }
}

type AssetRow = Row<"asset", "publisher_id, asset_id, status"> & {
  readonly transferable: boolean;
  readonly publisher_status: OwnedTitle["publisherStatus"];
};
type HeadRow = Row<"ownership", "seq, entry_hash, owner_tag, acquired_at">;

function titleOf(asset: AssetRow, head: HeadRow | { readonly owner_tag: null } | undefined): OwnedTitle {
  return {
    assetId: idOf("asset", asset.asset_id),
    publisherId: idOf("publisher", asset.publisher_id),
    status: asset.status,
    publisherStatus: asset.publisher_status,
    transferable: asset.transferable,
    ...(head?.owner_tag ? { head: headOf(head) } : {}),
  };
}

const headOf = (row: HeadRow): OwnershipHead => ({
  seq: row.seq,
  entryHash: textOf(row.entry_hash),
  ownerTag: row.owner_tag,
  acquiredAt: row.acquired_at,
});

/** Converts a stored hash to the domain's base64url text. */
export const textOf = (bytes: Buffer): string => bytes.toString("base64url");
/** Converts the domain's base64url text of a hash to bytes. */
export const bytesOf = (hash: string): Buffer => Buffer.from(hash, "base64url");
