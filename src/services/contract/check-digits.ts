import { isCreditorReference } from "../../domain/payment/creditor-reference.ts";
import { Failure } from "../../rpc/failure.ts";

/** Refuses a mistyped reference before any lookup. @throws Failure INVALID_ARGUMENT */
export function requireCheckDigits(reference: string): void {
  if (!isCreditorReference(reference))
    throw Failure.ofField(
      "reference",
      "CHECK_DIGITS",
      "The check digits are wrong; check the reference for typing errors.",
    );
}
