import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import type { UnsettledPayment, UnsettledRefund } from "../../domain/settlement/choice.ts";
import { Repository, type Row } from "../database.ts";

/** A merchant and an asset type. The merchant's takings in one asset type are settled together. */
export interface Pair {
  readonly merchantId: string;
  readonly assetTypeId: string;
}

/** The network and the account to which a pair is paid out. */
export interface PayoutTarget {
  /** CAIP-2. */
  readonly network: string;
  /** CAIP-19. */
  readonly networkAsset: string;
  /** CAIP-10. */
  readonly account: string;
}

const uuids = (pair: Pair): [string, string] => [
  uuidOf("merchant", pair.merchantId),
  uuidOf("assetType", pair.assetTypeId),
];

const nowhere = "00000000-0000-0000-0000-000000000000";

/** Reads unsettled payments and refunds. */
export class UnsettledReader extends Repository {
  /**
   * Examines up to `limit` pairs with unsettled payments, in a fixed order after `after`. Each pair costs one index look-up, however
   * many payments the pair has (loose index scan).
   *
   * @returns the pairs that have an account for payouts, and the pair from which to continue if more pairs may follow
   */
  async pairs(after: Pair | undefined, limit: number): Promise<{ payable: Pair[]; next?: Pair }> {
    const rows = await this.session.run<
      Row<"payment", "merchant_id, asset_type_id"> & { readonly payable: boolean }
    >(
      {
        name: "unsettled_pairs",
        text: `with recursive pair as (
            (select merchant_id, asset_type_id from payment
              where status = 'completed' and settlement_id is null and (merchant_id, asset_type_id) > ($1::uuid, $2::uuid)
              order by merchant_id, asset_type_id limit 1)
            union all
            select next.merchant_id, next.asset_type_id from pair, lateral (
              select p.merchant_id, p.asset_type_id from payment p
              where p.status = 'completed' and p.settlement_id is null
                and (p.merchant_id, p.asset_type_id) > (pair.merchant_id, pair.asset_type_id)
              order by p.merchant_id, p.asset_type_id limit 1) next)
          select merchant_id, asset_type_id, exists (
            select 1 from asset_type_network n join merchant_settlement_account a on a.network = n.network
            where n.asset_type_id = seen.asset_type_id and a.merchant_id = seen.merchant_id) as payable
          from (select merchant_id, asset_type_id from pair limit $3) seen`,
      },
      [...(after ? uuids(after) : [nowhere, nowhere]), limit],
    );
    const pairs = rows.map((row) => ({
      pair: {
        merchantId: idOf("merchant", row.merchant_id),
        assetTypeId: idOf("assetType", row.asset_type_id),
      },
      payable: row.payable,
    }));
    const payable = pairs.flatMap((found) => (found.payable ? [found.pair] : []));
    const last = pairs.at(-1);
    return last && pairs.length === limit ? { payable, next: last.pair } : { payable };
  }

  /**
   * Returns the merchant's account on the first network of the asset type on which the merchant has an account. The row of the account
   * change is locked until the transaction ends, so that the change cannot be cancelled meanwhile.
   */
  async target(pair: Pair): Promise<PayoutTarget | undefined> {
    const [row] = await this.session.run<Row<"settlement", "network, network_asset, account">>(
      {
        name: "unsettled_target",
        text: `select n.network, n.network_asset, a.account
          from asset_type_network n join merchant_settlement_account a on a.network = n.network and a.merchant_id = $1
          where n.asset_type_id = $2 order by n.ordinal limit 1 for share of a`,
      },
      uuids(pair),
    );
    return row && { network: row.network, networkAsset: row.network_asset, account: row.account };
  }

  /**
   * Returns when the oldest unsettled payment of the pair was paid, and whether the pair has at least `enough` unsettled payments. At
   * most `enough` payments are examined.
   */
  async gathered(pair: Pair, enough: number): Promise<{ since?: Date; full: boolean }> {
    const { since, full } = await this.session.one<{ readonly since: Date | null; readonly full: boolean }>(
      {
        name: "unsettled_gathered",
        text: `select (select ended_at from payment
            where merchant_id = $1 and asset_type_id = $2 and status = 'completed' and settlement_id is null
            order by payment_id limit 1) as since,
          exists (select 1 from payment
            where merchant_id = $1 and asset_type_id = $2 and status = 'completed' and settlement_id is null
            order by payment_id offset $3 - 1 limit 1) as full`,
      },
      [...uuids(pair), enough],
    );
    return { ...(since ? { since } : {}), full };
  }

