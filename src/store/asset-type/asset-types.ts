import { type AssetType, isPayable, type PayableFacts } from "../../domain/asset/asset-type.ts";
import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import { Repository, type Row, type Session, sql } from "../database.ts";
import type { Page, PageRequest } from "../page.ts";
import type { AssetTypeCache } from "./cache.ts";
import { anyLength } from "../arrays.ts";

const columns = `t.publisher_id, t.asset_type_id, t.code, t.name, t.decimals, t.refundable, t.refund_window_seconds, t.created_at, t.transferable, t.minimum_assurance, t.capabilities, t.version,
  array(select network_asset from asset_type_network n
  where n.publisher_id = t.publisher_id and n.asset_type_id = t.asset_type_id order by ordinal) as networks`;

/** Reads asset types, which are public facts of the registry. */
export class AssetTypeReader extends Repository {
  readonly #cache: AssetTypeCache;

  constructor(session: Session, cache: AssetTypeCache) {
    super(session);
    this.#cache = cache;
  }

  /** Returns facts of asset types by code, from the cache where possible. Unknown codes are absent. */
  async factsByCodes(codes: readonly string[]): Promise<Map<string, PayableFacts>> {
    return this.#facts(
      codes,
      (code) => this.#cache.byCode(code),
      (missing) => this.byCodes(missing),
    );
  }

  /** Returns facts of asset types by identifier, from the cache where possible. Unknown identifiers are absent. */
  async factsByIds(assetTypeIds: readonly string[]): Promise<Map<string, PayableFacts>> {
    return this.#facts(
      assetTypeIds,
      (id) => this.#cache.byId(id),
      (missing) => this.byIds(missing),
    );
  }

  async #facts(
    names: readonly string[],
    known: (name: string) => PayableFacts | undefined,
    read: (missing: readonly string[]) => Promise<Map<string, AssetType>>,
  ): Promise<Map<string, PayableFacts>> {
    const facts = new Map<string, PayableFacts>();
    const missing = new Set<string>();
    for (const name of names) {
      const fact = facts.get(name) ?? known(name);
      if (fact) facts.set(name, fact);
      else missing.add(name);
    }
    if (missing.size === 0) return facts;
    for (const [name, type] of await read([...missing])) {
      const { assetTypeId, code, decimals } = type;
      const fact = { assetTypeId, code, decimals, payable: isPayable(type) };
      this.#cache.keep(fact);
      facts.set(name, fact);
    }
    return facts;
  }

  /**
   * Returns the codes of those asset types whose publisher is suspended. Never from the cache, because a suspension holds at once; callers
   * ask together with other statements, so that they do not wait for it.
   */
  async suspended(codes: readonly string[]): Promise<Set<string>> {
    const rows = await this.session.run<Row<"asset_type", "code">>(
      {
        name: "asset_type_suspended",
        text: `select t.code from asset_type t join publisher p on p.publisher_id = t.publisher_id
          where t.code = any(${anyLength("$1::text[]")}) and p.status <> 'active'`,
      },
      [[...new Set(codes)]],
    );
    return new Set(rows.map(({ code }) => code));
  }

  /** Returns asset types by code. Unknown codes are absent. */
  async byCodes(codes: readonly string[]): Promise<Map<string, AssetType>> {
    const rows = await this.session.run<AssetTypeRow>(
      {
        name: "asset_type_by_codes",
        text: `select ${columns} from asset_type t where t.code = any(${anyLength("$1::text[]")})`,
      },
      [codes],
    );
    return new Map(rows.map(assetTypeOf).map((type) => [type.code, type]));
  }

  /** Returns the asset type with this code. */
  async byCode(code: string): Promise<AssetType | undefined> {
    return (await this.byCodes([code])).get(code);
  }

  /** Returns asset types by identifier. Unknown identifiers are absent. */
  async byIds(assetTypeIds: readonly string[]): Promise<Map<string, AssetType>> {
    const rows = await this.session.run<AssetTypeRow>(
      {
        name: "asset_type_by_ids",
        text: `select ${columns} from asset_type t where t.asset_type_id = any(${anyLength("$1::uuid[]")})`,
      },
      [[...new Set(assetTypeIds)].map((id) => uuidOf("assetType", id))],
    );
    return new Map(rows.map(assetTypeOf).map((type) => [type.assetTypeId, type]));
  }

  /** Returns the asset type that was defined first of those with a network; undefined when there is none. */
  async firstPayable(): Promise<AssetType | undefined> {
    const [row] = await this.session.run<AssetTypeRow>(
      {
        name: "asset_type_first_payable",
        text: `select ${columns} from asset_type t
          where exists (select from asset_type_network n where n.asset_type_id = t.asset_type_id and n.publisher_id = t.publisher_id)
          order by t.asset_type_id limit 1`,
      },
      [],
    );
    return row && assetTypeOf(row);
  }

  /** Lists the asset types of a publisher, newest first. */
  async list(publisherId: string, page: PageRequest): Promise<Page<AssetType>> {
    const query = sql("asset_type as t")
      .select(sql.raw(columns))
      .where("t.publisher_id", uuidOf("publisher", publisherId));
    return this.newestFirst(query, ["asset_type_id", "assetType"], page, assetTypeOf);
  }
}

