import type { SandboxServiceService } from "../../../gen/ts/pda/sandbox/v1/sandbox_service.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handlers } from "../../rpc/handler.ts";
import { requireAssetType } from "../asset/asset-types.ts";
import { requireFound } from "../contract/require-found.ts";
import { issueTo } from "../publisher/issuance/issue-value.ts";
import { requireIssuing } from "../publisher/require-publisher.ts";

/** Gives a wallet test value, as the publisher of the asset type would. */
export const fundWallet: Handlers<typeof SandboxServiceService>["fundWallet"] = async ({
  request,
  transact,
}) =>
  transact(async (tx) => {
    const wallet = requireFound(await tx.wallets.get(request.walletId));
    const assetType =
      request.assetType === undefined
        ? await tx.assetTypes.firstPayable()
        : await requireAssetType(tx.assetTypes, request.assetType);
    if (!assetType) {
      const message = "The sandbox has no asset type with a network yet. Define one first.";
      throw Failure.ofField("asset_type", "UNKNOWN_ASSET_TYPE", message);
    }
    await requireIssuing(tx.publishers, assetType.publisherId);
    return { issuance: await issueTo(tx, wallet, assetType, request.amount) };
  });
