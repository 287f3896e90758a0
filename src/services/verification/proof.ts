import type { DeviceProof } from "../../../gen/ts/pda/verification/v1/proof.ts";
import type { TakenChallenge } from "../../store/verification/challenges.ts";
import type { ChipFacts } from "../../trust/authenticity/chip.ts";
import type { ProofFacts } from "../../trust/authenticity/facts.ts";
import { type PaymentTerms, paymentMessage, possessionMessage } from "../../trust/possession/message.ts";
import { provesPossession, provesRawKeyPossession } from "../../trust/possession/signature.ts";
import type { RawKey } from "../../trust/raw-key.ts";
import type { SunMessage } from "../../trust/sun.ts";
import { requireRawKey } from "../contract/credential.ts";
import type { DeviceCertificate } from "./device-certificates.ts";

/** The proof of a request. The contract's field rules have already checked its form. */
export type GivenProof = CertifiedSignature | ChipProof;

/** A signature by the key of the certificate that is presented with it. */
interface CertifiedSignature extends SignedChallenge {
  readonly kind: "certificate";
}

/** A proof that names its device itself: by the device's key, or as the tag of the asset. */
export type ChipProof =
  | ({ readonly kind: "raw_key"; readonly rawKey: RawKey } & SignedChallenge)
  | { readonly kind: "tag"; readonly message: SunMessage };

interface SignedChallenge {
  readonly nonce: string;
  /** 64 bytes in base64url. */
  readonly signature: string;
  /** The payment terms that the device must have signed. Absent when the device only proves its presence. */
  readonly terms?: PaymentTerms;
}

/** The expected signer: its digest in the message, and its key. */
interface Signer {
  /** SHA-256 of the device's certificate or key. */
  readonly digest: Uint8Array;
  /** Tells whether the signer made the signature over the message. */
  readonly verifies: (message: Uint8Array, signature: Uint8Array) => Promise<boolean>;
}

const macParameterPreset = "cmac";

const refused = {
  unknown: { accepted: false, reason: "CHALLENGE_UNKNOWN" },
  expired: { accepted: false, reason: "CHALLENGE_EXPIRED" },
  ofOtherAsset: { accepted: false, reason: "CHALLENGE_OF_OTHER_ASSET" },
  invalid: { accepted: false, reason: "PROOF_INVALID" },
  stale: { accepted: false, reason: "COUNTER_NOT_ABOVE_LAST" },
  ofUnboundDevice: { accepted: false, reason: "PROOF_OF_UNBOUND_DEVICE" },
} as const satisfies Record<string, ProofFacts>;

const accepted = {
  signature: { accepted: true, assurance: "proof_of_possession" },
  tagMessage: { accepted: true, assurance: "dynamic_mac" },
} as const satisfies Record<string, ProofFacts>;

/** Returns the proof of a request. @throws Failure INVALID_ARGUMENT about an invalid key */
export function readProof({ proof }: { readonly proof?: DeviceProof | undefined }): GivenProof | undefined {
  const given = proof?.proof;
  switch (given?.$case) {
    case undefined:
      return undefined;
    case "challengeSignature":
      return { kind: "certificate", ...given.value };
    case "keySignature": {
      const { nonce, signature, publicKey } = given.value;
      const rawKey = requireRawKey(publicKey, "proof.key_signature.public_key");
      return { kind: "raw_key", nonce, signature, rawKey };
    }
    case "sunMessage": {
      const { piccData, cmac, encFileData, macParameter = macParameterPreset } = given.value;
      const file = encFileData === undefined ? {} : { file: { encFileData, macParameter } };
      return { kind: "tag", message: { piccEncData: piccData, cmac, ...file } };
    }
  }
}

/** Returns the nonce of the challenge that a proof consumes. */
export function nonceOf(proof: GivenProof | undefined): string | undefined {
  return proof === undefined || proof.kind === "tag" ? undefined : proof.nonce;
}

/** The findings for a proof that names its device. */
export interface NamedChip {
  /** The device that the proof names, bound to any asset, or the reason why none was found. */
  readonly device: ChipFacts["device"];
  /** True when the counter of a tag's message exceeded all earlier counters. It is then the tag's last counter. */
  readonly counterAccepted: boolean;
}

/** The stored facts that a proof refers to. */
export interface ProofFound {
  /** The proof's challenge, already taken from the store; undefined for an unknown challenge. */
  readonly challenge: TakenChallenge | undefined;
  /** The device that the proof names itself. */
  readonly chip: NamedChip | undefined;
}

/**
 * Judges whether a proof is valid for the asset. When a certificate is presented too, a device that the proof names must also be bound to
 * the asset. Without a certificate, a separate check covers the binding.
 */
export async function judgeProof(
  proof: GivenProof,
  { assetId, certificate }: { readonly assetId: string; readonly certificate: DeviceCertificate | null },
  { challenge, chip }: ProofFound,
): Promise<ProofFacts> {
  if (proof.kind === "certificate")
    return judgeSignature(proof, challenge, { assetId, signer: certificate && certifiedSigner(certificate) });
  if (certificate !== null && !isBoundTo(chip?.device, assetId)) return refused.ofUnboundDevice;
  if (proof.kind === "tag") return chip?.counterAccepted ? accepted.tagMessage : refused.stale;
  return judgeSignature(proof, challenge, { assetId, signer: rawKeySigner(proof.rawKey) });
}

function isBoundTo(device: NamedChip["device"] | undefined, assetId: string): boolean {
  return typeof device === "object" && device.assetId === assetId && device.revokedAt === null;
}

/** Returns the signer of a certificate; null when its kind of key signs no challenges. */
function certifiedSigner({ chain, fingerprint }: DeviceCertificate): Signer | null {
  const { usable } = chain.leaf.publicKey;
  if (usable?.kind !== "P-256") return null;
  return {
    digest: Buffer.from(fingerprint, "hex"),
    verifies: (message, signature) => provesPossession(usable.key, message, signature),
  };
}

/** Returns the signer of a raw key. */
function rawKeySigner({ key, digest }: RawKey): Signer {
  return { digest, verifies: (message, signature) => provesRawKeyPossession(key, message, signature) };
}

/** Judges whether the device has signed this challenge for this asset. */
async function judgeSignature(
  given: SignedChallenge,
  challenge: TakenChallenge | undefined,
  { assetId, signer }: { readonly assetId: string; readonly signer: Signer | null },
): Promise<ProofFacts> {
  if (!challenge) return refused.unknown;
  if (challenge.expired) return refused.expired;
  if (challenge.assetId !== assetId) return refused.ofOtherAsset;
  const { terms } = given;
  // A challenge for another audience must not authorise a payment here.
  if (!signer || (terms && terms.audience !== challenge.audience)) return refused.invalid;
  const { audience } = challenge;
  const nonce = Buffer.from(given.nonce, "base64url");
  const possession = { nonce, assetId, certificateSha256: signer.digest };
  const message = terms ? paymentMessage(possession, terms) : possessionMessage({ ...possession, audience });
  const verified = await signer.verifies(message, Buffer.from(given.signature, "base64url"));
  return verified ? accepted.signature : refused.invalid;
}
