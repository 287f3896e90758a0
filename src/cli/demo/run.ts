import { Demo, type DemoOptions } from "./demo.ts";
import { elsewherePart } from "./parts/elsewhere.ts";
import { eventsPart } from "./parts/events.ts";
import { paymentPart } from "./parts/payment.ts";
import { publisherPart } from "./parts/publisher.ts";
import { refundPart } from "./parts/refund.ts";
import { settlementPart } from "./parts/settlement.ts";
import { verificationPart } from "./parts/verification.ts";
import { walletPart } from "./parts/wallet.ts";

/**
 * Runs the main flow against a running service in sandbox mode and prints each step. The demo creates new objects only, so it can run
 * many times.
 *
 * @returns the number of steps; all have passed
 * @throws DemoFailure that names the failed step and the unexpected result
 */
export async function runDemo(options: DemoOptions): Promise<number> {
  await using demo = new Demo(options);
  const publisher = await publisherPart(demo);
  const wallet = await walletPart(demo, publisher);
  const merchant = await paymentPart(demo, publisher, wallet);
  await settlementPart(demo, publisher, merchant);
  await refundPart(demo, publisher, wallet, merchant);
  await verificationPart(demo, publisher);
  await eventsPart(demo, publisher, merchant);
  await elsewherePart(demo, publisher);
  options.out("");
  options.out(`demo: ${demo.steps} steps passed`);
  return demo.steps;
}
