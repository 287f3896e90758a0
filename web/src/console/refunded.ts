// How much of a payment went back. A payment stays completed when it is refunded, so its status does not tell.

/** The members of a payment that tell it. Amounts of the service are canonical: equal ones are equal texts. */
interface Refundable {
  readonly status: string;
  readonly amount: string;
  readonly refundedAmount: string;
}

/** Returns the state that readers see: the payment's status, or `refunded` or `refunded-in-part`. */
export function stateOf({ status, amount, refundedAmount }: Refundable): string {
  if (refundedAmount === "0") return status;
  return refundedAmount === amount ? "refunded" : "refunded-in-part";
}
