import type { IdentityServiceService } from "../../../gen/ts/pda/verification/v1/identity_service.ts";
import { newNonce } from "../../domain/nonce.ts";
import type { Handlers } from "../../rpc/handler.ts";
import { idempotencyCaller } from "../../rpc/tenant.ts";
import { NONCE_BYTES } from "../../trust/possession/message.ts";
import { timestamp } from "../contract/timestamp.ts";

/** A person chooses in a wallet what to present, which takes longer than a chip's answer. */
const challengeSeconds = 300;

/** Creates a challenge for a digital identity that a holder will present to this caller. */
export const createIdentityChallenge =
  ({
    publicUrl,
  }: {
    publicUrl: string;
  }): Handlers<typeof IdentityServiceService>["createIdentityChallenge"] =>
  async ({ request, principal, transact }) => {
    const { audience = publicUrl } = request;
    return transact(async (tx) => {
      const nonce = newNonce(NONCE_BYTES);
      const made = { nonce, caller: idempotencyCaller(principal), audience };
      const expiresAt = await tx.identityChallenges.create(made, challengeSeconds);
      return {
        challenge: { nonce: nonce.toString("base64url"), audience, expireTime: timestamp(expiresAt) },
      };
    });
  };
