import type { PaymentDetails } from "./details.ts";

/** A payment, or the request for one. */
type Asking = Pick<PaymentDetails, "metadata">;

/** The failures that a merchant can request for a payment by its metadata. Production offers none. */
export interface RequestedFailures {
  /** The metadata key that requests a failure. */
  readonly key: string;
  /** The value of the key that requests a reversal of the payment's settlement. */
  readonly reversal: string;
  /** Checks the value of the key. @throws Refused SIMULATION_UNKNOWN */
  require(request: Asking, atTerminal: boolean): void;
  /** The lifetime of the payment; undefined for the ordinary one. */
  lifetimeSeconds(request: Asking): number | undefined;
  /** How long the creation of the payment is delayed; undefined for no delay. */
  delayMs(request: Asking): number | undefined;
  /** Tells whether the wallet that pays is taken to decline. */
  declines(payment: Asking): boolean;
}
