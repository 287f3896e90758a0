import type {
  CreateChallengeRequest,
  CreateChallengeResponse,
} from "../../../gen/ts/pda/verification/v1/verification_service.ts";
import { newNonce } from "../../domain/nonce.ts";
import { writesInSets } from "../../rpc/handler.ts";
import { fulfilled } from "../../rpc/outcome.ts";
import { NONCE_BYTES } from "../../trust/possession/message.ts";
import { timestamp } from "../contract/timestamp.ts";

const challengeSeconds = 60;

/** Creates challenges for devices. It never looks up the asset, so that callers cannot learn whether the asset exists. */
export const createChallenge = ({ publicUrl }: { publicUrl: string }) =>
  writesInSets<CreateChallengeRequest, CreateChallengeResponse>({
    run: async (calls, tx) => {
      const challenges = calls.map(({ request: { assetId, audience } }) => ({
        nonce: newNonce(NONCE_BYTES),
        assetId,
        audience: audience ?? publicUrl,
      }));
      const expireTime = timestamp(await tx.challenges.create(challenges, challengeSeconds));
      return challenges.map(({ nonce, assetId, audience }) =>
        fulfilled({
          challenge: { nonce: nonce.toString("base64url"), assetId, audience, expireTime },
        }),
      );
    },
  });
