import type { KeyObject } from "node:crypto";
import { errors, jwtVerify } from "jose";
import { type ChainHead, entryHash, textHash } from "../../src/domain/ownership/entry.ts";
import { acceptanceProblem, type Gift, isHash, verifyOffer } from "../../src/trust/ownership/transfer.ts";
import { isNonce, readWalletSignature } from "../../src/trust/wallet-signature.ts";

/** An entry with the signed texts that it rests on. */
export interface Voucher {
  readonly seq: number;
  /** base64url; null for the first entry. */
  readonly prevEntryHash: string | null;
  readonly entryHash: string;
  /** The compact JWS of the previous owner, or the record of the publisher's gift. */
  readonly offer: string;
  /** The compact JWS of the new owner; null for a gift that needs no acceptance. */
  readonly acceptance: string | null;
  /** RFC 7638 thumbprint of the new owner's key. */
  readonly owner: string;
  /** Thumbprint of the key that signed the offer, if the previous owner had another key by then. */
  readonly offeredBy?: string | undefined;
  /** The service's countersignature. */
  readonly receipt?: string | undefined;
}

/** The first rule that the chain breaks. */
type ChainProblem =
  | "SEQUENCE_BROKEN"
  | "LINK_BROKEN"
  | "HASH_MISMATCH"
  | "OFFER_INVALID"
  | "OFFER_OF_OTHER_CHAIN"
  | "RECIPIENT_MISMATCH"
  | "ACCEPTANCE_INVALID"
  | "RECEIPT_INVALID"
  | "KEY_UNKNOWN"
  | "HEAD_MISMATCH";

/** The result of a replay. */
export type ReplayResult =
  | { readonly valid: true; readonly owner: string | undefined }
  | { readonly valid: false; readonly seq: number; readonly problem: ChainProblem };

/** The inputs of a replay. */
export interface ReplayTerms {
  readonly assetId: string;
  readonly publisherId: string;
  /** Required `aud` of the signatures. */
  readonly audience: string;
  /** The known end of the chain, so that no entry can be cut off. Absent when nobody owns the asset. */
  readonly head?: ChainHead;
  /** Returns the public key with this RFC 7638 thumbprint. */
  readonly keyOf: (thumbprint: string) => Promise<KeyObject | undefined> | KeyObject | undefined;
  /**
   * Tells whether the later key has replaced the earlier one of the same holder; both are thumbprints. Absent when no key was ever
   * replaced.
   */
  readonly succeeds?: (later: string, earlier: string) => boolean;
  /** Returns the service's public key with this `kid`. Absent when countersignatures are not checked. */
  readonly serviceKeyOf?: (kid: string) => KeyObject | undefined;
}

type Link = Omit<ReplayTerms, "head"> & { readonly voucher: Voucher; readonly before: Voucher | undefined };

/**
 * Replays an asset's chain of owners from its first entry, without the service. Checks numbers, links and hashes. Checks each offer by the
 * previous owner's key, each acceptance by the new owner's key for exactly that offer, and the end. Past signatures are judged by the order
 * of their own times, not by today's time.
 */
export async function replayChain(vouchers: readonly Voucher[], terms: ReplayTerms): Promise<ReplayResult> {
  let before: Voucher | undefined;
  for (const voucher of vouchers) {
    const problem = await problemOf({ ...terms, voucher, before });
    if (problem) return { valid: false, seq: (before?.seq ?? 0) + 1, problem };
    before = voucher;
  }
  const { head } = terms;
  if (head?.seq !== before?.seq || head?.entryHash !== before?.entryHash)
    return { valid: false, seq: (before?.seq ?? 0) + 1, problem: "HEAD_MISMATCH" };
  return { valid: true, owner: before?.owner };
}

async function problemOf(link: Link): Promise<ChainProblem | undefined> {
  const { voucher, before, assetId } = link;
  const { seq, prevEntryHash, offer, acceptance } = voucher;
  if (seq !== (before?.seq ?? 0) + 1) return "SEQUENCE_BROKEN";
  if (prevEntryHash !== (before?.entryHash ?? null)) return "LINK_BROKEN";
  const offerHash = textHash(offer);
  const acceptanceHash = acceptance === null ? null : textHash(acceptance);
  if (voucher.entryHash !== entryHash({ assetId, seq, prevEntryHash, offerHash, acceptanceHash }))
    return "HASH_MISMATCH";
  const offered = before ? await ownersOffer(link, before) : publishersGift(link);
  if (typeof offered === "string") return offered;
  const problem = await acceptedProblem(link, offered, offerHash);
  return problem ?? (await receiptProblem(link, { offerHash, acceptanceHash }));
}

