import type { Transfer } from "../../domain/ownership/ownership.ts";
import type { Transaction } from "../../store/store.ts";
import type { ServiceDeps } from "../deps.ts";

type Sealing = Pick<ServiceDeps, "sealer">;

/** Part of a transfer that is signed. */
type SignedKind = "offer" | "acceptance";

/** Returns the context that binds a signed text to its transfer. */
export const signedTextContext = (kind: SignedKind, transferId: string): string =>
  `ownership|${kind}|${transferId}`;

/** A text that a party has signed, with the thumbprint of the signing key. */
export interface SignedText {
  readonly text: string;
  /** Absent for a publisher's gift, which no key signs. */
  readonly key?: string;
}

/**
 * Encrypts an offer or an acceptance for the store. An unencrypted signature would reveal its signer to everyone who has all public keys.
 */
export function sealText(
  { sealer }: Sealing,
  kind: SignedKind,
  transferId: string,
  signed: SignedText,
): Buffer {
  return sealer.seal(Buffer.from(JSON.stringify(signed)), signedTextContext(kind, transferId));
}

/** Returns the offer of a transfer. */
export function offerOf({ sealer }: Sealing, { sealedOffer, transferId }: Transfer): SignedText {
  return JSON.parse(
    sealer.open(sealedOffer, signedTextContext("offer", transferId)).toString(),
  ) as SignedText;
}

/**
 * Tells whether the owner's present key signed an offer. The answer stays true until the transaction ends. A key is often replaced because
 * somebody else may have it, so open offers that a replaced key signed no longer count.
 */
export async function isSignedByPresentKey(
  tx: Transaction,
  sealing: Sealing,
  transfer: Transfer,
): Promise<boolean> {
  const { key } = offerOf(sealing, transfer);
  return key === undefined || tx.wallets.holdsKey(key);
}
