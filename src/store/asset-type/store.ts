import type { AssetType, AssetTypeFacts } from "../../domain/asset/asset-type.ts";
import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import { type Row, type Session, sql } from "../database.ts";
import { type Page, type PageRequest, toPage } from "../page.ts";
import type { AssetTypeCache } from "./cache.ts";

const columns = `t.*, array(select network_asset from asset_type_network n
  where n.publisher_id = t.publisher_id and n.asset_type_id = t.asset_type_id order by ordinal) as networks`;

/** Reads asset types; they are public facts of the registry. */
export class AssetTypeReader {
  protected readonly session: Session;
  readonly #cache: AssetTypeCache;

  constructor(session: Session, cache: AssetTypeCache) {
    this.session = session;
    this.#cache = cache;
  }

  /** Facts of the asset types of these codes, from memory where they are known; unknown codes are absent. */
  async factsByCodes(codes: readonly string[]): Promise<Map<string, AssetTypeFacts>> {
    return this.#facts(
      codes,
      (code) => this.#cache.byCode(code),
      (missing) => this.byCodes(missing),
    );
  }

  /** Facts of the asset types of these identifiers, from memory where they are known. */
  async factsByIds(assetTypeIds: readonly string[]): Promise<Map<string, AssetTypeFacts>> {
    return this.#facts(
      assetTypeIds,
      (id) => this.#cache.byId(id),
      (missing) => this.byIds(missing),
    );
  }

  async #facts(
    names: readonly string[],
    known: (name: string) => AssetTypeFacts | undefined,
    read: (missing: readonly string[]) => Promise<Map<string, AssetType>>,
  ): Promise<Map<string, AssetTypeFacts>> {
    const facts = new Map<string, AssetTypeFacts>();
    const missing = new Set<string>();
    for (const name of names) {
      const fact = facts.get(name) ?? known(name);
      if (fact) facts.set(name, fact);
      else missing.add(name);
    }
    if (missing.size === 0) return facts;
    for (const [name, { assetTypeId, code, decimals }] of await read([...missing])) {
      const fact = { assetTypeId, code, decimals };
      this.#cache.keep(fact);
      facts.set(name, fact);
    }
    return facts;
  }

  /** The asset types of these codes; unknown ones are absent. */
  async byCodes(codes: readonly string[]): Promise<Map<string, AssetType>> {
    const rows = await this.session.run(
      {
        name: "asset_type_by_codes",
        text: `select ${columns} from asset_type t where t.code = any($1::text[])`,
      },
      [codes],
    );
    return new Map(rows.map(assetTypeOf).map((type) => [type.code, type]));
  }

  /** The asset type of a code. */
  async byCode(code: string): Promise<AssetType | undefined> {
    return (await this.byCodes([code])).get(code);
  }

  /** The asset types of these identifiers. */
  async byIds(assetTypeIds: readonly string[]): Promise<Map<string, AssetType>> {
    const rows = await this.session.run(
      {
        name: "asset_type_by_ids",
        text: `select ${columns} from asset_type t where t.asset_type_id = any($1::uuid[])`,
      },
      [[...new Set(assetTypeIds)].map((id) => uuidOf("assetType", id))],
    );
    return new Map(rows.map(assetTypeOf).map((type) => [type.assetTypeId, type]));
  }

  /** Asset types of a publisher, newest first. */
  async list(publisherId: string, page: PageRequest): Promise<Page<AssetType>> {
    const query = sql("asset_type as t")
      .select(sql.raw(columns))
      .where("t.publisher_id", uuidOf("publisher", publisherId))
      .orderBy("t.asset_type_id", "desc")
      .limit(page.size + 1);
    if (page.after) query.where("t.asset_type_id", "<", uuidOf("assetType", page.after));
    return toPage((await this.session.query(query)).map(assetTypeOf), page.size, (type) => type.assetTypeId);
  }
}

/** Defines asset types; exists inside a transaction only. */
export class AssetTypeWriter extends AssetTypeReader {
  /** @throws Taken when the code is in use */
  async insert(type: Omit<AssetType, "createdAt">): Promise<AssetType> {
    const publisher = uuidOf("publisher", type.publisherId);
    const assetType = uuidOf("assetType", type.assetTypeId);
    await this.session.run(
      {
        name: "asset_type_insert",
        text: `insert into asset_type (publisher_id, asset_type_id, code, name, decimals, refundable, refund_window_seconds, created_at)
          values ($1, $2, $3, $4, $5, $6, $7, business_now())`,
      },
      [
        publisher,
        assetType,
        type.code,
        type.name,
        type.decimals,
        type.refundPolicy.refundable,
        type.refundPolicy.windowSeconds,
      ],
    );
    await this.session.run(
      {
        name: "asset_type_insert_networks",
        text: `insert into asset_type_network (publisher_id, asset_type_id, ordinal, network, network_asset)
          select $1, $2, ordinality, split_part(network_asset, '/', 1), network_asset
          from unnest($3::text[]) with ordinality as x (network_asset, ordinality)`,
      },
      [publisher, assetType, type.networks],
    );
    return (await this.byIds([type.assetTypeId])).get(type.assetTypeId) as AssetType;
  }
}

function assetTypeOf(row: Row): AssetType {
  return {
    assetTypeId: idOf("assetType", row.asset_type_id),
    publisherId: idOf("publisher", row.publisher_id),
    code: row.code,
    name: row.name,
    decimals: row.decimals,
    refundPolicy: { refundable: row.refundable, windowSeconds: Number(row.refund_window_seconds) },
    networks: row.networks as string[],
    createdAt: row.created_at,
  };
}
