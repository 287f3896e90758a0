import type { Transfer } from "../../domain/ownership/ownership.ts";
import type { Transaction } from "../../store/store.ts";
import type { ServiceDeps } from "../deps.ts";

type Sealing = Pick<ServiceDeps, "sealer">;

/** What a party has signed, and the thumbprint of the key that it was signed with. */
export interface SignedText {
  readonly text: string;
  /** Absent for a publisher's gift, which no key signs. */
  readonly key?: string;
}

/** What lies in the store of an offer or an acceptance: a signature would tell its signer to everyone who has all public keys. */
export function sealText(
  { sealer }: Sealing,
  kind: "offer" | "acceptance",
  transferId: string,
  signed: SignedText,
): Buffer {
  return sealer.seal(Buffer.from(JSON.stringify(signed)), `ownership|${kind}|${transferId}`);
}

/** The offer of a transfer. */
export function offerOf({ sealer }: Sealing, { sealedOffer, transferId }: Transfer): SignedText {
  return JSON.parse(sealer.open(sealedOffer, `ownership|offer|${transferId}`).toString()) as SignedText;
}

/**
 * Whether the key that an offer was signed with is its owner's still; it stays so until the transaction ends. A key is often replaced
 * because somebody else may have it: what it has offered and nobody has accepted yet does not count any more.
 */
export async function isSignedByPresentKey(
  tx: Transaction,
  sealing: Sealing,
  transfer: Transfer,
): Promise<boolean> {
  const { key } = offerOf(sealing, transfer);
  return key === undefined || tx.wallets.holdsKey(key);
}
