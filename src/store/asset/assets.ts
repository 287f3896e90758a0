import type { Asset } from "../../domain/asset/asset.ts";
import type { LifecycleStatus } from "../../domain/asset/lifecycle.ts";
import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import type { TicketTerms } from "../../domain/ticket/ticket.ts";
import { anyLength, identifiers } from "../arrays.ts";
import { Repository, type Row } from "../database.ts";
import { type Page, type PageRequest, toPage } from "../page.ts";
import { type AssetFilter, assetColumns, listStatement } from "./list.ts";

/** An asset to store. */
export type NewAsset = Omit<Asset, "status" | "createdAt"> & {
  /** The terms of a ticket; absent for every other kind of asset. */
  readonly ticket?: TicketTerms;
};

/** Reads the public facts of assets. Ownership is not included. */
export class AssetReader extends Repository {
  /** Returns the asset. The result does not depend on the caller's tenant. */
  async get(assetId: string): Promise<Asset | undefined> {
    return this.findOne(
      { name: "asset_get", text: `select ${assetColumns} from asset a where asset_id = $1` },
      [uuidOf("asset", assetId)],
      assetOf,
    );
  }

  /** Lists assets, newest first. */
  async list(filter: AssetFilter, page: PageRequest): Promise<Page<Asset>> {
    const { statement, values } = listStatement(filter, page);
    const rows = await this.session.run<AssetRow>(statement, values);
    return toPage(rows.map(assetOf), page.size, ({ assetId }) => assetId);
  }

  /** Returns assets by identifier. Unknown identifiers are absent from the map. */
  async getMany(assetIds: readonly string[]): Promise<Map<string, Asset>> {
    const rows = await this.session.run<AssetRow>(
      {
        name: "asset_get_many",
        text: `select ${assetColumns} from asset a where asset_id = any(${anyLength("$1::uuid[]")})`,
      },
      [identifiers("asset", assetIds)],
    );
    return new Map(rows.map(assetOf).map((asset) => [asset.assetId, asset]));
  }
}

/** Stores assets and their lifecycle; exists inside a transaction only. */
export class AssetWriter extends AssetReader {
  /**
   * Stores new assets in one statement. Each asset gets the status `issued` and the first entry of its history. A ticket also gets
   * its terms.
   *
   * @returns the stored assets, in the order of `assets`
   */
  async insertMany(assets: readonly NewAsset[]): Promise<Asset[]> {
    const rows = await this.session.run<AssetRow>(
      {
        name: "asset_insert",
        text: `with given as materialized (
            select * from jsonb_to_recordset($1) as x (publisher_id uuid, asset_id uuid, kind text, name text, description text,
              networks jsonb, metadata jsonb, asset_type_id uuid, not_before timestamptz, not_after timestamptz, gate_groups jsonb,
              use_count int, redeemers jsonb)),
          made as (
            insert into asset as a (publisher_id, asset_id, kind, name, description, networks, metadata, asset_type_id, created_at)
            select x.publisher_id, x.asset_id, x.kind, x.name, x.description,
              array(select jsonb_array_elements_text(x.networks)), x.metadata, x.asset_type_id, business_now()
            from given x
            returning ${assetColumns}),
          ticketed as (
            insert into ticket (publisher_id, asset_id, not_before, not_after, gate_groups, use_count, redeemers)
            select x.publisher_id, x.asset_id, x.not_before, x.not_after, array(select jsonb_array_elements_text(x.gate_groups)),
              x.use_count, array(select jsonb_array_elements_text(x.redeemers)::uuid)
            from given x where x.use_count is not null),
          recorded as (
            insert into asset_transition (publisher_id, asset_id, transition_id, from_status, to_status, reason, created_at)
            select publisher_id, asset_id, gen_random_uuid(), null, status, '', created_at from made)
          select ${assetColumns} from made a`,
      },
      [JSON.stringify(assets.map(insertionOf))],
    );
    const stored = new Map(rows.map((row) => [row.asset_id, row]));
    return assets.map(({ assetId }) => assetOf(stored.get(uuidOf("asset", assetId)) as AssetRow));
  }

  /** Stores one new asset, as `insertMany` does. */
  async insert(asset: NewAsset): Promise<Asset> {
    return (await this.insertMany([asset]))[0] as Asset;
  }

  /** Returns the publisher's asset and locks the row until the transaction ends. */
  async lock(publisherId: string, assetId: string): Promise<Asset | undefined> {
    return this.findOne(
      {
        name: "asset_lock",
        text: `select ${assetColumns} from asset a where publisher_id = $1 and asset_id = $2 for no key update`,
      },
      [uuidOf("publisher", publisherId), uuidOf("asset", assetId)],
      assetOf,
    );
  }

  /** Moves a locked asset to its next state and records the transition in the asset's history. */
  async transition(asset: Asset, to: LifecycleStatus, reason: string): Promise<Asset> {
    const key = [uuidOf("publisher", asset.publisherId), uuidOf("asset", asset.assetId)];
    const row = await this.session.one<AssetRow>(
      {
        name: "asset_transition",
        text: `update asset a set status = $3 where publisher_id = $1 and asset_id = $2 returning ${assetColumns}`,
      },
      [...key, to],
    );
    await this.session.run(
      {
        name: "asset_transition_record",
        text: `insert into asset_transition (publisher_id, asset_id, transition_id, from_status, to_status, reason, created_at)
          values ($1, $2, gen_random_uuid(), $3, $4, $5, business_now())`,
      },
      [...key, asset.status, to, reason],
    );
    return assetOf(row);
  }
}

/** Returns the row to insert, as JSON. */
function insertionOf(asset: NewAsset): object {
  const { kind, name, description, networks, metadata, assetTypeId, ticket } = asset;
  return {
    publisher_id: uuidOf("publisher", asset.publisherId),
    asset_id: uuidOf("asset", asset.assetId),
    kind,
    name,
    description,
    networks,
    metadata,
    asset_type_id: assetTypeId === undefined ? null : uuidOf("assetType", assetTypeId),
    ...(ticket ? termsInsertionOf(ticket) : {}),
  };
}

function termsInsertionOf({ notBefore, notAfter, gateGroups, useCount, redeemers }: TicketTerms): object {
  return {
    not_before: notBefore,
    not_after: notAfter,
    gate_groups: gateGroups,
    use_count: useCount,
    redeemers: redeemers.map((id) => uuidOf("merchant", id)),
  };
}

type AssetRow = Row<"asset", typeof assetColumns>;

function assetOf(row: AssetRow): Asset {
  return {
    assetId: idOf("asset", row.asset_id),
    publisherId: idOf("publisher", row.publisher_id),
    kind: row.kind,
    name: row.name,
    description: row.description,
    networks: row.networks,
    metadata: row.metadata as Record<string, string>,
    ...(row.asset_type_id ? { assetTypeId: idOf("assetType", row.asset_type_id) } : {}),
    status: row.status,
    createdAt: row.created_at,
  };
}
