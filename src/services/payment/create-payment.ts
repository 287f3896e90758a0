import type {
  CreatePaymentRequest,
  CreatePaymentResponse,
  PaymentServiceService,
} from "../../../gen/ts/pda/payment/v1/payment_service.ts";
import { type Handlers, inSetsApartFrom, writesInSets } from "../../rpc/handler.ts";
import { proceed, settle, values } from "../../rpc/outcome.ts";
import { draft, type Found, findReferences } from "./draft.ts";
import { paymentEvent } from "./events.ts";
import { checkRequest, type PaymentRules } from "./rules.ts";
import { createAlone } from "./tap/create-alone.ts";
import type { Presentations } from "./tap/presentations.ts";

/** Creates payments, each pending until a wallet authorises it. A payment with a presentation is created alone and paid at once. */
export function createPayment(
  rules: PaymentRules,
  presentations: Presentations,
): Handlers<typeof PaymentServiceService>["createPayment"] {
  const inSets = writesInSets<CreatePaymentRequest, CreatePaymentResponse, Found>({
    check: (request) => checkRequest(request, rules),
    lookUp: (calls, tx) =>
      findReferences(
        calls.map(({ request }) => request),
        tx,
      ),
    run: async (calls, tx, found) => {
      const made = calls.map((call) => settle(() => draft(call, found, rules)));
      const stored = values(made);
      await tx.payments.insert(stored.map(({ payment }) => payment));
      await tx.outbox.append(
        stored.map(({ payment, assetType, message }) =>
          paymentEvent("payment.created", payment, assetType, message),
        ),
      );
      return made.map((outcome) => proceed(outcome, ({ message }) => ({ payment: message })));
    },
  });
  return inSetsApartFrom(inSets, {
    // A delayed request must not keep a set waiting.
    has: (request) =>
      request.presentation !== undefined || rules.requestedFailures?.delayMs(request) !== undefined,
    handler: createAlone(rules, presentations),
  });
}
