import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import { Repository } from "../database.ts";
import { type Page, type PageRequest, toPage } from "../page.ts";

/** The balances of a merchant in one asset type, in minor units. */
export interface MerchantHolding {
  readonly assetTypeId: string;
  /** Paid and not yet in a settlement. */
  readonly available: bigint;
  /** In settlements that are not final. */
  readonly pending: bigint;
  /** In final settlements. */
  readonly settled: bigint;
}

/** The amount that a publisher has issued in one asset type, in minor units. */
export interface Outstanding {
  readonly assetTypeId: string;
  readonly outstanding: bigint;
}

type HoldingRow = Record<"asset_type_id" | "available" | "pending" | "settled", string>;
type OutstandingRow = Record<"asset_type_id" | "outstanding", string>;

const nothing = "00000000-0000-0000-0000-000000000000";

/** Reads the balances of owners, by asset type. */
export class BalanceReader extends Repository {
  /** Lists the balances of a merchant, including those that are zero now. */
  async ofMerchant(merchantId: string, page: PageRequest): Promise<Page<MerchantHolding>> {
    const text = `select asset_type_id, coalesce(sum(balance) filter (where kind = 'merchant'), 0) as available,
        coalesce(sum(balance) filter (where kind = 'clearing'), 0) as pending,
        coalesce(sum(balance) filter (where kind = 'settled'), 0) as settled
      from account_balance where owner_id = $1 and kind in ('merchant', 'clearing', 'settled') and asset_type_id > $2
      group by asset_type_id order by asset_type_id limit $3`;
    const rows = await this.#page<HoldingRow>(
      "balances_of_merchant",
      text,
      uuidOf("merchant", merchantId),
      page,
    );
    const holdings = rows.map((row) => ({
      assetTypeId: idOf("assetType", row.asset_type_id),
      available: BigInt(row.available),
      pending: BigInt(row.pending),
      settled: BigInt(row.settled),
    }));
    return toPage(holdings, page.size, ({ assetTypeId }) => assetTypeId);
  }

  /** Lists the amounts that a publisher has issued. */
  async ofPublisher(publisherId: string, page: PageRequest): Promise<Page<Outstanding>> {
    const text = `select asset_type_id, -balance as outstanding
      from account_balance where owner_id = $1 and kind = 'issuance' and asset_type_id > $2 order by asset_type_id limit $3`;
    const rows = await this.#page<OutstandingRow>(
      "balances_of_publisher",
      text,
      uuidOf("publisher", publisherId),
      page,
    );
    const issued = rows.map((row) => ({
      assetTypeId: idOf("assetType", row.asset_type_id),
      outstanding: BigInt(row.outstanding),
    }));
    return toPage(issued, page.size, ({ assetTypeId }) => assetTypeId);
  }

  #page<R>(name: string, text: string, owner: string, { size, after }: PageRequest): Promise<R[]> {
    return this.session.run<R>({ name, text }, [
      owner,
      after ? uuidOf("assetType", after) : nothing,
      size + 1,
    ]);
  }
}
