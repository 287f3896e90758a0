import type {
  GetPaymentRequest,
  GetPaymentResponse,
} from "../../../gen/ts/pda/payment/v1/payment_service.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handler } from "../../rpc/handler.ts";
import { assetTypeOf } from "../asset-types.ts";
import { paymentToProto } from "./convert.ts";

/** One payment of the caller's tenant. */
export const getPayment: Handler<GetPaymentRequest, GetPaymentResponse> = async ({
  request,
  tenant,
  read,
}) => {
  const payment = await read.payments.get(tenant, request.paymentId);
  if (!payment) throw new Failure("NOT_FOUND");
  return { payment: paymentToProto(payment, await assetTypeOf(read.assetTypes, payment.assetTypeId)) };
};
