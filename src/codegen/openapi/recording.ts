import { Demo, type DemoOptions } from "../../cli/demo/demo.ts";
import { eventsPart } from "../../cli/demo/parts/events.ts";
import { paymentPart } from "../../cli/demo/parts/payment.ts";
import { publisherPart } from "../../cli/demo/parts/publisher.ts";
import { refundPart } from "../../cli/demo/parts/refund.ts";
import { settlementPart } from "../../cli/demo/parts/settlement.ts";
import { verificationPart } from "../../cli/demo/parts/verification.ts";
import { walletPart } from "../../cli/demo/parts/wallet.ts";
import type { Example } from "./examples.ts";
import { certainty } from "./recording/certainty.ts";
import { booksPart } from "./recording/books.ts";
import { devices } from "./recording/devices.ts";
import { identityPart } from "./recording/identities.ts";
import { issuancePart } from "./recording/issuance.ts";
import { Mask } from "./recording/mask.ts";
import { merchantsPart } from "./recording/merchants.ts";
import { ownership } from "./recording/ownership.ts";
import { Recorder } from "./recording/recorder.ts";
import { registryPart } from "./recording/registry.ts";
import { refusals } from "./recording/refusals.ts";
import { restOfInterface } from "./recording/rest.ts";
import { tapPart } from "./recording/taps.ts";
import { ticketPart } from "./recording/tickets.ts";
import { verdicts } from "./recording/verdicts.ts";
import { walletsPart } from "./recording/wallets.ts";

/** Their answers in the demo depend on how far the workers are. */
const dependOnTiming = new Set(["ListEvents", "GetEvent", "ListPayments"]);

/**
 * Runs the whole scenario against a service in sandbox mode and gives its exchanges as masked examples: two runs give the same
 * examples unless the service has changed.
 */
export async function recordExamples(options: Omit<DemoOptions, "observe">): Promise<Example[]> {
  const recorder = new Recorder(new Mask());
  await using demo = new Demo({ ...options, observe: (step, exchange) => recorder.take(step, exchange) });
  recorder.paused = dependOnTiming;
  const publisher = await publisherPart(demo);
  const wallet = await walletPart(demo, publisher);
  const merchant = await paymentPart(demo, publisher, wallet);
  await settlementPart(demo, publisher, merchant);
  await refundPart(demo, publisher, wallet, merchant);
  await verificationPart(demo, publisher);
  await eventsPart(demo, publisher, merchant);
  recorder.paused = new Set();
  await restOfInterface(demo, publisher, wallet, merchant);
  await tapPart(demo, publisher, wallet, merchant);
  await devices(demo, publisher);
  await ownership(demo, publisher, wallet);
  await refusals(demo, publisher, wallet, merchant);
  await registryPart(demo, publisher);
  await merchantsPart(demo, publisher);
  await issuancePart(demo, publisher);
  await ticketPart(demo, publisher, merchant);
  await verdicts(demo, publisher);
  await identityPart(demo, publisher);
  await certainty(demo, publisher, merchant);
  await booksPart(demo, publisher, wallet);
  // Last: it puts the clock three days ahead.
  await walletsPart(demo, publisher);
  return recorder.examples;
}
