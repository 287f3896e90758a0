import type { Transfer } from "../../domain/ownership/ownership.ts";
import { mayAct, type TransferRole, type TransferVerb } from "../../domain/ownership/transfer.ts";
import type { Holder } from "../../domain/wallet/wallet.ts";
import { Failure } from "../../rpc/failure.ts";
import { type OwnershipTags, sameTag } from "../../trust/ownership/tags.ts";

/** Whether a tag is made of one of the keys that a holder has had. All are tried, so that the time tells nothing of which it was. */
export function hasTag(
  tag: Uint8Array | undefined,
  { keyThumbprints }: Pick<Holder, "keyThumbprints">,
  tagOf: (keyThumbprint: string) => Uint8Array,
): boolean {
  return keyThumbprints.filter((key) => sameTag(tag, tagOf(key))).length > 0;
}

/** The part that a wallet has in a transfer, by whichever of its keys; undefined when it has none. */
export function roleOf(tags: OwnershipTags, transfer: Transfer, wallet: Holder): TransferRole | undefined {
  const { transferId, giverTag, receiverTag } = transfer;
  const isOf = (role: TransferRole, tag: Uint8Array | undefined): boolean =>
    hasTag(tag, wallet, (key) => tags.party(role, transferId, key));
  const [gives, receives] = [isOf("giver", giverTag), isOf("receiver", receiverTag)];
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
  wallet: Holder,
): OwnTransfer {
  const role = transfer && roleOf(tags, transfer, wallet);
  if (!role) throw new Failure("NOT_FOUND");
  return { transfer, role };
}

/** A transfer that a wallet may do this to. @throws Failure NOT_FOUND for everyone else */
export function requireActor(
  tags: OwnershipTags,
  transfer: Transfer | undefined,
  wallet: Holder,
  verb: TransferVerb,
): OwnTransfer {
  const own = requireOwnTransfer(tags, transfer, wallet);
  if (!mayAct(own.role, verb)) throw new Failure("NOT_FOUND");
  return own;
}
