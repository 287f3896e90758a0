import { idOf } from "../../domain/identifier/identifier.ts";
import { Repository, type Row } from "../database.ts";
import type { OpenTransfer } from "./problems.ts";
import { keyOf } from "./queue.ts";
import type { SignerState } from "./signer.ts";
import type { PayoutTarget } from "./unsettled.ts";

/** A settlement that is not final, and where else its merchant may have been paid for it. */
export interface UnfinishedSettlement extends PayoutTarget {
  readonly settlementId: string;
  readonly merchantId: string;
  /** Minor units. */
  readonly amount: bigint;
  /** True if this database has signed a transfer of which the end is not known yet. */
  readonly prepared: boolean;
  /** Those of the accounts asked for that the merchant has, had or has asked for. */
  readonly payeeAccounts: readonly string[];
  /** CAIP-19: the asset of the settlement on each network of the asset type. */
  readonly payeeAssets: readonly string[];
}

/** Takes in the transfers that a restored database has lost; exists inside a transaction only. */
export class SettlementRecoveryWriter extends Repository {
  /**
   * Returns and locks the settlements that are not final of every merchant that has, had or has asked for one of these accounts. None of
   * them is prepared until the transaction ends. A settlement counts whatever its own account and network are: an account change, or an
   * account that could not be paid, may have led its lost transfer elsewhere.
   */
  async lockUnfinished(accounts: readonly string[]): Promise<UnfinishedSettlement[]> {
    const rows = await this.session.run<
      Row<"settlement", "merchant_id, settlement_id, network, network_asset, account, amount, reference"> & {
        readonly payee_accounts: string[];
        readonly payee_assets: string[];
      }
    >(
      {
        name: "settlement_lock_unfinished",
        text: `with payee as (
            select merchant_id, account from settlement_account_change where lower(account) = any($1::text[])
            union select merchant_id, account from settlement where lower(account) = any($1::text[]))
          select s.merchant_id, s.settlement_id, s.network, s.network_asset, s.account, s.amount, s.reference,
            array(select p.account from payee p where p.merchant_id = s.merchant_id order by 1) as payee_accounts,
            array(select n.network_asset from asset_type_network n where n.asset_type_id = s.asset_type_id
              order by n.ordinal) as payee_assets
          from settlement s
          where s.merchant_id in (select merchant_id from payee) and s.status <> 'finalized'
          order by s.settlement_id for no key update of s`,
      },
      [accounts.map((account) => account.toLowerCase())],
    );
    return rows.map((row) => ({
      settlementId: idOf("settlement", row.settlement_id),
      merchantId: idOf("merchant", row.merchant_id),
      network: row.network,
      networkAsset: row.network_asset,
      account: row.account,
      amount: BigInt(row.amount),
      prepared: row.reference !== null,
      payeeAccounts: row.payee_accounts,
      payeeAssets: row.payee_assets,
    }));
  }

  /**
   * Tells whether a merchant that is or was paid out to an account has unsettled payments in this asset from before a moment.
   *
   * @param before moment by the network's clock, which may differ from the database's clock; business time may be ahead of both
   */
  async owes(account: string, networkAsset: string, before: Date): Promise<boolean> {
    const row = await this.session.one<{ readonly owes: boolean }>(
      {
        name: "settlement_owes_account",
        text: `select exists (
            select from (
              select merchant_id from settlement_account_change where lower(account) = lower($1)
              union select merchant_id from settlement where lower(account) = lower($1)) m
            join payment p on p.merchant_id = m.merchant_id and p.status = 'completed' and p.settlement_id is null
            join asset_type_network n on n.asset_type_id = p.asset_type_id
            where lower(n.network_asset) = lower($2) and p.ended_at <= $3::timestamptz + interval '10 minutes'
              + make_interval(secs => (select offset_seconds from business_clock))) as owes`,
      },
      [account, networkAsset, before],
    );
    return row.owes;
  }

  /**
   * Assigns final transfers that this database had lost to a settlement without a transfer, which then goes to the account that they have
   * paid. A worker then completes the settlement as usual. The signed bytes are unknown, and are not needed because the transfers are
   * final.
   */
  async recover(
    of: Pick<UnfinishedSettlement, "merchantId" | "settlementId">,
    { network, networkAsset, account }: PayoutTarget,
    signer: SignerState,
    transfers: readonly { readonly reference: string; readonly sequence: bigint }[],
  ): Promise<void> {
    await this.session.run(
      {
        name: "settlement_recover",
        text: `with stored as (
            insert into settlement_transfer
              (merchant_id, settlement_id, attempt, network, signer, epoch, sequence, reference, signed_transfer)
            select $1, $2, x.place + (select coalesce(max(attempt), 0) from settlement_transfer where merchant_id = $1 and settlement_id = $2),
              $3, $4, $5, x.sequence, x.reference, ''
            from unnest($6::bigint[], $7::text[]) with ordinality as x (sequence, reference, place)
            returning attempt, sequence, reference),
          shown as (select attempt, sequence, reference from stored order by attempt desc limit 1)
          update settlement s set network = $3, network_asset = $8, account = $9, attempt = shown.attempt, sequence = shown.sequence,
            reference = shown.reference, attempts = 0, last_error = null, submitted_at = now(), next_attempt_at = now()
          from shown where merchant_id = $1 and settlement_id = $2`,
      },
      [
        ...keyOf(of),
        network,
        signer.account,
        signer.epoch,
        transfers.map(({ sequence }) => sequence.toString()),
        transfers.map(({ reference }) => reference),
        networkAsset,
        account,
      ],
    );
  }

  /** Works as `recover` for a transfer of the settlement's own sequence that displaced the transfer known to this database. */
  async recoverReplacement(of: OpenTransfer, reference: string): Promise<void> {
    await this.session.run(
      {
        name: "settlement_recover_replacement",
        text: `with stored as (
            insert into settlement_transfer
              (merchant_id, settlement_id, attempt, network, signer, epoch, sequence, reference, signed_transfer, replaces)
            select merchant_id, settlement_id,
              (select max(attempt) + 1 from settlement_transfer where merchant_id = $1 and settlement_id = $2),
              network, signer, epoch, sequence, $4, '', attempt
            from settlement_transfer where merchant_id = $1 and settlement_id = $2 and attempt = $3
            returning merchant_id, settlement_id)
          update settlement s set submitted_at = coalesce(submitted_at, now()), next_attempt_at = now()
          from stored where s.merchant_id = stored.merchant_id and s.settlement_id = stored.settlement_id`,
      },
      [...keyOf(of), of.attempt, reference],
    );
  }
}
