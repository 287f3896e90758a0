// Recorded events: what a worker of a running service has sent to a receiver (test/examples/record.ts). The document embeds them, and
// the contract tests replay them.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Json } from "../openapi/json.ts";

/** One recorded delivery, with identifiers, times and signatures masked. */
export interface Delivery {
  /** Name of the message in the document, e.g. `PaymentCompleted`. */
  readonly message: string;
  readonly summary: string;
  readonly headers: Json;
  readonly payload: Json;
  /** What the receiver answered; absent for an empty answer. */
  readonly answer?: Json;
}

const eventsFile = join(import.meta.dirname, "../../../test/examples/events.json");

/** Reads the recorded deliveries; returns none before the first recording. */
export function readDeliveries(): Delivery[] {
  return existsSync(eventsFile) ? (JSON.parse(readFileSync(eventsFile, "utf8")) as Delivery[]) : [];
}
