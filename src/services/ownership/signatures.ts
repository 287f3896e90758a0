import type { Wallet } from "../../domain/wallet/wallet.ts";
import { Failure } from "../../rpc/failure.ts";
import type { WalletSignatureRefusal } from "../../trust/jws.ts";
import { acceptanceProblem, type Agreed } from "../../trust/ownership/acceptance.ts";
import { type OwnerOffer, verifyOffer } from "../../trust/ownership/offer.ts";
import { keyOf } from "../wallet/holder-key.ts";

/** What a signature is judged by: the audience, and real time, never a sandbox's. */
export interface Terms {
  readonly publicUrl: string;
  readonly now: Date;
}

/** The failure that a refused signature in a field amounts to. */
export function signatureRefused(field: string, { reason, member }: WalletSignatureRefusal): Failure {
  const about = member === undefined ? "" : ` (${member})`;
  return Failure.ofField(
    "SIGNATURE_REFUSED",
    field,
    reason,
    `The signature does not authorise this${about}.`,
  );
}

/** What the owner offers. @throws Failure SIGNATURE_REFUSED */
export async function requireOffer(
  jws: string,
  owner: Wallet,
  { publicUrl, now }: Terms,
): Promise<OwnerOffer> {
  const verified = await verifyOffer(jws, {
    key: keyOf(owner),
    kid: owner.keyThumbprint,
    audience: publicUrl,
    now,
  });
  if (!verified.verified) throw signatureRefused("offer", verified);
  return verified.offer;
}

/** The recipient has agreed to become the owner. @throws Failure SIGNATURE_REFUSED */
export async function requireAcceptance(
  jws: string,
  agreed: Omit<Agreed, "newOwnerKey"> & ({ offerHash: string } | { claimCodeHash: string }),
  receiver: Wallet,
  { publicUrl, now }: Terms,
): Promise<void> {
  const problem = await acceptanceProblem(
    jws,
    { ...agreed, newOwnerKey: receiver.keyThumbprint },
    { key: keyOf(receiver), kid: receiver.keyThumbprint, audience: publicUrl, now },
  );
  if (problem) throw signatureRefused("acceptance", problem);
}
