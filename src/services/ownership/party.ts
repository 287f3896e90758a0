import type { Transfer } from "../../domain/ownership/ownership.ts";
import { mayAct, type TransferRole, type TransferVerb } from "../../domain/ownership/transfer.ts";
import type { Wallet } from "../../domain/wallet/wallet.ts";
import { Failure } from "../../rpc/failure.ts";
import { type OwnershipTags, sameTag } from "../../trust/ownership/tags.ts";

/** The part that a wallet has in a transfer; undefined when it has none. */
export function roleOf(tags: OwnershipTags, transfer: Transfer, wallet: Wallet): TransferRole | undefined {
  const { transferId, giverTag, receiverTag } = transfer;
  const gives = sameTag(giverTag, tags.party("giver", transferId, wallet.keyThumbprint));
  const receives = sameTag(receiverTag, tags.party("receiver", transferId, wallet.keyThumbprint));
  if (gives) return "giver";
  return receives ? "receiver" : undefined;
}

/** A transfer that a wallet is a party of, with its part in it. */
export interface OwnTransfer {
  readonly transfer: Transfer;
  readonly role: TransferRole;
}

/** @throws Failure NOT_FOUND, the same for unknown transfers and those of others */
export function requireOwnTransfer(
  tags: OwnershipTags,
  transfer: Transfer | undefined,
  wallet: Wallet,
): OwnTransfer {
  const role = transfer && roleOf(tags, transfer, wallet);
  if (!role) throw new Failure("NOT_FOUND");
  return { transfer, role };
}

/** A transfer that a wallet may do this to. @throws Failure NOT_FOUND for everyone else */
export function requireActor(
  tags: OwnershipTags,
  transfer: Transfer | undefined,
  wallet: Wallet,
  verb: TransferVerb,
): OwnTransfer {
  const own = requireOwnTransfer(tags, transfer, wallet);
  if (!mayAct(own.role, verb)) throw new Failure("NOT_FOUND");
  return own;
}
