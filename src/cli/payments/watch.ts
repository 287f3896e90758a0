import type { Config } from "../../config.ts";
import { callService } from "../call.ts";
import { longestPayment, paymentColumns } from "../lists/index.ts";
import { changePrinter, changes } from "../lists/watch.ts";
import { interruptible } from "../signals.ts";
import { paymentCall, type PaymentOptions, readPayment } from "./change.ts";

/** The payment has ended without being paid. Not 1, which means that the service has given no answer. */
const EXIT_NOT_PAID = 2;

/**
 * `pda payments get --watch`: prints the payment at first and at each change, until it is in a final state.
 * @returns the exit code: 0 for a completed payment. @throws CommandError; AdvisedError after a signal
 */
export async function watchPayment(
  config: Config,
  paymentId: string,
  options: PaymentOptions,
): Promise<number> {
  const stopped = {
    message: `the payment ${paymentId} has not ended yet`,
    advice: "run the command again; it changes nothing",
  };
  const print = changePrinter({
    columns: paymentColumns,
    longest: longestPayment,
    json: options.json === true,
    out: console.log,
  });
  return interruptible(stopped, (signal) =>
    callService(config, options, paymentCall("payments.read", paymentId), async (api) => {
      for await (const [payment] of changes(async () => [await readPayment(api, paymentId)], signal)) {
        if (!payment) continue;
        print([payment]);
        if (payment.status !== "pending") return payment.status === "completed" ? 0 : EXIT_NOT_PAID;
      }
      throw signal.reason;
    }),
  );
}
