import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import type { SettlementStatus } from "../../domain/settlement/settlement.ts";
import { type Present, Repository, type Row } from "../database.ts";
import { type LiveTransfer, liveTransfers } from "./live.ts";
import { keyOf, type PreparedRow, preparedColumns } from "./queue.ts";
import type { SignerState } from "./signer.ts";

const interventionColumns =
  "network, merchant_id, settlement_id, action, decided_by, reason, detail, decided_at";

/** A settlement whose last attempt failed. */
export interface SettlementProblem {
  /** SCREAMING_SNAKE. */
  readonly reason: string;
  readonly settlementId: string;
  readonly merchantId: string;
  readonly network: string;
  readonly status: SettlementStatus;
  readonly assetType: string;
  readonly decimals: number;
  /** Minor units. */
  readonly amount: bigint;
  /** CAIP-10. */
  readonly account: string;
  readonly sequence?: bigint;
  readonly reference?: string;
  /** Failed attempts in a row. */
  readonly failures: number;
  readonly createdAt: Date;
}

/** A settlement with a transfer that is not final. */
export interface OpenTransfer {
  readonly settlementId: string;
  readonly merchantId: string;
  readonly assetTypeId: string;
  readonly network: string;
  /** CAIP-19. */
  readonly networkAsset: string;
  /** CAIP-10. */
  readonly account: string;
  /** Minor units. */
  readonly amount: bigint;
  readonly sequence: bigint;
  /** The transfer that the settlement shows. */
  readonly attempt: number;
  readonly lastError?: string;
  /** All transfers of the sequence, oldest first. */
  readonly transfers: readonly LiveTransfer[];
}

/** A settlement without a transfer. */
export interface UnpaidSettlement {
  readonly settlementId: string;
  readonly merchantId: string;
  /** CAIP-19. */
  readonly networkAsset: string;
  /** CAIP-10. */
  readonly account: string;
  /** Minor units. */
  readonly amount: bigint;
}

/** A decision of an operator. */
export interface Intervention {
  readonly action:
    | "prepare_anew"
    | "accept_transfer"
    | "skip_foreign"
    | "adopt_signer"
    | "network_restarted"
    | "recover_payouts";
  readonly network: string;
  readonly settlement?: { readonly merchantId: string; readonly settlementId: string };
  readonly decidedBy: string;
  readonly reason: string;
  /** The facts on which the operator decided, for later readers. */
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Reads what an operator needs to know about settlements with problems. */
export class SettlementProblemReader extends Repository {
  /** Lists settlements whose last attempt failed, by network and sequence. */
  async list(limit: number): Promise<SettlementProblem[]> {
    const rows = await this.session.run<ProblemRow>(
      {
        name: "settlement_problems",
        text: `select ${preparedColumns}, t.code, t.decimals from settlement s join asset_type t using (asset_type_id)
          where s.status <> 'finalized' and s.last_error is not null
          order by s.network, s.sequence nulls last, s.settlement_id limit $1`,
      },
      [limit],
    );
    return rows.map(problemOf);
  }

  /** Returns the signer of each network. */
  async signers(): Promise<({ readonly network: string } & SignerState)[]> {
    const rows = await this.session.run<Row<"network_signer", "network, account, next_sequence, epoch">>({
      name: "settlement_signers",
      text: "select network, account, next_sequence, epoch from network_signer order by network",
    });
    return rows.map((row) => ({
      network: row.network,
      account: row.account,
      nextSequence: BigInt(row.next_sequence),
      epoch: row.epoch,
    }));
  }

