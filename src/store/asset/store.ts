import type { Asset, AssetKind } from "../../domain/asset/asset.ts";
import type { LifecycleStatus } from "../../domain/asset/lifecycle.ts";
import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import { uuids } from "../arrays.ts";
import type { Row, Session } from "../database.ts";

/** Reads assets: public facts, without ownership. */
export class AssetReader {
  protected readonly session: Session;

  constructor(session: Session) {
    this.session = session;
  }

  /** The asset, whoever asks. */
  async get(assetId: string): Promise<Asset | undefined> {
    const [row] = await this.session.run(
      { name: "asset_get", text: "select * from asset where asset_id = $1" },
      [uuidOf("asset", assetId)],
    );
    return row && assetOf(row);
  }

  /** Several assets, by identifier; unknown ones are absent. */
  async getMany(assetIds: readonly string[]): Promise<Map<string, Asset>> {
    const rows = await this.session.run(
      { name: "asset_get_many", text: "select * from asset where asset_id = any($1::uuid[])" },
      [uuids(assetIds.map((id) => uuidOf("asset", id)))],
    );
    return new Map(rows.map(assetOf).map((asset) => [asset.assetId, asset]));
  }
}

/** Stores assets and their lives; exists inside a transaction only. */
export class AssetWriter extends AssetReader {
  /** Stores a new asset, `issued`, with the first entry of its history. */
  async insert(asset: Omit<Asset, "status" | "createdAt">): Promise<Asset> {
    const [row] = await this.session.run(
      {
        name: "asset_insert",
        text: `insert into asset (publisher_id, asset_id, kind, name, description, networks, metadata, created_at)
          values ($1, $2, $3, $4, $5, $6, $7, business_now()) returning *`,
      },
      [
        uuidOf("publisher", asset.publisherId),
        uuidOf("asset", asset.assetId),
        asset.kind,
        asset.name,
        asset.description,
        asset.networks,
        JSON.stringify(asset.metadata),
      ],
    );
    const stored = assetOf(row as Row);
    await this.#record(stored, null, stored.status, "");
    return stored;
  }

  /** The publisher's asset, locked until the transaction ends. */
  async lock(publisherId: string, assetId: string): Promise<Asset | undefined> {
    const [row] = await this.session.run(
      {
        name: "asset_lock",
        text: "select * from asset where publisher_id = $1 and asset_id = $2 for no key update",
      },
      [uuidOf("publisher", publisherId), uuidOf("asset", assetId)],
    );
    return row && assetOf(row);
  }

  /** Moves an asset that is locked to its next state and adds that to its history. */
  async transition(asset: Asset, to: LifecycleStatus, reason: string): Promise<Asset> {
    const [row] = await this.session.run(
      {
        name: "asset_transition",
        text: "update asset set status = $3 where publisher_id = $1 and asset_id = $2 returning *",
      },
      [uuidOf("publisher", asset.publisherId), uuidOf("asset", asset.assetId), to],
    );
    await this.#record(asset, asset.status, to, reason);
    return assetOf(row as Row);
  }

  async #record(
    asset: Asset,
    from: LifecycleStatus | null,
    to: LifecycleStatus,
    reason: string,
  ): Promise<void> {
    await this.session.run(
      {
        name: "asset_transition_record",
        text: `insert into asset_transition (publisher_id, asset_id, transition_id, from_status, to_status, reason, created_at)
          values ($1, $2, gen_random_uuid(), $3, $4, $5, business_now())`,
      },
      [uuidOf("publisher", asset.publisherId), uuidOf("asset", asset.assetId), from, to, reason],
    );
  }
}

function assetOf(row: Row): Asset {
  return {
    assetId: idOf("asset", row.asset_id),
    publisherId: idOf("publisher", row.publisher_id),
    kind: row.kind as AssetKind,
    name: row.name,
    description: row.description,
    networks: row.networks as string[],
    metadata: row.metadata as Record<string, string>,
    status: row.status as LifecycleStatus,
    createdAt: row.created_at,
  };
}
