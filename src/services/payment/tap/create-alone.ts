import { setTimeout as sleep } from "node:timers/promises";
import type { Payment as PaymentMessage } from "../../../../gen/ts/pda/payment/v1/payment.ts";
import type { PaymentServiceService } from "../../../../gen/ts/pda/payment/v1/payment_service.ts";
import { accountOf, accountUuid } from "../../../domain/ledger/ledger.ts";
import { fallShort, type Payment } from "../../../domain/payment/payment.ts";
import { Refused } from "../../../domain/refused.ts";
import type { Handlers } from "../../../rpc/handler.ts";
import type { Transaction } from "../../../store/store.ts";
import { PaymentDecisions } from "../../wallet/payment-decisions.ts";
import { requirePresentKey } from "../../wallet/signature.ts";
import { paymentToProto } from "../convert.ts";
import { type Draft, draft, findReferences } from "../draft.ts";
import { paymentEvent } from "../events.ts";
import { checkRequest, type PaymentRules } from "../rules.ts";
import type { Presentations, Presented } from "./presentations.ts";

/**
 * Creates one payment alone. A payment with a presentation is paid in the same transaction: both are stored, or neither is. The
 * presentation is used up exactly when the payment is stored.
 */
export const createAlone =
  (
    rules: PaymentRules,
    presentations: Presentations,
  ): Handlers<typeof PaymentServiceService>["createPayment"] =>
  async ({ request, principal, tenant, transact, signal }) => {
    checkRequest(request, rules);
    const delayMs = rules.requestedFailures?.delayMs(request);
    return transact(
      async (tx) => {
        const made = draft({ request, principal }, await findReferences([request], tx), rules);
        const { payment, assetType, message } = made;
        const { presentation } = request;
        const presented = presentation && (await presentations.accept(tx, presentation, { ...made, tenant }));
        await tx.payments.insert([{ ...payment, ...(presented ? { presentation: presented.nonce } : {}) }]);
        await tx.outbox.append([paymentEvent("payment.created", payment, assetType, message)]);
        return { payment: presented ? await pay(tx, made, presented, rules) : message };
      },
      delayMs ? { before: () => sleep(delayMs, undefined, { signal }) } : {},
    );
  };

/** Pays the new payment from the presented wallet. If the payment is declined or the balance is too low, ends it as failed. */
async function pay(
  tx: Transaction,
  made: Draft,
  { wallet, signedByHolder }: Presented,
  { requestedFailures }: PaymentRules,
): Promise<PaymentMessage> {
  const { payment, assetType } = made;
  const { walletId } = wallet;
  const account = accountOf("wallet", walletId, payment.assetTypeId);
  const accounts = await tx.ledger.lockWallets([account]);
  if (signedByHolder)
    requirePresentKey("presentation.holder.authorization", wallet, accounts.get(accountUuid(account)));
  const decisions = new PaymentDecisions(new Map([[payment.paymentId, payment]]), accounts, {
    now: payment.createdAt,
    requestedFailures,
  });
  const ended = settled(decisions, made, walletId);
  await tx.ledger.spend(decisions.paid.map(({ posting }) => posting));
  await tx.payments.save(ended);
  const type = ended.status === "completed" ? "payment.completed" : "payment.failed";
  const message = paymentToProto(ended, assetType);
  await tx.outbox.append([paymentEvent(type, ended, assetType, message)]);
  return message;
}

function settled(
  decisions: PaymentDecisions,
  { payment, assetType, merchant }: Draft,
  walletId: string,
): Payment {
  try {
    return decisions.pay(payment.paymentId, walletId, assetType, merchant);
  } catch (error) {
    // The holder agreed, so a low balance is a result and not an error. A repeated request gets the same result.
    if (error instanceof Refused && error.reason === "INSUFFICIENT_FUNDS")
      return fallShort(payment, walletId, payment.createdAt);
    throw error;
  }
}