  /** Returns a settlement with a transfer that is not final; undefined for any other settlement. */
  async open(settlementId: string): Promise<OpenTransfer | undefined> {
    const rows = await this.session.run<PreparedRow>(
      {
        name: "settlement_problem_open",
        text: `select ${preparedColumns} from settlement s where settlement_id = $1 and reference is not null and status <> 'finalized'`,
      },
      [uuidOf("settlement", settlementId)],
    );
    return (await this.#withTransfers(rows))[0];
  }

  /** Returns all settlements of a network with a transfer that is not final, in the order of their sequences. */
  async openOf(network: string): Promise<OpenTransfer[]> {
    const rows = await this.session.run<PreparedRow>(
      {
        name: "settlement_problem_open_of",
        text: `select ${preparedColumns} from settlement s where network = $1 and reference is not null and status <> 'finalized'
          order by sequence`,
      },
      [network],
    );
    return this.#withTransfers(rows);
  }

  /** Returns the references of the newest final transfers of a network in the signer's current epoch. */
  async newestFinal(network: string, limit: number): Promise<string[]> {
    const rows = await this.session.run<Row<"settlement_transfer", "reference">>(
      {
        name: "settlement_newest_final",
        text: `select t.reference from settlement_transfer t join settlement s using (merchant_id, settlement_id, attempt)
          where t.network = $1 and s.status = 'finalized' and t.epoch = (select epoch from network_signer where network = $1)
          order by t.sequence desc limit $2`,
      },
      [network, limit],
    );
    return rows.map((row) => row.reference);
  }

  /** Returns those of the references that belong to transfers signed by this installation. */
  async own(network: string, references: readonly string[]): Promise<string[]> {
    const rows = await this.session.run<Row<"settlement_transfer", "reference">>(
      {
        name: "settlement_own_references",
        text: "select reference from settlement_transfer where network = $1 and reference = any($2::text[])",
      },
      [network, references],
    );
    return rows.map((row) => row.reference);
  }

  /** Tells whether an account is or was a merchant's account for payouts. */
  async isMerchantAccount(account: string): Promise<boolean> {
    const row = await this.session.one<{ readonly known: boolean }>(
      {
        name: "settlement_is_merchant_account",
        text: `select exists (select from merchant_settlement_account where lower(account) = lower($1))
          or exists (select from settlement where lower(account) = lower($1)) as known`,
      },
      [account],
    );
    return row.known;
  }

  /** Lists the decisions of operators, newest first. */
  async interventions(limit: number): Promise<(Intervention & { readonly decidedAt: Date })[]> {
    const rows = await this.session.run<Row<"settlement_intervention", typeof interventionColumns>>(
      {
        name: "settlement_interventions",
        text: `select ${interventionColumns} from settlement_intervention order by decided_at desc limit $1`,
      },
      [limit],
    );
    return rows.map((row) => ({
      action: row.action,
      network: row.network,
      ...(row.merchant_id && row.settlement_id
        ? {
            settlement: {
              merchantId: idOf("merchant", row.merchant_id),
              settlementId: idOf("settlement", row.settlement_id),
            },
          }
        : {}),
      decidedBy: row.decided_by,
      reason: row.reason,
      detail: row.detail as Intervention["detail"],
      decidedAt: row.decided_at,
    }));
  }

  async #withTransfers(rows: readonly PreparedRow[]): Promise<OpenTransfer[]> {
    const transfers = await liveTransfers(this.session, rows);
    return rows.map((row) => ({
      settlementId: idOf("settlement", row.settlement_id),
      merchantId: idOf("merchant", row.merchant_id),
      assetTypeId: idOf("assetType", row.asset_type_id),
      network: row.network,
      networkAsset: row.network_asset,
      account: row.account,
      amount: BigInt(row.amount),
      sequence: BigInt(row.sequence),
      attempt: row.attempt,
      transfers: transfers.get(row.settlement_id) ?? [],
      ...(row.last_error ? { lastError: row.last_error } : {}),
    }));
  }
}

/** Stores the decisions of operators and carries them out; exists inside a transaction only. */
export class SettlementProblemWriter extends SettlementProblemReader {
  async intervened(intervention: Intervention): Promise<void> {
    const { settlement } = intervention;
    await this.session.run(
      {
        name: "settlement_intervened",
        text: `insert into settlement_intervention (network, merchant_id, settlement_id, action, decided_by, reason, detail)
          values ($1, $2, $3, $4, $5, $6, $7)`,
      },
      [
        intervention.network,
        settlement ? uuidOf("merchant", settlement.merchantId) : null,
        settlement ? uuidOf("settlement", settlement.settlementId) : null,
        intervention.action,
        intervention.decidedBy,
        intervention.reason,
        JSON.stringify(intervention.detail),
      ],
    );
  }

  /** Returns and locks the settlements to these accounts without a transfer. None of them is prepared until the transaction ends. */
  async lockUnpaid(network: string, accounts: readonly string[]): Promise<UnpaidSettlement[]> {
    const rows = await this.session.run<
      Row<"settlement", "merchant_id, settlement_id, network_asset, account, amount">
    >(
      {
        name: "settlement_lock_unpaid",
        text: `select merchant_id, settlement_id, network_asset, account, amount from settlement
          where network = $1 and reference is null and status <> 'finalized' and lower(account) = any($2::text[])
          order by settlement_id for no key update`,
      },
      [network, accounts.map((account) => account.toLowerCase())],
    );
    return rows.map((row) => ({
      settlementId: idOf("settlement", row.settlement_id),
      merchantId: idOf("merchant", row.merchant_id),
      networkAsset: row.network_asset,
      account: row.account,
      amount: BigInt(row.amount),
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
   * Assigns final transfers that this database had lost to a settlement without a transfer. A worker then completes the settlement as
   * usual. The signed bytes are unknown, and are not needed because the transfers are final.
   */
  async recover(
    network: string,
    of: Pick<UnpaidSettlement, "merchantId" | "settlementId">,
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
          update settlement s set attempt = shown.attempt, sequence = shown.sequence, reference = shown.reference, attempts = 0,
            last_error = null, submitted_at = now(), next_attempt_at = now()
          from shown where merchant_id = $1 and settlement_id = $2`,
      },
      [
        ...keyOf(of),
        network,
        signer.account,
        signer.epoch,
        transfers.map(({ sequence }) => sequence.toString()),
        transfers.map(({ reference }) => reference),
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

  /** Makes the unprepared settlements of a network due at once. */
  async hurry(network: string): Promise<void> {
    await this.session.run(
      {
        name: "settlement_hurry",
        text: "update settlement set next_attempt_at = now() where network = $1 and reference is null and next_attempt_at > now()",
      },
      [network],
    );
  }

  /** Keeps workers from sending the open transfers of a network for `forMs` milliseconds. */
  async hold(network: string, forMs: number): Promise<void> {
    await this.session.run(
      {
        name: "settlement_hold",
        text: `update settlement set next_attempt_at = now() + make_interval(secs => $2 / 1000.0)
          where network = $1 and reference is not null and status <> 'finalized'`,
      },
      [network, forMs],
    );
  }
}

type ProblemRow = Present<Row<"settlement", typeof preparedColumns>, "last_error"> &
  Row<"asset_type", "code, decimals">;

function problemOf(row: ProblemRow): SettlementProblem {
  return {
    reason: row.last_error,
    settlementId: idOf("settlement", row.settlement_id),
    merchantId: idOf("merchant", row.merchant_id),
    network: row.network,
    status: row.status,
    assetType: row.code,
    decimals: row.decimals,
    amount: BigInt(row.amount),
    account: row.account,
    failures: row.attempts,
    createdAt: row.created_at,
    ...(row.sequence === null ? {} : { sequence: BigInt(row.sequence) }),
    ...(row.reference ? { reference: row.reference } : {}),
  };
}
