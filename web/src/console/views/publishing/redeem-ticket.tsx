// Takes one use of a ticket that was just verified, by the same evidence.
import { useState } from "react";
import { Button } from "react-aria-components";
import { useIntent } from "../../../intent.ts";
import { queries } from "../../api/client.ts";
import { type Question, redeem } from "../../api/verdict.ts";
import { announce } from "../../components/announce.ts";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Form, TextInput } from "../../components/fields.tsx";
import { Copyable } from "../../components/values.tsx";
import { verifying } from "../../texts/verify.ts";
import { fill } from "../../texts.ts";

export function RedeemTicket({ question }: { readonly question: Question }) {
  const [gate, setGate] = useState("");
  const [isChecked, setChecked] = useState(false);
  const redemption = useIntent(redeem, ({ useNumber, usesLeft, assetId }) => {
    announce(fill(verifying.redeemed, { number: String(useNumber), left: String(usesLeft) }));
    return Promise.all(
      ["ticket", "redemptions"].map((name) => queries.invalidateQueries({ queryKey: [name, assetId] })),
    );
  });
  const { data } = redemption;
  if (data)
    return (
      <p className="notice good" data-redeemed={data.redemptionId}>
        {fill(verifying.redeemed, { number: String(data.useNumber), left: String(data.usesLeft) })}{" "}
        <Copyable text={data.redemptionId} label={verifying.redemption} />
      </p>
    );
  const isGate = /^[!-~]{1,64}$/.test(gate.trim());
  const submit = () => {
    setChecked(true);
    if (isGate) redemption.start({ question, gate: gate.trim() });
  };
  return (
    <Form className="form panel" label={verifying.redeemTitle} onSubmit={submit}>
      <h2>{verifying.redeemTitle}</h2>
      <p>{verifying.redeemText}</p>
      <TextInput
        label={verifying.gate}
        value={gate}
        onChange={setGate}
        maxLength={64}
        required
        error={isChecked && !isGate ? verifying.gateWrong : undefined}
      />
      <ErrorNotice error={redemption.error} />
      <Button type="submit" className="main" isDisabled={redemption.isPending}>
        {redemption.isPending ? verifying.redeeming : verifying.redeem}
      </Button>
    </Form>
  );
}
