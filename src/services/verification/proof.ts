import type { DeviceProof } from "../../../gen/ts/pda/verification/v1/proof.ts";
import type { VerifyAuthenticityRequest } from "../../../gen/ts/pda/verification/v1/verification_service.ts";
import type { TakenChallenge } from "../../store/verification/challenges.ts";
import type { ProofFacts } from "../../trust/authenticity/facts.ts";
import { possessionMessage } from "../../trust/possession/message.ts";
import { provesPossession } from "../../trust/possession/signature.ts";
import type { Question } from "./evaluation.ts";

const refused = {
  unknown: { accepted: false, reason: "CHALLENGE_UNKNOWN" },
  expired: { accepted: false, reason: "CHALLENGE_EXPIRED" },
  ofOtherAsset: { accepted: false, reason: "CHALLENGE_OF_OTHER_ASSET" },
  invalid: { accepted: false, reason: "PROOF_INVALID" },
} as const satisfies Record<string, ProofFacts>;

const accepted: ProofFacts = { accepted: true, assurance: "proof_of_possession" };

type Given = NonNullable<DeviceProof["proof"]>["value"];

/** The signature over a challenge that a request carries. The contract's field rules have seen to its form. */
export function challengeSignatureOf({ proof }: VerifyAuthenticityRequest): Given | undefined {
  return proof?.proof?.value;
}

/**
 * Whether the device has signed this challenge for this asset with the key of the certificate that was presented.
 *
 * @param challenge as it was taken out; undefined where there is none
 */
export function judgeProof(
  given: Given,
  challenge: TakenChallenge | undefined,
  { assetId, presented: { chain, digest } }: Question,
): ProofFacts {
  if (!challenge) return refused.unknown;
  if (challenge.expired) return refused.expired;
  if (challenge.assetId !== assetId) return refused.ofOtherAsset;
  const { usable } = chain.leaf.publicKey;
  if (usable?.kind !== "P-256") return refused.invalid;
  const message = possessionMessage({
    nonce: Buffer.from(given.nonce, "base64url"),
    assetId,
    certificateSha256: digest,
    audience: challenge.audience,
  });
  const holds = provesPossession(usable.key, message, Buffer.from(given.signature, "base64url"));
  return holds ? accepted : refused.invalid;
}
