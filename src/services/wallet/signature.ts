import { createHash } from "node:crypto";
import { keyRetired, nonceUsed } from "../../domain/wallet/key.ts";
import type { Holder, NamedKey, Wallet } from "../../domain/wallet/wallet.ts";
import { Failure } from "../../rpc/failure.ts";
import { aboutField } from "../../rpc/refusal.ts";
import type { LockedWallet } from "../../store/ledger/spending.ts";
import type { HolderStatement, StatementWriter, UsedStatement } from "../../store/wallet/statements.ts";
import type { WalletReader } from "../../store/wallet/wallets.ts";
import {
  isNonce,
  openWalletSignature,
  readWalletSignature,
  refused,
  verifyStatement,
  type WalletSignatureRefusal,
  type WalletSignatureType,
} from "../../trust/wallet-signature.ts";
import { verificationKeyOf } from "./holder-key.ts";

/** At most this many replaced keys are tried to tell an outdated signature from a wrong one. */
const RETIRED_TRIED_MAX = 8;

/** Returns the failure for a refused signature in a field. */
export function signatureRefused(
  field: string,
  { reason, member }: WalletSignatureRefusal,
  what = "this",
): Failure {
  const about = member === undefined ? "" : ` (${member})`;
  return Failure.ofField(
    field,
    reason,
    reason === "KEY_RETIRED" ? keyRetired().message : `The signature does not authorise ${what}${about}.`,
  );
}

/** Returns the refusal, or KEY_RETIRED when a replaced key of this wallet made the signature. */
export async function explainedRefusal(
  jws: string,
  type: WalletSignatureType,
  refusal: WalletSignatureRefusal,
  signer: { readonly wallets: WalletReader; readonly walletId: string },
): Promise<WalletSignatureRefusal> {
  if (refusal.reason !== "JWS_SIGNATURE_INVALID") return refusal;
  const retired = await signer.wallets.retiredKeys(signer.walletId, RETIRED_TRIED_MAX);
  for (const key of retired)
    if (!("refused" in (await openWalletSignature(jws, { type, key: verificationKeyOf(key) }))))
      return refused("KEY_RETIRED");
  return refusal;
}

/** The expectations of a statement. */
interface Asked {
  /** The request's field with the statement, by its proto name. */
  readonly field: string;
  readonly type: WalletSignatureType;
  readonly audience: string;
  readonly claims: Readonly<Record<string, string>>;
}

/** Checks that the signer has just signed exactly these claims. @returns the statement's nonce @throws Failure SIGNATURE_REFUSED */
export async function requireStatement(jws: string, signer: NamedKey, asked: Asked): Promise<string> {
  const result = await statement(jws, signer, asked);
  if (!result.verified) throw signatureRefused(asked.field, result);
  return result.nonce;
}

/** Works like `requireStatement` with the wallet's present key. A signature by a replaced key gets a reason of its own. */
export async function requireHolderStatement(
  wallets: WalletReader,
  jws: string,
  wallet: Wallet,
  asked: Asked,
): Promise<string> {
  const result = await statement(jws, wallet, asked);
  if (result.verified) return result.nonce;
  const { walletId } = wallet;
  throw signatureRefused(asked.field, await explainedRefusal(jws, asked.type, result, { wallets, walletId }));
}

/**
 * Checks that the wallet still has the key that verified a signature.
 *
 * @param locked the wallet, locked until the transaction ends
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
    key: verificationKeyOf(signer),
    kid: signer.keyThumbprint,
    audience,
    claims,
    now: new Date(),
  });

/** Returns what tells a statement from every other one. */
export const digestOf = (jws: string): Buffer => createHash("sha256").update(jws).digest();

/**
 * Returns the statement when this text has taken effect already and says what the request says. It was verified then. So a holder whose
 * answer was lost learns the result also after the end of the statement, and does not sign and move the value a second time.
 */
export async function statementBefore(
  statements: StatementWriter,
  jws: string,
  { walletId, claims }: { readonly walletId: string; readonly claims: Asked["claims"] },
): Promise<UsedStatement | undefined> {
  const read = readWalletSignature(jws);
  const said = "refused" in read ? undefined : read.payload;
  if (!said || !isNonce(said.nonce)) return undefined;
  if (Object.entries(claims).some(([name, value]) => said[name] !== value)) return undefined;
  const known = await statements.find(walletId, said.nonce as string);
  return known && Buffer.compare(known.digest, digestOf(jws)) === 0 ? known : undefined;
}

/**
 * Tells whether a statement has already taken effect.
 *
 * @param known the statement that has used the nonce
 * @throws Refused NONCE_USED when another statement has used the nonce
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
 * Checks that the wallet still has the key that verified a signature. The account is locked, so the key can no longer be replaced. A wallet
 * without an account has no funds; the payment decision refuses it later.
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
