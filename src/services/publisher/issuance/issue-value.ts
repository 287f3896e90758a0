import type { Issuance } from "../../../../gen/ts/pda/publisher/v1/issuance.ts";
import type { IssuanceServiceService } from "../../../../gen/ts/pda/publisher/v1/issuance_service.ts";
import { formatAmount } from "../../../domain/amount/amount.ts";
import { type AssetType, isPayable } from "../../../domain/asset/asset-type.ts";
import { newId } from "../../../domain/identifier/identifier.ts";
import { accountOf } from "../../../domain/ledger/ledger.ts";
import { Failure } from "../../../rpc/failure.ts";
import type { Handlers } from "../../../rpc/handler.ts";
import type { Wallet } from "../../../domain/wallet/wallet.ts";
import type { Transaction } from "../../../store/store.ts";
import type { AssetTypeReader } from "../../../store/asset-type/asset-types.ts";
import { amountOf, notPayable, requireAssetType, unknownAssetType } from "../../asset/asset-types.ts";
import { timestamp } from "../../contract/timestamp.ts";
import { unknownWallet } from "../../wallet/wallets.ts";
import { requireIssuing } from "../require-publisher.ts";

/**
 * How much of an asset type may be outstanding, in minor units. No account can then hold more than the 38 digits of the ledger. The sum is
 * read without a lock: an amount is below 10^36, so that even 90 issuances at the same moment end below 10^38.
 */
const outstandingMax = 10n ** 37n;

/** Issues value of a publisher's own asset type to a wallet. */
export const issueValue: Handlers<typeof IssuanceServiceService>["issueValue"] = async ({
  request,
  transact,
}) =>
  transact(async (tx) => {
    const { publisherId } = await requireIssuing(tx.publishers, request.publisherId);
    const wallet = await tx.wallets.get(request.walletId);
    if (!wallet) throw unknownWallet("wallet_id");
    const assetType = await requireOwnAssetType(tx.assetTypes, publisherId, request.assetType);
    return { issuance: await issueTo(tx, wallet, assetType, request.amount) };
  });

/**
 * Issues value as the publisher's liability: debits the issuance account of the asset type's publisher and credits the wallet.
 * @throws Failure for an asset type without a network, for an amount that the asset type does not allow, and for too large a sum of all that was issued
 */
export async function issueTo(
  tx: Transaction,
  { walletId }: Pick<Wallet, "walletId">,
  assetType: AssetType,
  amountText: string,
): Promise<Issuance> {
  if (!isPayable(assetType)) throw notPayable(assetType.code);
  const { assetTypeId, publisherId } = assetType;
  const amount = amountOf("amount", amountText, assetType);
  const issuance = accountOf("issuance", publisherId, assetTypeId);
  if (-(await tx.ledger.balance(issuance)) + amount > outstandingMax)
    throw Failure.ofField(
      "amount",
      "AMOUNT_TOO_LARGE",
      "The outstanding value of the asset type would become too large.",
    );
  const transactionId = newId("transaction");
  const createdAt = await tx.clock.now();
  await tx.ledger.post(
    { transactionId, kind: "issue", assetTypeId, amount, publisherId, walletId, createdAt },
    [
      {
        debit: issuance,
        credit: accountOf("wallet", walletId, assetTypeId),
        amount,
      },
    ],
  );
  return {
    transactionId,
    publisherId,
    walletId,
    assetType: assetType.code,
    amount: formatAmount(amount, assetType.decimals),
    createTime: timestamp(createdAt),
  };
}

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
