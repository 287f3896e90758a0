import type {
  IssueClaimCodeRequest,
  IssueClaimCodeResponse,
} from "../../../gen/ts/pda/publisher/v1/grant_service.ts";
import { CLAIM_CODE_SECONDS } from "../../domain/ownership/transfer.ts";
import type { Handler } from "../../rpc/handler.ts";
import { claimCodeHash, newClaimCode } from "../../trust/ownership/transfer.ts";
import type { ServiceDeps } from "../deps.ts";
import { timestamp } from "../timestamp.ts";
import { lockUnowned, storeGift } from "./gift.ts";

/** A code for the first owner. Only its hash is stored; the answer under an idempotency key is kept encrypted. */
export const issueClaimCode =
  (
    deps: Pick<ServiceDeps, "sealer" | "ownershipTags">,
  ): Handler<IssueClaimCodeRequest, IssueClaimCodeResponse> =>
  async ({ request, transact }) =>
    transact(async (tx) => {
      const title = await lockUnowned(tx, request);
      const seconds = Number(request.lifetimeSeconds ?? CLAIM_CODE_SECONDS);
      const expiresAt = new Date((await tx.clock.now()).getTime() + seconds * 1000);
      const claimCode = newClaimCode();
      const recipient = { claimCodeHash: claimCodeHash(claimCode).toString("base64url") };
      const { transferId, assetId } = await storeGift(tx, deps, title, recipient, expiresAt);
      return { grant: { transferId, assetId, claimCode, expireTime: timestamp(expiresAt) } };
    });
