import type { IssuanceServiceService } from "../../../../gen/ts/pda/publisher/v1/issuance_service.ts";
import { formatAmount } from "../../../domain/amount/amount.ts";
import { type AssetType, isPayable } from "../../../domain/asset/asset-type.ts";
import { newId } from "../../../domain/identifier/identifier.ts";
import { accountOf } from "../../../domain/ledger/ledger.ts";
import type { Handlers } from "../../../rpc/handler.ts";
import type { AssetTypeReader } from "../../../store/asset-type/asset-types.ts";
import { amountOf, notPayable, requireAssetType, unknownAssetType } from "../../asset/asset-types.ts";
import { timestamp } from "../../contract/timestamp.ts";
import { unknownWallet } from "../../wallet/wallets.ts";
import { requireIssuing } from "../require-publisher.ts";

/** Issues value as the publisher's liability: debits the publisher's issuance account and credits the wallet. */
export const issueValue: Handlers<typeof IssuanceServiceService>["issueValue"] = async ({
  request,
  transact,
}) => {
  return transact(async (tx) => {
    const { publisherId } = await requireIssuing(tx.publishers, request.publisherId);
    const wallet = await tx.wallets.get(request.walletId);
    if (!wallet) throw unknownWallet("wallet_id");
    const { walletId } = wallet;
    const assetType = await requireOwnAssetType(tx.assetTypes, publisherId, request.assetType);
    if (!isPayable(assetType)) throw notPayable(assetType.code);
    const { assetTypeId } = assetType;
    const amount = amountOf("amount", request.amount, assetType);

    const transactionId = newId("transaction");
    const createdAt = await tx.clock.now();
    await tx.ledger.post(
      { transactionId, kind: "issue", assetTypeId, amount, publisherId, walletId, createdAt },
      [
        {
          debit: accountOf("issuance", publisherId, assetTypeId),
          credit: accountOf("wallet", walletId, assetTypeId),
          amount,
        },
      ],
    );
    return {
      issuance: {
        transactionId,
        publisherId,
        walletId,
        assetType: assetType.code,
        amount: formatAmount(amount, assetType.decimals),
        createTime: timestamp(createdAt),
      },
    };
  });
};

/**
 * Returns the publisher's own asset type. Another publisher's asset type gives the same error as an unknown one.
 * @throws Failure UNKNOWN_REFERENCE
 */
async function requireOwnAssetType(
  assetTypes: AssetTypeReader,
  publisherId: string,
  code: string,
): Promise<AssetType> {
  const assetType = await requireAssetType(assetTypes, code);
  if (assetType.publisherId === publisherId) return assetType;
  throw unknownAssetType(code);
}
