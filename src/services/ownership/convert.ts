import * as proto from "../../../gen/ts/pda/wallet/v1/ownership.ts";
import type { Asset } from "../../domain/asset/asset.ts";
import type { OwnershipHead } from "../../domain/ownership/ownership.ts";
import { statusAt, type TransferRole, type TransferStatus } from "../../domain/ownership/transfer.ts";
import { assetToProto } from "../asset/convert.ts";
import { timestamp } from "../contract/timestamp.ts";
import type { ServiceDeps } from "../deps.ts";
import { offerOf } from "./sealed-texts.ts";
import type { OwnTransfer } from "./transfer-role.ts";

const statuses: Record<TransferStatus, proto.TransferStatus> = {
  offered: proto.TransferStatus.TRANSFER_STATUS_OFFERED,
  accepted: proto.TransferStatus.TRANSFER_STATUS_ACCEPTED,
  declined: proto.TransferStatus.TRANSFER_STATUS_DECLINED,
  cancelled: proto.TransferStatus.TRANSFER_STATUS_CANCELLED,
  expired: proto.TransferStatus.TRANSFER_STATUS_EXPIRED,
};

const roles: Record<TransferRole, proto.TransferRole> = {
  giver: proto.TransferRole.TRANSFER_ROLE_GIVER,
  receiver: proto.TransferRole.TRANSFER_ROLE_RECEIVER,
};

/** Returns a transfer as the contract shows it to one of its parties. The other party is never named. */
export function transferToProto(
  deps: Pick<ServiceDeps, "sealer" | "receipts">,
  { transfer, role }: OwnTransfer,
  now: Date,
): proto.OwnershipTransfer {
  const status = statusAt(transfer, now);
  const ended = status === "expired" ? undefined : transfer.endedAt;
  return {
    transferId: transfer.transferId,
    assetId: transfer.assetId,
    role: roles[role],
    status: statuses[status],
    sequence: transfer.seq,
    offer: offerOf(deps, transfer).text,
    offerHash: transfer.offerHash,
    entryHash: transfer.entryHash,
    createTime: timestamp(transfer.createdAt),
    expireTime: timestamp(transfer.expiresAt),
    endTime: ended && timestamp(ended),
    receipt: transfer.receipt && deps.receipts.renewed(transfer.receipt),
  };
}

/** Returns an asset as the contract shows it to its owner. */
export function ownedAssetToProto(asset: Asset, head: OwnershipHead): proto.OwnedAsset {
  return {
    asset: assetToProto(asset),
    sequence: head.seq,
    entryHash: head.entryHash,
    acquireTime: timestamp(head.acquiredAt),
  };
}
