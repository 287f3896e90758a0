import type { Config } from "../../config.ts";
import { callService } from "../call.ts";
import { longestPayment, paymentColumns } from "../lists/index.ts";
import { changePrinter, changes } from "../lists/watch.ts";
import { paymentCall, type PaymentOptions, readPayment } from "./change.ts";

/** The payment has ended without being paid. Not 1, which means that the service has given no answer. */
const EXIT_NOT_PAID = 2;

/**
 * `pda payments get --watch`: prints the payment at first and at each change, until it is in a final state.
 * @returns the exit code: 0 for a completed payment. @throws CommandError
 */
export async function watchPayment(
  config: Config,
  paymentId: string,
  options: PaymentOptions,
): Promise<number> {
  const print = changePrinter({
    columns: paymentColumns,
    longest: longestPayment,
    json: options.json === true,
    out: console.log,
  });
  return callService(config, options, paymentCall("payments.read", paymentId), async (api) => {
    const seen = changes(async () => [await readPayment(api, paymentId)]);
    for (;;) {
      const payments = (await seen.next()).value;
      print(payments);
      const status = payments[0]?.status;
      if (status !== "pending") return status === "completed" ? 0 : EXIT_NOT_PAID;
    }
  });
}
