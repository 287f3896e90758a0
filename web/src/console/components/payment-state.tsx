// A payment's state as a word, with the reason of a failure or the amount that went back after refunds.
import type { Schemas } from "../api/client.ts";
import { stateOf } from "../refunded.ts";
import { word } from "../texts.ts";
import { Amount, Status } from "./values.tsx";

export function PaymentState({ payment }: { readonly payment: Schemas["Payment"] }) {
  const state = stateOf(payment);
  return (
    <>
      <Status of={state} />
      {payment.failureReason !== undefined && (
        <>
          {" "}
          <span className="quiet">{word(payment.failureReason)}</span>
        </>
      )}
      {state !== payment.status && (
        <>
          {" "}
          <Amount amount={payment.refundedAmount} assetType={payment.assetType} />
        </>
      )}
    </>
  );
}
