// What publishers give, owners offer and recipients accept.
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

/** 32 bytes in base64url: a SHA-256 or a thumbprint. */
export const isHash = (value: unknown): value is string => typeof value === "string" && HASH.test(value);
const isTransferId = (value: unknown): boolean => typeof value === "string" && TRANSFER_ID.test(value);
const isAssetId = (value: unknown): boolean => typeof value === "string" && ASSET_ID.test(value);
/** Place in a chain after the first, as far as it is stored. */
const isLaterSeq = (value: unknown): boolean =>
  typeof value === "number" && Number.isInteger(value) && value >= 2 && value < 2 ** 31;

/** To whom: the holder of a key, or whoever has a code. */
export type Recipient =
  | { readonly toKey: string; readonly claimCodeHash?: undefined }
  | { readonly claimCodeHash: string; readonly toKey?: undefined };

/** A new claim code: 128 random bits, base64url. */
export function newClaimCode(): string {
  return randomBytes(16).toString("base64url");
}

/** What is kept of a code: SHA-256 of its text suffices, because it has 128 random bits. */
export function claimCodeHash(code: string): Buffer {
  return createHash("sha256").update(code).digest();
}

/** What a publisher gives: the offer that an asset's chain begins with. */
export type Gift = {
  readonly transferId: string;
  readonly assetId: string;
  readonly publisherId: string;
} & Recipient;

/**
 * The record of a gift as text (canonical JSON, RFC 8785). No key signs it: it is the publisher's call that we have authenticated.
 * Its salt keeps its hash from telling to whom it was given.
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

/** What the signature of a party is judged by. */
interface PartyTerms {
  readonly key: KeyObject;
  /** Thumbprint of the key, which a `kid` has to name; absent to look at an old signature again. */
  readonly kid?: string;
  readonly audience: string;
  /** Real time; absent to look at an old signature again. */
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

/** What an owner's offer says, and until when it stands in real time. */
export type OwnerOffer = OfferClaims & { readonly expiresAt: Date };

/** Verifies an owner's offer: `transferId assetId seq prevEntryHash` and exactly one of `toKey` and `claimCodeHash`. */
export async function verifyOffer(
  jws: string,
  terms: PartyTerms,
): Promise<{ readonly verified: true; readonly offer: OwnerOffer } | WalletSignatureRefusal> {
  const read = readWalletSignature(jws);
  // Which of the two it names decides which one it must have; with both, one of them is unexpected.
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

/** What a recipient agrees to: an offer that it has seen, or one that it has the code for. */
export type Agreed = {
  readonly transferId: string;
  /** RFC 7638 thumbprint of the recipient's key. */
  readonly newOwnerKey: string;
} & ({ readonly offerHash: string } | { readonly claimCodeHash: string });

/**
 * Verifies a recipient's acceptance: `transferId newOwnerKey` and `offerHash` or `claimCodeHash`.
 *
 * @returns undefined when it holds
 */
export async function acceptanceProblem(
  jws: string,
  agreed: Agreed,
  terms: PartyTerms,
): Promise<WalletSignatureRefusal | undefined> {
  const judged = await judgeParty(jws, terms, agreed, SIGNATURE_SECONDS_MAX);
  return judged.verified ? undefined : judged;
}
