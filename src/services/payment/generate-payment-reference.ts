import { randomInt } from "node:crypto";
import QRCode from "qrcode";
import type { PaymentReference } from "../../../gen/ts/pda/payment/v1/payment.ts";
import type {
  GeneratePaymentReferenceRequest,
  GeneratePaymentReferenceResponse,
} from "../../../gen/ts/pda/payment/v1/payment_service.ts";
import { creditorReference } from "../../domain/payment/creditor-reference.ts";
import { ndefUriMessage } from "../../domain/payment/ndef.ts";
import { type Payment, requirePending, withReference } from "../../domain/payment/payment.ts";
import { type SetCall, writesInSets } from "../../rpc/handler.ts";
import { type Outcome, settle } from "../../rpc/outcome.ts";
import type { Transaction } from "../../store/store.ts";
import { requireVersion } from "../contract/precondition.ts";
import { requireFound } from "../contract/require-found.ts";
import { timestamp } from "../contract/timestamp.ts";

// Without I, O and U, which people misread. 33^16 ≈ 2^80, so that a reference cannot be guessed.
const alphabet = "0123456789ABCDEFGHJKLMNPQRSTVWXYZ";
const bodyLength = 16;

type ReferenceCall = SetCall<GeneratePaymentReferenceRequest>;

/** Returns the one reference of a payment, in its four forms. */
export const generatePaymentReference = ({ publicUrl }: { publicUrl: string }) =>
  writesInSets<GeneratePaymentReferenceRequest, GeneratePaymentReferenceResponse, ReadonlySet<ReferenceCall>>(
    {
      lookUp: visible,
      run: async (calls, tx, allowed) => {
        const named = calls.filter((call) => allowed.has(call)).map(({ request }) => request.paymentId);
        const [locked, now] = await Promise.all([tx.payments.lockMany(named), tx.clock.now()]);
        const payments = new Map(locked);
        const referenced = calls.map((call) =>
          settle(() => {
            const { paymentId, ifMatch } = call.request;
            const payment = requireFound(allowed.has(call) ? payments.get(paymentId) : undefined);
            requireVersion(payment, ifMatch);
            requirePending(payment, now);
            const next = withReference(payment, creditorReference(randomBody()));
            payments.set(paymentId, next);
            return next;
          }),
        );
        await tx.payments.saveMany(
          [...payments.values()].filter((payment) => payment !== locked.get(payment.paymentId)),
        );
        return Promise.all(referenced.map((outcome) => answered(outcome, publicUrl)));
      },
    },
  );

/** Returns the calls whose tenant may see the payment. The lookup takes no lock, so that no caller can lock another tenant's payment. */
async function visible(
  calls: readonly ReferenceCall[],
  tx: Transaction,
): Promise<ReadonlySet<ReferenceCall>> {
  const asked = calls.map(({ tenant, request }) => ({ tenant, paymentId: request.paymentId }));
  const payments = await tx.payments.getMany(asked);
  return new Set(calls.filter((_, index) => payments[index] !== undefined));
}

async function answered(
  outcome: Outcome<Payment>,
  publicUrl: string,
): Promise<Outcome<GeneratePaymentReferenceResponse>> {
  if (outcome.status === "rejected") return outcome;
  return { status: "fulfilled", value: { paymentReference: await referenceOf(outcome.value, publicUrl) } };
}

async function referenceOf(
  { paymentId, expiresAt, version, reference = "" }: Payment,
  publicUrl: string,
): Promise<PaymentReference> {
  const uri = `${publicUrl}/pay/${reference}`;
  return {
    paymentId,
    reference,
    uri,
    ndef: Buffer.from(ndefUriMessage(uri)),
    qrSvg: await QRCode.toString(uri, { type: "svg", errorCorrectionLevel: "M" }),
    expireTime: timestamp(expiresAt),
    version,
  };
}

function randomBody(): string {
  return Array.from({ length: bodyLength }, () => alphabet[randomInt(alphabet.length)]).join("");
}
