// A refund. The service says beforehand whether it would make it, so that the button is there only when it would.
import { useState } from "react";
import { Button, useLocale } from "react-aria-components";
import { keyed, useIntent } from "../../intent.ts";
import { amountOf, amountText, amountWrong, typedAmount } from "../amount.ts";
import { api, type Schemas } from "../api/client.ts";
import { useEligibility } from "../api/eligibility.ts";
import { fill, texts, word } from "../texts.ts";
import { announce } from "./announce.ts";
import { ButtonDialog } from "./dialog.tsx";
import { ErrorNotice } from "./error-notice.tsx";
import { Form, TextInput } from "./fields.tsx";
import { timeText } from "./values.tsx";

interface RefundDialogProps {
  readonly payment: Schemas["Payment"];
  readonly transactionId: string;
  readonly onDone: () => Promise<void>;
}

/** The button of a refund or, where nothing can be refunded, the reason. */
export function RefundAction({ payment, transactionId, onDone }: RefundDialogProps) {
  const any = useEligibility(payment.paymentId, transactionId);
  if (any.isPending) return null;
  if (any.data?.allowed !== false)
    return <RefundDialog payment={payment} transactionId={transactionId} onDone={onDone} />;
  return (
    <p className="quiet">
      {texts.payment.noRefund} {any.data.reasons.map((each) => texts.refusals[each] ?? each).join(" ")}
    </p>
  );
}

function RefundDialog({ payment, transactionId, onDone }: RefundDialogProps) {
  return (
    <ButtonDialog label={texts.payment.refund} title={texts.payment.refundTitle}>
      {(close) => (
        <RefundForm
          payment={payment}
          transactionId={transactionId}
          onDone={async () => {
            await onDone();
            close();
          }}
        />
      )}
    </ButtonDialog>
  );
}

function RefundForm({ payment, transactionId, onDone }: RefundDialogProps) {
  const { locale } = useLocale();
  const { assetType, paymentId } = payment;
  const [typed, setTyped] = useState<string>();
  const [reason, setReason] = useState("");
  const [isChecked, setChecked] = useState(false);
  const money = (value: string): string => `${amountText(value, locale)} ${assetType}`;
  // Everything that is left is suggested.
  const whole = useEligibility(paymentId, transactionId);
  const amount = typed ?? typedAmount(whole.data?.maximumAmount ?? "", locale);
  const value = amountOf(amount, locale);
  const check = useEligibility(paymentId, transactionId, value, value !== undefined);
  const refund = useIntent(
    async (body: Schemas["CreateRefundRequest"], key) =>
      (await api().POST("/api/v1/refunds", { params: keyed(key), body })).data,
    async ({ status }) => {
      announce(fill(texts.payment.refundDone, { status: word(status).toLocaleLowerCase(locale) }));
      await onDone();
    },
    "refund",
  );
  const { payment: names } = texts;
  // The last answer may be about an amount that is no longer there.
  const verdict = value === undefined ? undefined : check.data;
  const isAllowed = verdict?.allowed === true;
  const submit = () => {
    setChecked(true);
    if (!isAllowed || value === undefined || reason.trim() === "") return;
    refund.start({ originalTransaction: transactionId, refundAmount: value, reason });
  };
  return (
    <Form className="form" onSubmit={submit} onEdit={refund.forget}>
      <TextInput
        label={names.refundAmount}
        value={amount}
        onChange={setTyped}
        inputMode="decimal"
        required
        error={isChecked && value === undefined ? amountWrong(locale) : undefined}
      />
      <TextInput
        label={names.refundReason}
        value={reason}
        onChange={setReason}
        maxLength={500}
        required
        error={isChecked && reason.trim() === "" ? names.refundReasonWrong : undefined}
      />
      <div role="status">
        {check.isLoading && <p>{names.refundCheck}</p>}
        {verdict?.allowed === true && <p>{names.refundAllowed}</p>}
        {verdict?.allowed === false && (
          <>
            <p>{names.refundRefused}</p>
            <ul>
              {verdict.reasons.map((each) => (
                <li key={each}>{texts.refusals[each] ?? each}</li>
              ))}
            </ul>
          </>
        )}
        {whole.data && <p>{fill(names.refundMost, { amount: money(whole.data.maximumAmount) })}</p>}
        {whole.data?.windowEndTime !== undefined && (
          <p className="quiet">
            {fill(names.windowEnd, { time: timeText(whole.data.windowEndTime, locale) })}
          </p>
        )}
      </div>
      <ErrorNotice error={check.error ?? refund.error} />
      {/* Where the amount cannot be read, pressing the button says so. */}
      <Button
        type="submit"
        className="main"
        isDisabled={whole.isPending || (value !== undefined && !isAllowed) || refund.isPending}
      >
        {refund.isPending
          ? names.refunding
          : fill(names.refundButton, { amount: value === undefined ? "" : money(value) })}
      </Button>
    </Form>
  );
}
