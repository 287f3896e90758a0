import { Repository, type Row } from "../database.ts";
import type { LiveTransfer } from "./live.ts";
import { type Due, keyOf, type Unprepared } from "./queue.ts";
import type { SignerState } from "./signer.ts";

/** A signed transfer. */
export interface SignedTransfer {
  readonly reference: string;
  readonly sequence: bigint;
  readonly signedTransfer: Uint8Array;
}

/** The reason why a finally used sequence did not pay its settlement. */
export type EndReason = "failed" | "displaced" | "network_restarted";

/** A settlement, and the number of the transfer that it shows. */
interface ShownTransfer {
  readonly merchantId: string;
  readonly settlementId: string;
  readonly attempt: number;
}

/** Stores signed transfers before they are sent; exists inside a transaction only. */
export class SettlementTransferWriter extends Repository {
  /**
   * Stores the first transfer of a sequence for a settlement. This transaction has locked the settlement and the signer.
   *
   * @param confirmations number that the network requires; the settlement's required number is raised to this value
   */
  async prepared(
    network: string,
    item: Pick<Unprepared, "merchantId" | "settlementId">,
    signer: Pick<SignerState, "account" | "epoch">,
    transfer: SignedTransfer,
    confirmations = 1,
  ): Promise<void> {
    await this.session.run(
      {
        name: "settlement_prepared",
        text: `with stored as (
            insert into settlement_transfer
              (merchant_id, settlement_id, attempt, network, signer, epoch, sequence, reference, signed_transfer)
            select $1, $2, coalesce(max(attempt), 0) + 1, $3, $4, $5, $6, $7, $8
            from settlement_transfer where merchant_id = $1 and settlement_id = $2
            returning attempt, sequence, reference)
          update settlement s set attempt = stored.attempt, sequence = stored.sequence, reference = stored.reference, attempts = 0,
            last_error = null, next_attempt_at = now(), confirmations_required = greatest(s.confirmations_required, $9)
          from stored where merchant_id = $1 and settlement_id = $2`,
      },
      [
        ...keyOf(item),
        network,
        signer.account,
        signer.epoch,
        transfer.sequence.toString(),
        transfer.reference,
        Buffer.from(transfer.signedTransfer),
        confirmations,
      ],
    );
  }

  /**
   * Stores a transfer that displaces a transfer with the same sequence, of a settlement that this transaction has locked. The network may
   * still include either transfer, so the worker follows both.
   *
   * @returns the stored transfer
   */
  async replaced(due: Due, replaces: LiveTransfer, transfer: SignedTransfer): Promise<LiveTransfer> {
    const { reference, signedTransfer } = transfer;
    const { attempt } = await this.session.one<Row<"settlement_transfer", "attempt">>(
      {
        name: "settlement_replaced",
        text: `insert into settlement_transfer
            (merchant_id, settlement_id, attempt, network, signer, epoch, sequence, reference, signed_transfer, replaces)
          select merchant_id, settlement_id,
            (select max(attempt) + 1 from settlement_transfer where merchant_id = $1 and settlement_id = $2),
            network, signer, epoch, sequence, $4, $5, attempt
          from settlement_transfer where merchant_id = $1 and settlement_id = $2 and attempt = $3
          returning attempt`,
      },
      [...keyOf(due), replaces.attempt, reference, Buffer.from(signedTransfer)],
    );
    return { attempt, signer: due.signer, reference, signedTransfer, ageMs: 0 };
  }

  /** Locks a settlement. @returns false when the settlement now shows another transfer, or is final */
  async lockShown(of: ShownTransfer): Promise<boolean> {
    const open = await this.session.run(
      {
        name: "settlement_lock_shown",
        text: `select 1 from settlement where merchant_id = $1 and settlement_id = $2 and attempt = $3 and status <> 'finalized'
          for no key update`,
      },
      [...keyOf(of), of.attempt],
    );
    return open.length > 0;
  }

  /**
   * Sets the transfers of a settlement's sequence aside, so that a new transfer is prepared with a new sequence. Only allowed when the
   * sequence is finally used by something that moved nothing for the settlement. Then none of these transfers can ever be included.
   *
   * @returns false when the settlement now shows another transfer, or is final
   */
  async setAside(
    of: ShownTransfer,
    end: { reason: EndReason; evidence: string; nextAttemptMs: number; lastError?: string },
  ): Promise<boolean> {
    if (!(await this.lockShown(of))) return false;
    await this.session.run(
      {
        name: "settlement_transfer_end",
        text: `insert into settlement_transfer_end (merchant_id, settlement_id, attempt, reason, evidence)
          select t.merchant_id, t.settlement_id, t.attempt, $4, $5
          from settlement_transfer shown join settlement_transfer t using (merchant_id, settlement_id, signer, epoch, sequence)
          where shown.merchant_id = $1 and shown.settlement_id = $2 and shown.attempt = $3`,
      },
      [...keyOf(of), of.attempt, end.reason, end.evidence],
    );
    await this.session.run(
      {
        name: "settlement_set_aside",
        text: `update settlement set status = 'pending', reference = null, sequence = null, attempt = null, submitted_at = null,
            head_since = null, inclusion = null, confirmation_count = 0, attempts = case when $4::text is null then 0 else attempts + 1 end,
            last_error = $4, next_attempt_at = now() + make_interval(secs => $3 / 1000.0)
          where merchant_id = $1 and settlement_id = $2`,
      },
      [...keyOf(of), end.nextAttemptMs, end.lastError ?? null],
    );
    return true;
  }
}
