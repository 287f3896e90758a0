// Gifts of publishers, offers of owners and acceptances of recipients.
import { createHash, type KeyObject, randomBytes } from "node:crypto";
import { OFFER_SECONDS_MAX } from "../../domain/ownership/transfer.ts";
import { SIGNATURE_SECONDS_MAX } from "../time-limits.ts";
import {
  isNonce,
  judgeSignature,
  readWalletSignature,
  type SignatureTerms,
  type WalletSignatureRefusal,
} from "../wallet-signature.ts";

const HASH = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/;
const TRANSFER_ID = /^trf_[0-7][0-9a-hjkmnp-tv-z]{25}$/;
const ASSET_ID = /^ast_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** Tells whether a value is 32 bytes in base64url: a SHA-256 or a thumbprint. */
export const isHash = (value: unknown): value is string => typeof value === "string" && HASH.test(value);
const isTransferId = (value: unknown): boolean => typeof value === "string" && TRANSFER_ID.test(value);
const isAssetId = (value: unknown): boolean => typeof value === "string" && ASSET_ID.test(value);
/** Tells whether a value is a place in a chain after the first, within the range of the store. */
const isLaterSeq = (value: unknown): boolean =>
  typeof value === "number" && Number.isInteger(value) && value >= 2 && value < 2 ** 31;

/** The recipient: the holder of a key, or anyone with a claim code. */
export type Recipient =
  | { readonly toKey: string; readonly claimCodeHash?: undefined }
  | { readonly claimCodeHash: string; readonly toKey?: undefined };

/** Returns a new claim code: 128 random bits, base64url. */
export function newClaimCode(): string {
  return randomBytes(16).toString("base64url");
}

/** Returns the stored form of a claim code. A plain SHA-256 suffices, because a code has 128 random bits. */
export function claimCodeHash(code: string): Buffer {
  return createHash("sha256").update(code).digest();
}

/** A publisher's gift: the first offer in an asset's chain. */
export type Gift = {
  readonly transferId: string;
  readonly assetId: string;
  readonly publisherId: string;
} & Recipient;

/**
 * Returns the record of a gift as text (canonical JSON, RFC 8785). No key signs it, because the publisher's call is authenticated.
 * The salt prevents that the hash reveals the recipient.
 */
export function giftText({ assetId, claimCodeHash, publisherId, toKey, transferId }: Gift): string {
  const salt = randomBytes(16).toString("base64url");
  return JSON.stringify({
    assetId,
    claimCodeHash,
    publisherId,
    salt,
    seq: 1,
    toKey,
    transferId,
    type: "PDA-GIFT-v1",
  });
}

/** The terms for the signature of a party. */
interface PartyTerms {
  readonly key: KeyObject;
  /** Thumbprint of the key, which `kid` must equal if present. Absent when an old signature is verified again. */
  readonly kid?: string;
  readonly audience: string;
  /** Real time. Absent when an old signature is verified again. */
  readonly now?: Date;
}

/** Verifies a compact JWS `pda-transfer+jws` over `aud nonce iat exp` and these claims. */
const judgeParty = (
  jws: string,
  { audience, ...terms }: PartyTerms,
  claims: SignatureTerms["claims"],
  lifetimeSecondsMax: number,
) =>
  judgeSignature(jws, {
    ...terms,
    type: "pda-transfer+jws",
    claims: { aud: audience, nonce: isNonce, ...claims },
    lifetimeSecondsMax,
  });

/** The claims of an owner's offer. */
type OfferClaims = {
  readonly transferId: string;
  readonly assetId: string;
  readonly seq: number;
  readonly prevEntryHash: string;
} & Recipient;

/** An owner's offer, and its end in real time. */
export type OwnerOffer = OfferClaims & { readonly expiresAt: Date };

/** Verifies an owner's offer: `transferId assetId seq prevEntryHash` and exactly one of `toKey` and `claimCodeHash`. */
export async function verifyOffer(
  jws: string,
  terms: PartyTerms,
): Promise<{ readonly verified: true; readonly offer: OwnerOffer } | WalletSignatureRefusal> {
  const read = readWalletSignature(jws);
  // The claim that is present decides which claim is required. If both are present, one of them is unexpected.
  const byCode =
    "payload" in read && read.payload !== undefined && Object.hasOwn(read.payload, "claimCodeHash");
  const claims = {
    transferId: isTransferId,
    assetId: isAssetId,
    seq: isLaterSeq,
    prevEntryHash: isHash,
    ...(byCode ? { claimCodeHash: isHash } : { toKey: isHash }),
  };
  const judged = await judgeParty(jws, terms, claims, OFFER_SECONDS_MAX);
  if (!judged.verified) return judged;
  return { verified: true, offer: { ...(judged.claims as OfferClaims), expiresAt: judged.expiresAt } };
}

/** The terms that a recipient accepts: an offer by its hash, or an offer by its claim code. */
export type Agreed = {
  readonly transferId: string;
  /** RFC 7638 thumbprint of the recipient's key. */
  readonly newOwnerKey: string;
} & ({ readonly offerHash: string } | { readonly claimCodeHash: string });

/**
 * Verifies a recipient's acceptance: `transferId newOwnerKey` and `offerHash` or `claimCodeHash`.
 *
 * @returns undefined when the acceptance is valid
 */
export async function acceptanceProblem(
  jws: string,
  agreed: Agreed,
  terms: PartyTerms,
): Promise<WalletSignatureRefusal | undefined> {
  const judged = await judgeParty(jws, terms, agreed, SIGNATURE_SECONDS_MAX);
  return judged.verified ? undefined : judged;
}
