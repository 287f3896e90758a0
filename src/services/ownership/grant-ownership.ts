import type {
  GrantOwnershipRequest,
  GrantOwnershipResponse,
} from "../../../gen/ts/pda/publisher/v1/grant_service.ts";
import { requireMovable } from "../../domain/ownership/title.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handler } from "../../rpc/handler.ts";
import type { ServiceDeps } from "../deps.ts";
import { lockUnowned, storeGift } from "./gift.ts";
import { moveTitle } from "./move.ts";

/** A wallet becomes the first owner at once. */
export const grantOwnership =
  (
    deps: Pick<ServiceDeps, "sealer" | "ownershipTags" | "receipts">,
  ): Handler<GrantOwnershipRequest, GrantOwnershipResponse> =>
  async ({ request, transact }) =>
    transact(async (tx) => {
      const title = await lockUnowned(tx, request);
      requireMovable(title, 1);
      const receiver = await tx.wallets.get(request.walletId);
      if (!receiver)
        throw Failure.ofField("UNKNOWN_REFERENCE", "wallet_id", "UNKNOWN_WALLET", "There is no such wallet.");
      const recipient = { toKey: receiver.keyThumbprint };
      const transfer = await storeGift(tx, deps, title, recipient, await tx.clock.now());
      await moveTitle(tx, deps, { title, transfer, receiver, acceptance: null, listed: false });
      return {
        grant: {
          transferId: transfer.transferId,
          assetId: title.assetId,
          claimCode: undefined,
          expireTime: undefined,
        },
      };
    });
