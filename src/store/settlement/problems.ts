import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import type { SettlementStatus } from "../../domain/settlement/settlement.ts";
import { type Present, Repository, type Row } from "../database.ts";
import { type LiveTransfer, liveTransfers } from "./live.ts";
import { type PreparedRow, preparedColumns } from "./queue.ts";
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
  readonly confirmationsRequired: number;
  readonly lastError?: string;
  /** All transfers of the sequence, oldest first. */
  readonly transfers: readonly LiveTransfer[];
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

  /** Tells whether an account is, was or is about to be a merchant's account for payouts. Changes are kept for ever, so they know them all. */
  async isMerchantAccount(account: string): Promise<boolean> {
    const row = await this.session.one<{ readonly known: boolean }>(
      {
        name: "settlement_is_merchant_account",
        text: `select exists (select from settlement_account_change where lower(account) = lower($1))
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
      confirmationsRequired: row.confirmations_required,
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
