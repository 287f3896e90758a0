import { type AssetKind } from "../../domain/asset/asset.ts";
import type { LifecycleStatus } from "../../domain/asset/lifecycle.ts";
import { uuidOf } from "../../domain/identifier/identifier.ts";
import type { Statement } from "../database.ts";
import type { PageRequest } from "../page.ts";

/** Columns of an asset; the table has the alias `a`. */
export const assetColumns = `a.publisher_id, a.asset_id, a.kind, a.name, a.description, a.networks, a.metadata, a.status, a.created_at,
  a.asset_type_id, a.status_number`;

/** A UUID above every asset identifier. */
const above = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** Selects the assets to list: by publisher, by type or by both, and by kinds and states. */
export interface AssetFilter {
  readonly publisherId?: string;
  readonly assetTypeId?: string;
  readonly kinds: readonly AssetKind[];
  readonly statuses: readonly LifecycleStatus[];
}

/**
 * Returns the statement that lists assets, newest first, with one asset more than the page size. The statement reads at most one page
 * for each kind and state, from one index range each. The number of other assets does not matter.
 */
export function listStatement(
  filter: AssetFilter,
  page: PageRequest,
): { readonly statement: Statement; readonly values: readonly unknown[] } {
  const byType = filter.assetTypeId !== undefined;
  const statement = byType ? ofType : ofPublisher;
  const owner = byType
    ? uuidOf("assetType", filter.assetTypeId)
    : uuidOf("publisher", filter.publisherId as string);
  const after = page.after === undefined ? above : uuidOf("asset", page.after);
  const values = [owner, [...filter.kinds], [...filter.statuses], after, page.size + 1];
  return { statement, values };
}

const ofPublisher = statementBy("asset_list_of_publisher", "publisher_id");
const ofType = statementBy("asset_list_of_type", "asset_type_id");

function statementBy(name: string, column: "publisher_id" | "asset_type_id"): Statement {
  return {
    name,
    text: `select ${assetColumns} from (
        select l.asset_id from unnest($2::text[]) as k (kind) cross join unnest($3::text[]) as s (status)
        cross join lateral (
          select i.asset_id from asset i
          where i.${column} = $1::uuid and i.kind = k.kind and i.status = s.status and i.asset_id < $4::uuid
          order by i.asset_id desc limit $5::int) l
        order by l.asset_id desc limit $5::int) f
      join asset a on a.asset_id = f.asset_id
      order by a.asset_id desc`,
  };
}
