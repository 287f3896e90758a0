// Encoded answers of the core.
import { Asset } from "../../../gen/ts/pda/asset/v1/asset.ts";
import { GetAssetResponse } from "../../../gen/ts/pda/asset/v1/asset_service.ts";
import { Payment } from "../../../gen/ts/pda/payment/v1/payment.ts";
import {
  CreatePaymentResponse,
  GetPaymentResponse,
  ListPaymentsResponse,
} from "../../../gen/ts/pda/payment/v1/payment_service.ts";

export const PAYMENT_ID = "pay_01h455vb4pex5vsknk084sn02q";
export const MERCHANT_ID = "mer_01h455vb4pex5vsknk084sn02q";
export const ASSET_ID = "ast_01h455vb4pex5vsknk084sn02q";

const payment = Payment.fromPartial({
  paymentId: PAYMENT_ID,
  merchantId: MERCHANT_ID,
  amount: "12.5",
  assetType: "USDX",
  status: 1,
  refundedAmount: "0",
  createTime: { seconds: 1_768_469_400n, nanos: 0 },
  expireTime: { seconds: 1_768_470_300n, nanos: 250_999_999 },
  version: 1,
});

/** `payment` as the interface shows it. */
export const paymentJson = {
  paymentId: PAYMENT_ID,
  merchantId: MERCHANT_ID,
  amount: "12.5",
  assetType: "USDX",
  status: "pending",
  refundedAmount: "0",
  createTime: "2026-01-15T09:30:00.000Z",
  expireTime: "2026-01-15T09:45:00.250Z",
  metadata: {},
  version: 1,
};

export const created = (): Uint8Array => CreatePaymentResponse.encode({ payment }).finish();
export const got = (): Uint8Array => GetPaymentResponse.encode({ payment }).finish();
export const listed = (): Uint8Array =>
  ListPaymentsResponse.encode({ items: [payment], nextPageToken: "" }).finish();
export const asset = (): Uint8Array =>
  GetAssetResponse.encode({
    asset: Asset.fromPartial({ assetIdentifier: ASSET_ID, lifecycleStatus: 2 }),
  }).finish();

/** A body that creates the payment above. */
export const paymentBody = { amount: "12.5", assetType: "USDX", merchantId: MERCHANT_ID };
