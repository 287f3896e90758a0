import type { Payment as PaymentMessage } from "../../../gen/ts/pda/payment/v1/payment.ts";
import type { CreatePaymentRequest } from "../../../gen/ts/pda/payment/v1/payment_service.ts";
import type { PayableFacts } from "../../domain/asset/asset-type.ts";
import { type MerchantStanding, requireActiveMerchant } from "../../domain/merchant/merchant.ts";
import { newPayment, type Payment } from "../../domain/payment/payment.ts";
import { Failure } from "../../rpc/failure.ts";
import type { SetCall } from "../../rpc/handler.ts";
import type { Transaction } from "../../store/store.ts";
import { amountOf, notPayable, requireInForce, unknownAssetType } from "../asset/asset-types.ts";
import { paymentToProto } from "./convert.ts";
import { detailsOf, type PaymentRules, ttlSecondsOf } from "./rules.ts";

/** The facts that are needed to judge payment requests. */
export interface Found {
  readonly merchants: ReadonlyMap<string, MerchantStanding>;
  readonly assetTypes: ReadonlyMap<string, PayableFacts>;
  /** Codes of the asset types whose publisher is suspended. */
  readonly suspended: ReadonlySet<string>;
  readonly now: Date;
}

/** A payment that can be stored. */
export interface Draft {
  readonly payment: Payment;
  /** The payment as the contract shows it, for its answer and its event. */
  readonly message: PaymentMessage;
  readonly assetType: PayableFacts;
  readonly merchant: MerchantStanding;
}

/** Reads the facts that are needed to judge payment requests. */
export async function findReferences(
  requests: readonly CreatePaymentRequest[],
  tx: Transaction,
): Promise<Found> {
  const codes = requests.map(({ assetType }) => assetType);
  const [merchants, assetTypes, suspended, now] = await Promise.all([
    tx.merchants.standings(requests.map(({ merchantId }) => merchantId)),
    tx.assetTypes.factsByCodes(codes),
    tx.assetTypes.suspended(codes),
    tx.clock.now(),
  ]);
  return { merchants, assetTypes, suspended, now };
}

/** Returns the payment that a caller requests. @throws Failure, Refused about merchant, asset type and amount, in this order */
export function draft(
  { request, principal: { deviceId } }: Pick<SetCall<CreatePaymentRequest>, "request" | "principal">,
  { merchants, assetTypes, suspended, now }: Found,
  rules: PaymentRules,
): Draft {
  const merchant = requirePayable(merchants.get(request.merchantId));
  const assetType = assetTypes.get(request.assetType);
  if (!assetType) throw unknownAssetType(request.assetType);
  if (!assetType.payable) throw notPayable(assetType.code);
  requireInForce(suspended, assetType);
  const { assetTypeId } = assetType;
  const amount = amountOf("amount", request.amount, assetType);
  const asked = { merchantId: request.merchantId, assetTypeId, amount, ...detailsOf(request) };
  const payment = newPayment(deviceId ? { ...asked, deviceId } : asked, now, ttlSecondsOf(request, rules));
  return { assetType, merchant, payment, message: paymentToProto(payment, assetType) };
}

function requirePayable(merchant: MerchantStanding | undefined): MerchantStanding {
  if (!merchant) throw Failure.ofField("merchant_id", "UNKNOWN_MERCHANT", "The merchant does not exist.");
  requireActiveMerchant(merchant);
  return merchant;
}
