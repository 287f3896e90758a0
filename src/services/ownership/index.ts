import { OwnershipServiceService } from "../../../gen/ts/pda/wallet/v1/ownership_service.ts";
import { implement, type ServedMethod } from "../../rpc/handler.ts";
import type { ServiceDeps } from "../deps.ts";
import { acceptTransfer } from "./accept-transfer.ts";
import { claimAsset } from "./claim-asset.ts";
import { cancelTransfer, declineTransfer } from "./end-transfer.ts";
import { getTransfer } from "./get-transfer.ts";
import { listOwnedAssets } from "./list-owned-assets.ts";
import { listTransfers } from "./list-transfers.ts";
import { offerTransfer } from "./offer-transfer.ts";

/** What the operations on ownership need. */
export type OwnershipDeps = Pick<
  ServiceDeps,
  "store" | "sealer" | "ownershipTags" | "receipts" | "publicUrl"
>;

/** Ownership as wallets see it. */
export function ownershipService(deps: OwnershipDeps): ServedMethod[] {
  return implement(OwnershipServiceService, {
    offerTransfer: offerTransfer(deps),
    getTransfer: getTransfer(deps),
    listTransfers: listTransfers(deps),
    acceptTransfer: acceptTransfer(deps),
    declineTransfer: declineTransfer(deps),
    cancelTransfer: cancelTransfer(deps),
    claimAsset: claimAsset(deps),
    listOwnedAssets: listOwnedAssets(deps),
  });
}