  /** Returns the sum of all settlements of the pair that are not final, in minor units. */
  async inFlight(pair: Pair): Promise<bigint> {
    const row = await this.session.one<{ readonly total: string }>(
      {
        name: "unsettled_in_flight",
        text: `select coalesce(sum(amount), 0) as total from settlement
          where merchant_id = $1 and asset_type_id = $2 and status <> 'finalized'`,
      },
      uuids(pair),
    );
    return BigInt(row.total);
  }

  /**
   * Tells whether a settlement of the pair still waits to be prepared, or, for at most `inclusionMs` from its beginning, for a block of the
   * network. Newer payments then go into the next settlement.
   */
  async waitsForInclusion(pair: Pair, inclusionMs: number): Promise<boolean> {
    const row = await this.session.one<{ readonly waits: boolean }>(
      {
        name: "unsettled_waits",
        text: `select exists (select 1 from settlement
          where merchant_id = $1 and asset_type_id = $2 and status <> 'finalized' and (reference is null
            or status = 'pending' and created_at > business_now() - make_interval(secs => $3::int / 1000.0))) as waits`,
      },
      [...uuids(pair), inclusionMs],
    );
    return row.waits;
  }

  /** Tells whether the metadata of at least one of these payments has this value for this key. */
  async haveMetadata(
    pair: Pair,
    paymentIds: readonly string[],
    key: string,
    value: string,
  ): Promise<boolean> {
    const row = await this.session.one<{ readonly found: boolean }>(
      {
        name: "unsettled_have_metadata",
        text: `select exists (select 1 from payment
          where merchant_id = $1 and payment_id = any($2::uuid[]) and metadata ->> $3 = $4) as found`,
      },
      [uuids(pair)[0], paymentIds.map((id) => uuidOf("payment", id)), key, value],
    );
    return row.found;
  }

  /** Returns the part of the pair's unsettled refunds that was taken from already settled money, in minor units. */
  async refundedFromSettled(pair: Pair): Promise<bigint> {
    const row = await this.session.one<{ readonly total: string }>(
      {
        name: "unsettled_from_settled",
        text: `select coalesce(sum(from_settled), 0) as total from refund
          where merchant_id = $1 and asset_type_id = $2 and status = 'completed' and settlement_id is null`,
      },
      uuids(pair),
    );
    return BigInt(row.total);
  }

  /** Returns the oldest unsettled refunds of the pair. */
  async refunds(pair: Pair, limit: number): Promise<UnsettledRefund[]> {
    const rows = await this.session.run<Row<"refund", "refund_id, amount, from_settled">>(
      {
        name: "unsettled_refunds",
        text: `select refund_id, amount, from_settled from refund
          where merchant_id = $1 and asset_type_id = $2 and status = 'completed' and settlement_id is null
          order by refund_id limit $3`,
      },
      [...uuids(pair), limit],
    );
    return rows.map((row) => ({
      refundId: idOf("refund", row.refund_id),
      amount: BigInt(row.amount),
      fromSettled: BigInt(row.from_settled),
    }));
  }
}

/** Locks unsettled payments for a settlement; exists inside a transaction only. */
export class UnsettledWriter extends UnsettledReader {
  /** Returns and locks the oldest unsettled payments of the pair. Payments that other transactions have locked are skipped. */
  async lockPayments(pair: Pair, limit: number): Promise<UnsettledPayment[]> {
    const rows = await this.session.run<Row<"payment", "payment_id, amount">>(
      {
        name: "unsettled_lock_payments",
        text: `select payment_id, amount from payment
          where merchant_id = $1 and asset_type_id = $2 and status = 'completed' and settlement_id is null
          order by payment_id limit $3 for no key update skip locked`,
      },
      [...uuids(pair), limit],
    );
    return rows.map((row) => ({ paymentId: idOf("payment", row.payment_id), amount: BigInt(row.amount) }));
  }
}
