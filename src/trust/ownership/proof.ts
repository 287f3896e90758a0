import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { OWNERSHIP_PROOF_SECONDS_MAX } from "../time-limits.ts";
import {
  judgeSignature,
  readWalletSignature,
  refused,
  type WalletSignatureRefusal,
} from "../wallet-signature.ts";
import { isHash } from "./transfer.ts";

/** The names in a proof of ownership, before anything is verified. */
export interface OwnProofNames {
  /** RFC 7638 thumbprint of the key that the proof names. */
  readonly keyThumbprint: string;
  /** The challenge that the proof names, base64url. */
  readonly nonce: string;
}

/** Reads the key and the challenge that a proof of ownership names. */
export function readOwnProof(jws: string): OwnProofNames | { readonly refused: WalletSignatureRefusal } {
  const read = readWalletSignature(jws);
  if ("refused" in read) return read;
  const { header, payload } = read;
  if (header.typ !== "pda-own+jws") return { refused: refused("JWS_TYPE_MISMATCH") };
  if (header.alg !== "ES256") return { refused: refused("JWS_ALGORITHM_NOT_ALLOWED") };
  if (!isHash(header.kid)) return { refused: refused("JWS_HEADER_MALFORMED", "kid") };
  if (!isHash(payload?.nonce)) return { refused: refused("JWS_CLAIMS_MALFORMED", "nonce") };
  return { keyThumbprint: header.kid, nonce: payload.nonce };
}

/** A key without a holder. With it, the check of an unknown signer takes as long as the check of a known signer. */
const nobodysKey = generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey;

/** Tells whether the holder of the key has signed this challenge for this asset, now. @param key undefined when no holder is known */
export async function provesHolder(
  jws: string,
  expected: { readonly assetId: string; readonly audience: string; readonly nonce: string },
  key: KeyObject | undefined,
  now: Date,
): Promise<boolean> {
  const { assetId, audience, nonce } = expected;
  const judged = await judgeSignature(jws, {
    type: "pda-own+jws",
    key: key ?? nobodysKey,
    claims: { aud: audience, nonce, assetId },
    lifetimeSecondsMax: OWNERSHIP_PROOF_SECONDS_MAX,
    now,
  });
  return judged.verified && key !== undefined;
}
