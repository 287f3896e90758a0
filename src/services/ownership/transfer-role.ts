import type { Transfer } from "../../domain/ownership/ownership.ts";
import { mayAct, type TransferRole, type TransferVerb } from "../../domain/ownership/transfer.ts";
import type { Holder } from "../../domain/wallet/wallet.ts";
import { Failure } from "../../rpc/failure.ts";
import { type OwnershipTags, sameTag } from "../../trust/ownership/tags.ts";

/** Tells whether a tag was made with any of a holder's keys. It tries all keys, so that the time does not reveal which key matched. */
export function hasTag(
  tag: Uint8Array | undefined,
  { keyThumbprints }: Pick<Holder, "keyThumbprints">,
  tagOf: (keyThumbprint: string) => Uint8Array,
): boolean {
  return keyThumbprints.filter((key) => sameTag(tag, tagOf(key))).length > 0;
}

/** Returns the role of a wallet in a transfer, by any of its keys; undefined when the wallet is not a party. */
export function roleOf(
  tags: OwnershipTags,
  transfer: Transfer,
  wallet: Pick<Holder, "keyThumbprints">,
): TransferRole | undefined {
  const { transferId, giverTag, receiverTag } = transfer;
  const isOf = (role: TransferRole, tag: Uint8Array | undefined): boolean =>
    hasTag(tag, wallet, (key) => tags.party(role, transferId, key));
  const [gives, receives] = [isOf("giver", giverTag), isOf("receiver", receiverTag)];
  if (gives) return "giver";
  return receives ? "receiver" : undefined;
}

/** A transfer with the role of a wallet that is a party of it. */
export interface OwnTransfer {
  readonly transfer: Transfer;
  readonly role: TransferRole;
}

/** @throws Failure NOT_FOUND, the same for an unknown transfer and for a transfer of other wallets */
export function requireOwnTransfer(
  tags: OwnershipTags,
  transfer: Transfer | undefined,
  wallet: Holder,
): OwnTransfer {
  const role = transfer && roleOf(tags, transfer, wallet);
  if (!role) throw new Failure("NOT_FOUND");
  return { transfer, role };
}

/**
 * Returns a transfer from a wallet's shelf. The key of the shelf usually made the wallet's tag too, so a page of transfers takes two tags
 * for each transfer, however many keys the wallet has had. All keys are tried only for a transfer that version 1.0.0 accepted after the
 * recipient had replaced its key.
 *
 * @throws Failure NOT_FOUND when the wallet is not a party
 */
export function requireListedTransfer(
  tags: OwnershipTags,
  transfer: Transfer | undefined,
  { wallet, keyThumbprint }: { readonly wallet: Holder; readonly keyThumbprint: string },
): OwnTransfer {
  const role = transfer && roleOf(tags, transfer, { keyThumbprints: [keyThumbprint] });
  return role ? { transfer, role } : requireOwnTransfer(tags, transfer, wallet);
}

/** Returns a transfer on which a wallet may act with this verb. @throws Failure NOT_FOUND for every other wallet */
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
