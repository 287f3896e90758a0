import * as proto from "../../../gen/ts/pda/merchant/v1/merchant.ts";
import type { ApiKey } from "../../domain/access/api-key.ts";
import type { Merchant } from "../../domain/merchant/merchant.ts";
import { shownOf } from "../api-keys/convert.ts";
import { timestamp } from "../timestamp.ts";

const merchantStatus: Record<Merchant["status"], proto.MerchantStatus> = {
  active: proto.MerchantStatus.MERCHANT_STATUS_ACTIVE,
  suspended: proto.MerchantStatus.MERCHANT_STATUS_SUSPENDED,
};

/** A merchant as the contract shows it. */
export function merchantToProto(merchant: Merchant): proto.Merchant {
  return {
    merchantId: merchant.merchantId,
    name: merchant.name,
    status: merchantStatus[merchant.status],
    settlementAccounts: [...merchant.settlementAccounts],
    createTime: timestamp(merchant.createdAt),
  };
}

/** A merchant's API key as the contract shows it, without its secret. */
export function apiKeyToProto(apiKey: ApiKey): proto.ApiKey {
  const merchantId = apiKey.owner.kind === "merchant" ? apiKey.owner.merchantId : "";
  return { ...shownOf(apiKey), merchantId };
}
