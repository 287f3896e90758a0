import type { Wallet } from "../../domain/wallet/wallet.ts";
import type { Failure } from "../../rpc/failure.ts";
import type { WalletReader } from "../../store/wallet/wallets.ts";
import {
  type Agreed,
  acceptanceProblem,
  type OwnerOffer,
  verifyOffer,
} from "../../trust/ownership/transfer.ts";
import type { WalletSignatureRefusal } from "../../trust/wallet-signature.ts";
import { verificationKeyOf } from "../wallet/holder-key.ts";
import { explainedRefusal, signatureRefused } from "../wallet/signature.ts";

/** The audience and the time to verify a signature against. The time is real, never a sandbox's. */
export interface Terms {
  readonly publicUrl: string;
  readonly now: Date;
  readonly wallets: WalletReader;
}

/** Returns the owner's verified offer. @throws Failure SIGNATURE_REFUSED */
export async function requireOffer(
  jws: string,
  owner: Wallet,
  { publicUrl, now, wallets }: Terms,
): Promise<OwnerOffer> {
  const verified = await verifyOffer(jws, {
    key: verificationKeyOf(owner),
    kid: owner.keyThumbprint,
    audience: publicUrl,
    now,
  });
  if (!verified.verified) throw await refusalOf("offer", jws, verified, { wallets, signer: owner });
  return verified.offer;
}

/** Checks that the recipient has signed its acceptance. @throws Failure SIGNATURE_REFUSED */
export async function requireAcceptance(
  jws: string,
  agreed: Omit<Agreed, "newOwnerKey"> & ({ offerHash: string } | { claimCodeHash: string }),
  receiver: Wallet,
  { publicUrl, now, wallets }: Terms,
): Promise<void> {
  const problem = await acceptanceProblem(
    jws,
    { ...agreed, newOwnerKey: receiver.keyThumbprint },
    { key: verificationKeyOf(receiver), kid: receiver.keyThumbprint, audience: publicUrl, now },
  );
  if (problem) throw await refusalOf("acceptance", jws, problem, { wallets, signer: receiver });
}

async function refusalOf(
  field: string,
  jws: string,
  refusal: WalletSignatureRefusal,
  { wallets, signer }: { readonly wallets: WalletReader; readonly signer: Wallet },
): Promise<Failure> {
  const { walletId } = signer;
  return signatureRefused(
    field,
    await explainedRefusal(jws, "pda-transfer+jws", refusal, { wallets, walletId }),
  );
}
