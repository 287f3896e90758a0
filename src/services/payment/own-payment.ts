import type { Tenant } from "../../domain/access/principal.ts";
import type { Payment } from "../../domain/payment/payment.ts";
import { Failure } from "../../rpc/failure.ts";
import type { PaymentWriter } from "../../store/payment/writer.ts";

/** The payment, locked, if it is the tenant's. @throws Failure NOT_FOUND, the same for unknown and foreign ones */
export async function lockOwnPayment(
  payments: PaymentWriter,
  tenant: Tenant,
  paymentId: string,
): Promise<Payment> {
  // Looked up within the tenant first, so that nobody can hold up another's payment.
  const visible = await payments.get(tenant, paymentId);
  const payment = visible && (await payments.lock(paymentId));
  if (!payment) throw new Failure("NOT_FOUND");
  return payment;
}