/** Checks that the service countersigned exactly this entry. */
async function receiptProblem(
  { voucher, assetId, audience, serviceKeyOf }: Link,
  hashes: { readonly offerHash: string; readonly acceptanceHash: string | null },
): Promise<ChainProblem | undefined> {
  if (!serviceKeyOf) return undefined;
  const { seq, prevEntryHash, entryHash: hash, receipt = "" } = voucher;
  // Each receipt has exactly one valid text. The code below would also accept a text with other bits at its end, which nobody signed.
  if ("refused" in readWalletSignature(receipt)) return "RECEIPT_INVALID";
  try {
    const { payload } = await jwtVerify(receipt, ({ kid = "" }) => serviceKey(serviceKeyOf(kid)), {
      algorithms: ["ES256"],
      typ: "pda-receipt+jwt",
      issuer: audience,
    });
    const entry = { kind: "ownership", assetId, seq, prevEntryHash, entryHash: hash, ...hashes };
    const same = Object.entries(entry).every(([name, value]) => payload[name] === value);
    return same ? undefined : "RECEIPT_INVALID";
  } catch (error) {
    if (error instanceof errors.JOSEError) return "RECEIPT_INVALID";
    throw error;
  }
}

function serviceKey(key: KeyObject | undefined): KeyObject {
  if (!key) throw new errors.JWKSNoMatchingKey();
  return key;
}

/** The recipient that an offer of either kind names. */
interface Offered {
  readonly transferId: string;
  readonly toKey?: string | undefined;
  readonly claimCodeHash?: string | undefined;
  /** A gift to a key needs no acceptance. */
  readonly gift: boolean;
}

function publishersGift({ voucher, assetId, publisherId }: Link): Offered | ChainProblem {
  const gift = readGift(voucher.offer);
  if (!gift) return "OFFER_INVALID";
  const same = gift.assetId === assetId && gift.publisherId === publisherId;
  return same ? { ...gift, gift: true } : "OFFER_OF_OTHER_CHAIN";
}

async function ownersOffer(
  { voucher, assetId, audience, keyOf, succeeds }: Link,
  before: Voucher,
): Promise<Offered | ChainProblem> {
  const signer = voucher.offeredBy ?? before.owner;
  if (signer !== before.owner && !succeeds?.(signer, before.owner)) return "OFFER_INVALID";
  const key = await keyOf(signer);
  if (!key) return "KEY_UNKNOWN";
  const verified = await verifyOffer(voucher.offer, { key, audience });
  if (!verified.verified) return "OFFER_INVALID";
  const { offer } = verified;
  const same =
    offer.assetId === assetId && offer.seq === voucher.seq && offer.prevEntryHash === voucher.prevEntryHash;
  return same ? { ...offer, gift: false } : "OFFER_OF_OTHER_CHAIN";
}

async function acceptedProblem(
  { voucher, audience, keyOf, succeeds }: Link,
  { transferId, toKey, claimCodeHash, gift }: Offered,
  offerHash: string,
): Promise<ChainProblem | undefined> {
  const { owner, acceptance } = voucher;
  const meant = toKey === undefined || toKey === owner || (!gift && succeeds?.(owner, toKey));
  if (!meant) return "RECIPIENT_MISMATCH";
  if (acceptance === null) return gift && toKey !== undefined ? undefined : "ACCEPTANCE_INVALID";
  const key = await keyOf(owner);
  if (!key) return "KEY_UNKNOWN";
  const what = claimCodeHash === undefined ? { offerHash } : { claimCodeHash };
  const problem = await acceptanceProblem(
    acceptance,
    { transferId, newOwnerKey: owner, ...what },
    { key, audience },
  );
  return problem && "ACCEPTANCE_INVALID";
}

/** Reads the record of a gift. Returns undefined for a text that `giftText` does not produce. */
function readGift(text: string): Gift | undefined {
  try {
    const { assetId, claimCodeHash, publisherId, salt, seq, toKey, transferId, type, ...others } =
      JSON.parse(text);
    const again = { assetId, claimCodeHash, publisherId, salt, seq, toKey, transferId, type };
    const whole =
      type === "PDA-GIFT-v1" &&
      seq === 1 &&
      isNonce(salt) &&
      [assetId, publisherId, transferId].every((id) => typeof id === "string") &&
      (toKey === undefined ? isHash(claimCodeHash) : isHash(toKey) && claimCodeHash === undefined) &&
      Object.keys(others).length === 0 &&
      JSON.stringify(again) === text;
    return whole ? { assetId, publisherId, transferId, toKey, claimCodeHash } : undefined;
  } catch {
    return undefined;
  }
}
