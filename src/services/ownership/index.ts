import { GrantServiceService } from "../../../gen/ts/pda/publisher/v1/grant_service.ts";
import { OwnershipServiceService } from "../../../gen/ts/pda/wallet/v1/ownership_service.ts";
import { implement, type ServedMethod } from "../../rpc/handler.ts";
import type { OwnershipDeps, ServiceDeps } from "../deps.ts";
import { acceptTransfer } from "./accept-transfer.ts";
import { claimAsset } from "./claim-asset.ts";
import { cancelTransfer, declineTransfer } from "./end-transfer.ts";
import { grantOwnership, issueClaimCode } from "./first-owner.ts";
import { listOwnedAssets } from "./list-owned-assets.ts";
import { offerTransfer } from "./offer-transfer.ts";
import { getTransfer, listTransfers } from "./read-transfers.ts";

/** Serves the Ownership API to wallets. */
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

/** Serves the grants by which publishers name first owners. */
export function grantService(
  deps: Pick<ServiceDeps, "sealer" | "ownershipTags" | "receipts">,
): ServedMethod[] {
  return implement(GrantServiceService, {
    issueClaimCode: issueClaimCode(deps),
    grantOwnership: grantOwnership(deps),
  });
}
