import { operations } from "../../gen/rest/operations.ts";
import { Demo, type DemoOptions } from "../../src/cli/demo/demo.ts";
import { eventsPart } from "../../src/cli/demo/parts/events.ts";
import { paymentPart } from "../../src/cli/demo/parts/payment.ts";
import { publisherPart } from "../../src/cli/demo/parts/publisher.ts";
import { refundPart } from "../../src/cli/demo/parts/refund.ts";
import { settlementPart } from "../../src/cli/demo/parts/settlement.ts";
import { verificationPart } from "../../src/cli/demo/parts/verification.ts";
import { walletPart } from "../../src/cli/demo/parts/wallet.ts";
import type { Delivery } from "../../src/codegen/asyncapi/examples.ts";
import type { Example } from "../../src/codegen/openapi/examples.ts";
import { booksPart } from "./books.ts";
import { certainty } from "./certainty.ts";
import { devices } from "./devices.ts";
import { eventsOfEachType } from "./events.ts";
import { identityPart } from "./identities.ts";
import { issuancePart } from "./issuance.ts";
import { Mask } from "./mask.ts";
import { merchantsPart } from "./merchants.ts";
import { operatorKeysPart } from "./operator-keys.ts";
import { ownership } from "./ownership.ts";
import { publicKeysPart } from "./public-keys.ts";
import { Recorder } from "./recorder.ts";
import { refusals } from "./refusals.ts";
import { registryPart } from "./registry.ts";
import { restOfInterface } from "./rest.ts";
import { tapPart } from "./taps.ts";
import { ticketPart } from "./tickets.ts";
import { verdicts } from "./verdicts.ts";
import { walletsPart } from "./wallets.ts";
import { webhooksPart } from "./webhooks.ts";

/** Their answers in the demo depend on how far the workers are. */
const dependOnTiming = new Set(["ListEvents", "GetEvent", "ListPayments"]);

/** What a run of the scenario shows, masked: two runs show the same unless the service has changed. */
export interface Recording {
  /** Exchanges of operations. */
  readonly examples: readonly Example[];
  /** Deliveries of events. */
  readonly deliveries: readonly Delivery[];
}

/** Runs the whole scenario against a service in sandbox mode that shows events of all types. */
export async function recordExamples(options: Omit<DemoOptions, "observe">): Promise<Recording> {
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
  // It puts the clock three days ahead.
  await walletsPart(demo, publisher);
  await publicKeysPart(demo, options.baseUrl);
  await operatorKeysPart(demo, options.baseUrl);
  await webhooksPart(demo, merchant);
  recorder.paused = new Set(operations.map(({ method }) => method));
  const deliveries = await eventsOfEachType(demo, options, publisher.network);
  return { examples: recorder.examples, deliveries };
}
