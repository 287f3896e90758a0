import type {
  GetPaymentRequest,
  GetPaymentResponse,
} from "../../../gen/ts/pda/payment/v1/payment_service.ts";
import { Failure } from "../../rpc/failure.ts";
import { readsInSets } from "../../rpc/handler.ts";
import { settle } from "../../rpc/outcome.ts";
import { assetTypeFactsOf } from "../asset/asset-types.ts";
import { paymentToProto } from "./convert.ts";

/** Returns payments of the callers' tenants. */
export const getPayment = readsInSets<GetPaymentRequest, GetPaymentResponse>({
  run: async (calls, read) => {
    const payments = await read.payments.getMany(
      calls.map(({ tenant, request: { paymentId } }) => ({ tenant, paymentId })),
    );
    const typeOf = await assetTypeFactsOf(
      read.assetTypes,
      payments.flatMap((payment) => payment ?? []),
    );
    return payments.map((payment) =>
      settle(() => {
        if (!payment) throw new Failure("NOT_FOUND");
        return { payment: paymentToProto(payment, typeOf(payment)) };
      }),
    );
  },
});