/** Defines and changes asset types; exists inside a transaction only. */
export class AssetTypeWriter extends AssetTypeReader {
  /** Stores a new asset type. @throws Taken when the code is in use */
  async insert(type: Omit<AssetType, "createdAt" | "version">): Promise<AssetType> {
    await this.session.run(
      {
        name: "asset_type_insert",
        text: `insert into asset_type (publisher_id, asset_type_id, code, name, decimals, refundable, refund_window_seconds,
            transferable, minimum_assurance, capabilities, created_at)
          values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, business_now())`,
      },
      [
        uuidOf("publisher", type.publisherId),
        uuidOf("assetType", type.assetTypeId),
        type.code,
        type.name,
        type.decimals,
        type.refundPolicy.refundable,
        type.refundPolicy.windowSeconds,
        type.policy.transferable,
        type.policy.minimumAssurance,
        type.policy.capabilities,
      ],
    );
    await this.#insertNetworks(type);
    return (await this.byIds([type.assetTypeId])).get(type.assetTypeId) as AssetType;
  }

  /** Returns the publisher's asset type and locks the row until the transaction ends. */
  async lock(publisherId: string, assetTypeId: string): Promise<AssetType | undefined> {
    const [row] = await this.session.run(
      {
        name: "asset_type_lock",
        text: `select asset_type_id from asset_type where publisher_id = $1 and asset_type_id = $2 for no key update`,
      },
      [uuidOf("publisher", publisherId), uuidOf("assetType", assetTypeId)],
    );
    // The networks are read after the row is locked, because the previous lock holder may have added networks.
    return row && (await this.byIds([assetTypeId])).get(assetTypeId);
  }

  /**
   * Returns the first of these assets on networks that a type of another publisher is, if there is one. Until the transaction ends, no other
   * transaction asks about the same assets.
   */
  async claimNetworkAssets(publisherId: string, assets: readonly string[]): Promise<string | undefined> {
    // A second statement reads, because its snapshot must be newer than the locks. Some networks do not tell capital letters apart.
    const [, [row]] = await Promise.all([
      this.session.run(
        {
          name: "network_asset_claim",
          text: `select pg_advisory_xact_lock(key) from (
            select distinct hashtextextended('network_asset|' || lower(asset), 0) as key from unnest($1::text[]) as x (asset) order by 1) k`,
        },
        [assets],
      ),
      this.session.run<{ readonly asset: string }>(
        {
          name: "network_asset_of_other",
          text: `select asset from unnest($2::text[]) as x (asset) where exists (
            select from asset_type_network n where lower(n.network_asset) = lower(x.asset) and n.publisher_id <> $1) limit 1`,
        },
        [uuidOf("publisher", publisherId), assets],
      ),
    ]);
    return row?.asset;
  }

  /** Stores the mutable columns of a locked asset type. Networks are only added, never removed. */
  async save(type: AssetType): Promise<void> {
    await this.session.run(
      {
        name: "asset_type_save",
        text: `update asset_type set name = $3, refundable = $4, refund_window_seconds = $5, transferable = $6,
            minimum_assurance = $7, capabilities = $8, version = $9
          where publisher_id = $1 and asset_type_id = $2`,
      },
      [
        uuidOf("publisher", type.publisherId),
        uuidOf("assetType", type.assetTypeId),
        type.name,
        type.refundPolicy.refundable,
        type.refundPolicy.windowSeconds,
        type.policy.transferable,
        type.policy.minimumAssurance,
        type.policy.capabilities,
        type.version,
      ],
    );
    await this.#insertNetworks(type);
  }

  async #insertNetworks({
    publisherId,
    assetTypeId,
    networks,
  }: Pick<AssetType, "publisherId" | "assetTypeId" | "networks">): Promise<void> {
    await this.session.run(
      {
        name: "asset_type_insert_networks",
        text: `insert into asset_type_network (publisher_id, asset_type_id, ordinal, network, network_asset)
          select $1, $2, ordinality, split_part(network_asset, '/', 1), network_asset
          from unnest($3::text[]) with ordinality as x (network_asset, ordinality)
          on conflict do nothing`,
      },
      [uuidOf("publisher", publisherId), uuidOf("assetType", assetTypeId), networks],
    );
  }
}

type AssetTypeRow = Row<"asset_type", typeof columns> & { readonly networks: string[] };

function assetTypeOf(row: AssetTypeRow): AssetType {
  return {
    assetTypeId: idOf("assetType", row.asset_type_id),
    publisherId: idOf("publisher", row.publisher_id),
    code: row.code,
    name: row.name,
    decimals: row.decimals,
    refundPolicy: { refundable: row.refundable, windowSeconds: Number(row.refund_window_seconds) },
    policy: {
      transferable: row.transferable,
      minimumAssurance: row.minimum_assurance,
      capabilities: row.capabilities,
    },
    networks: row.networks,
    createdAt: row.created_at,
    version: row.version,
  };
}
