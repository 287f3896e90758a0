import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import type { Transfer } from "../../domain/ownership/ownership.ts";
import { WRONG_TRIES_MAX } from "../../domain/ownership/transfer.ts";
import { anyLength, identifiers } from "../arrays.ts";
import { Repository, type Row } from "../database.ts";
import { bytesOf, textOf } from "./titles.ts";

const columns = `publisher_id, transfer_id, asset_id, seq, status, offer_hash, giver_tag, receiver_tag, claim_code_hash, wrong_tries,
  sealed_offer, sealed_acceptance, entry_hash, receipt, created_at, expires_at, ended_at`;

/** Reads transfers. The tags of a transfer decide whether a caller may see it. */
export class TransferReader extends Repository {
  async get(transferId: string): Promise<Transfer | undefined> {
    return (await this.getMany([transferId])).get(transferId);
  }

  /** Returns transfers by identifier. Unknown identifiers are absent. */
  async getMany(transferIds: readonly string[]): Promise<Map<string, Transfer>> {
    const rows = await this.session.run<TransferRow>(
      {
        name: "transfer_get",
        text: `select ${columns} from ownership_transfer where transfer_id = any(${anyLength("$1::uuid[]")})`,
      },
      [identifiers("transfer", transferIds)],
    );
    return new Map(rows.map(transferOf).map((transfer) => [transfer.transferId, transfer]));
  }
}

/** The end of a transfer. */
export type TransferEnd =
  | { readonly status: "declined" | "cancelled" }
  | {
      readonly status: "accepted";
      readonly entryHash: string;
      readonly receipt: string;
      readonly receiverTag: Uint8Array;
      readonly sealedAcceptance: Uint8Array | null;
    };

/** Stores transfers; exists inside a transaction only. The caller must hold the lock of the asset to change a transfer. */
export class TransferWriter extends TransferReader {
  /** Stores an offer. @throws Taken when the identifier is in use; Refused TRANSFER_OPEN when another offer of the asset is open */
  async insert(
    transfer: Omit<Transfer, "status" | "wrongTries" | "createdAt" | "endedAt" | "entryHash" | "receipt">,
  ): Promise<Transfer> {
    const row = await this.session.one<TransferRow>(
      {
        name: "transfer_insert",
        text: `insert into ownership_transfer (publisher_id, transfer_id, asset_id, seq, status, offer_hash, giver_tag, receiver_tag,
            claim_code_hash, sealed_offer, created_at, expires_at)
          values ($1, $2, $3, $4, 'offered', $5, $6, $7, $8, $9, business_now(), $10) returning ${columns}`,
      },
      [
        uuidOf("publisher", transfer.publisherId),
        uuidOf("transfer", transfer.transferId),
        uuidOf("asset", transfer.assetId),
        transfer.seq,
        bytesOf(transfer.offerHash),
        transfer.giverTag ?? null,
        transfer.receiverTag ?? null,
        transfer.claimCodeHash ?? null,
        transfer.sealedOffer,
        transfer.expiresAt,
      ],
    );
    return transferOf(row);
  }

  /** Ends an open transfer. @throws Error when the transfer has already ended, which the lock of the asset rules out */
  async end({ publisherId, transferId }: Transfer, end: TransferEnd): Promise<Transfer> {
    const accepted = end.status === "accepted" ? end : undefined;
    const [row] = await this.session.run<TransferRow>(
      {
        name: "transfer_end",
        text: `update ownership_transfer set status = $3, ended_at = business_now(), entry_hash = $4,
            receiver_tag = coalesce($5, receiver_tag), sealed_acceptance = $6, receipt = $7
          where publisher_id = $1 and transfer_id = $2 and status = 'offered' returning ${columns}`,
      },
      [
        uuidOf("publisher", publisherId),
        uuidOf("transfer", transferId),
        end.status,
        accepted ? bytesOf(accepted.entryHash) : null,
        accepted?.receiverTag ?? null,
        accepted?.sealedAcceptance ?? null,
        accepted?.receipt ?? null,
      ],
    );
    if (!row) throw new Error(`transfer ${transferId} has already ended`);
    return transferOf(row);
  }

  /** Marks the asset's open offer as expired if its time is over. */
  async expireOverdue(assetId: string): Promise<void> {
    await this.session.run(
      {
        name: "transfer_expire",
        text: `update ownership_transfer set status = 'expired', ended_at = expires_at
          where asset_id = $1 and status = 'offered' and expires_at <= business_now()`,
      },
      [uuidOf("asset", assetId)],
    );
  }

  /** Cancels the asset's open offer, if one exists. An offer whose time is over is marked as expired instead. */
  async cancelOpen(assetId: string): Promise<void> {
    await this.session.run(
      {
        name: "transfer_cancel_open",
        text: `update ownership_transfer set ended_at = least(expires_at, business_now()),
            status = case when expires_at <= business_now() then 'expired' else 'cancelled' end
          where asset_id = $1 and status = 'offered'`,
      },
      [uuidOf("asset", assetId)],
    );
  }

  /** Counts a try of a claim code if the code is wrong. After `WRONG_TRIES_MAX` wrong tries the code is locked. */
  async countWrongTry(transferId: string, claimCodeHash: Uint8Array): Promise<void> {
    await this.session.run(
      {
        name: "transfer_wrong_try",
        text: `update ownership_transfer set wrong_tries = wrong_tries + 1
          where transfer_id = $1 and claim_code_hash <> $2 and wrong_tries < $3 and status = 'offered'`,
      },
      [uuidOf("transfer", transferId), claimCodeHash, WRONG_TRIES_MAX],
    );
  }
}

type TransferRow = Row<"ownership_transfer", typeof columns>;

function transferOf(row: TransferRow): Transfer {
  return {
    transferId: idOf("transfer", row.transfer_id),
    publisherId: idOf("publisher", row.publisher_id),
    assetId: idOf("asset", row.asset_id),
    seq: row.seq,
    status: row.status,
    offerHash: textOf(row.offer_hash),
    wrongTries: row.wrong_tries,
    sealedOffer: row.sealed_offer,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    ...(row.giver_tag ? { giverTag: row.giver_tag } : {}),
    ...(row.receiver_tag ? { receiverTag: row.receiver_tag } : {}),
    ...(row.claim_code_hash ? { claimCodeHash: row.claim_code_hash } : {}),
    ...(row.sealed_acceptance ? { sealedAcceptance: row.sealed_acceptance } : {}),
    ...(row.entry_hash ? { entryHash: textOf(row.entry_hash) } : {}),
    ...(row.receipt ? { receipt: row.receipt } : {}),
    ...(row.ended_at ? { endedAt: row.ended_at } : {}),
  };
}
