import { keyRetired, nonceUsed } from "../../domain/wallet/key.ts";
import type { Holder, NamedKey, Wallet } from "../../domain/wallet/wallet.ts";
import { Failure } from "../../rpc/failure.ts";
import { aboutField } from "../../rpc/refusal.ts";
import type { LockedWallet } from "../../store/ledger/spending.ts";
import type { HolderStatement, UsedStatement } from "../../store/wallet/statements.ts";
import type { WalletReader } from "../../store/wallet/wallets.ts";
import type { WalletSignatureType } from "../../trust/wallet-signature.ts";
import { openWalletSignature, refused, type WalletSignatureRefusal } from "../../trust/wallet-signature.ts";
import { verifyStatement } from "../../trust/wallet-signature.ts";
import { keyOf } from "./holder-key.ts";

/** As many replaced keys are tried to tell an old signature from a wrong one. */
const RETIRED_TRIED_MAX = 8;

/** The failure that a refused signature in a field amounts to. */
export function signatureRefused(
  field: string,
  { reason, member }: WalletSignatureRefusal,
  what = "this",
): Failure {
  const about = member === undefined ? "" : ` (${member})`;
  return Failure.ofField(
    "SIGNATURE_REFUSED",
    field,
    reason,
    reason === "KEY_RETIRED" ? keyRetired().message : `The signature does not authorise ${what}${about}.`,
  );
}

/** The refusal, made clearer where it is a key of this wallet that signed, but one that has been replaced. */
export async function explained(
  jws: string,
  type: WalletSignatureType,
  refusal: WalletSignatureRefusal,
  signer: { readonly wallets: WalletReader; readonly walletId: string },
): Promise<WalletSignatureRefusal> {
  if (refusal.reason !== "JWS_SIGNATURE_INVALID") return refusal;
  const retired = await signer.wallets.retiredKeys(signer.walletId, RETIRED_TRIED_MAX);
  for (const key of retired)
    if (!("refused" in (await openWalletSignature(jws, { type, key: keyOf(key) }))))
      return refused("KEY_RETIRED");
  return refusal;
}

/** What is asked of a statement. */
interface Asked {
  /** Field of the request that it stands in, by its proto name. */
  readonly field: string;
  readonly type: WalletSignatureType;
  readonly audience: string;
  readonly claims: Readonly<Record<string, string>>;
}

/** Somebody has signed exactly this, now. @returns its nonce @throws Failure SIGNATURE_REFUSED */
export async function requireStatement(jws: string, signer: NamedKey, asked: Asked): Promise<string> {
  const result = await statement(jws, signer, asked);
  if (!result.verified) throw signatureRefused(asked.field, result);
  return result.nonce;
}

/** As `requireStatement`, by the present key of a wallet; an earlier one is told from a wrong one. */
export async function requireHolderStatement(
  wallets: WalletReader,
  jws: string,
  wallet: Wallet,
  asked: Asked,
): Promise<string> {
  const result = await statement(jws, wallet, asked);
  if (result.verified) return result.nonce;
  const { walletId } = wallet;
  throw signatureRefused(asked.field, await explained(jws, asked.type, result, { wallets, walletId }));
}

/**
 * The wallet still has the key that a signature was verified with.
 *
 * @param locked the wallet as it stays until the transaction ends
 * @throws Failure SIGNATURE_REFUSED about the field, KEY_RETIRED
 */
export function requireSameKey<T extends Holder>(field: string, verified: Wallet, locked: T | undefined): T {
  if (locked?.keyThumbprint === verified.keyThumbprint) return locked;
  return aboutField(field, () => {
    throw keyRetired();
  });
}

const statement = (jws: string, signer: NamedKey, { type, audience, claims }: Asked) =>
  verifyStatement(jws, {
    type,
    key: keyOf(signer),
    kid: signer.keyThumbprint,
    audience,
    claims,
    now: new Date(),
  });

/**
 * Whether a statement has had its effect already.
 *
 * @param known what has used its nonce
 * @throws Refused NONCE_USED when that was another statement
 */
export function isRepeat(
  known: UsedStatement | undefined,
  { digest }: HolderStatement,
): known is UsedStatement {
  if (!known) return false;
  if (Buffer.compare(known.digest, digest) !== 0) throw nonceUsed();
  return true;
}

/**
 * The key that a signature was verified with is the wallet's still, now that nobody can replace it. A wallet without an account has
 * nothing to pay with, which the decision says.
 *
 * @throws Failure SIGNATURE_REFUSED about the field, KEY_RETIRED
 */
export function requirePresentKey(
  field: string,
  { keyThumbprint }: Wallet,
  account: LockedWallet | undefined,
): void {
  if (account && account.keyThumbprint !== keyThumbprint)
    throw signatureRefused(field, refused("KEY_RETIRED"));
}
