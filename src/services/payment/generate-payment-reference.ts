import { randomInt } from "node:crypto";
import QRCode from "qrcode";
import type {
  GeneratePaymentReferenceRequest,
  GeneratePaymentReferenceResponse,
} from "../../../gen/ts/pda/payment/v1/payment_service.ts";
import { creditorReference } from "../../domain/payment/creditor-reference.ts";
import { ndefUriMessage } from "../../domain/payment/ndef.ts";
import { requirePending, withReference } from "../../domain/payment/payment.ts";
import type { Handler } from "../../rpc/handler.ts";
import { requireVersion } from "../precondition.ts";
import { timestamp } from "../timestamp.ts";
import { lockOwnPayment } from "./own-payment.ts";

// Without I, O and U, which are misread: 33^16 ≈ 2^80, so that a reference cannot be guessed.
const alphabet = "0123456789ABCDEFGHJKLMNPQRSTVWXYZ";
const bodyLength = 16;

/** The one reference of a payment, in its four forms. */
export const generatePaymentReference =
  (options: {
    publicUrl: string;
  }): Handler<GeneratePaymentReferenceRequest, GeneratePaymentReferenceResponse> =>
  async ({ request, tenant, transact }) =>
    transact(async (tx) => {
      const payment = await lockOwnPayment(tx.payments, tenant, request.paymentId);
      requireVersion(payment, request.ifMatch);
      requirePending(payment, await tx.clock.now());
      const referenced = withReference(payment, creditorReference(randomBody()));
      if (referenced !== payment) await tx.payments.save(referenced);
      const { paymentId, expiresAt, version, reference = "" } = referenced;
      const uri = `${options.publicUrl}/pay/${reference}`;
      return {
        paymentReference: {
          paymentId,
          reference,
          uri,
          ndef: Buffer.from(ndefUriMessage(uri)),
          qrSvg: await QRCode.toString(uri, { type: "svg", errorCorrectionLevel: "M" }),
          expireTime: timestamp(expiresAt),
          version,
        },
      };
    });

function randomBody(): string {
  return Array.from({ length: bodyLength }, () => alphabet[randomInt(alphabet.length)]).join("");
}
