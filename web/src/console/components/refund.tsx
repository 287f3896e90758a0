// A refund. The service says beforehand whether it would make it, so that the button is there only when it would.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button, useLocale } from "react-aria-components";
import { amountOf, amountText, typedAmount } from "../amount.ts";
import { api, type Schemas } from "../api/client.ts";
import { keyed, useIntent } from "../api/intent.ts";
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

export function RefundDialog({ payment, transactionId, onDone }: RefundDialogProps) {
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
  const { assetType } = payment;
  const [typed, setTyped] = useState<string>();
  const [reason, setReason] = useState("");
  const [isChecked, setChecked] = useState(false);
  const money = (value: string): string => `${amountText(value, locale)} ${assetType}`;
  // Everything that is left is suggested.
  const whole = useEligibility(transactionId, payment.amount);
  const amount = typed ?? typedAmount(whole.data?.maximumAmount ?? "", locale);
  const value = amountOf(amount, locale);
  const check = useEligibility(transactionId, value ?? payment.amount);
  const refund = useIntent(
    async (body: Schemas["CreateRefundRequest"], key) =>
      (await api().POST("/api/v1/refunds", { params: keyed(key), body })).data,
    async ({ status }) => {
      announce(fill(texts.payment.refundDone, { status: word(status).toLocaleLowerCase(locale) }));
      await onDone();
    },
  );
  const { payment: names } = texts;
  const isAllowed = check.data?.allowed === true && value !== undefined && !check.isPlaceholderData;
  const submit = () => {
    setChecked(true);
    if (!isAllowed || value === undefined || reason.trim() === "") return;
    refund.start({ originalTransaction: transactionId, refundAmount: value, reason });
  };
  return (
    <Form className="form" onSubmit={submit}>
      <TextInput
        label={names.refundAmount}
        value={amount}
        onChange={setTyped}
        inputMode="decimal"
        required
        error={isChecked && value === undefined ? texts.payments.amountWrong : undefined}
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
        {check.isPending && <p>{names.refundCheck}</p>}
        {check.data?.allowed === true && (
          <p>{fill(names.refundAllowed, { amount: money(check.data.maximumAmount) })}</p>
        )}
        {check.data?.allowed === false && (
          <>
            <p>{names.refundRefused}</p>
            <ul>
              {check.data.reasons.map((each) => (
                <li key={each}>{texts.refusals[each] ?? each}</li>
              ))}
            </ul>
          </>
        )}
        {check.data?.windowEndTime !== undefined && (
          <p className="quiet">
            {fill(names.windowEnd, { time: timeText(check.data.windowEndTime, locale) })}
          </p>
        )}
      </div>
      <ErrorNotice error={check.error ?? refund.error} />
      <Button type="submit" className="main" isDisabled={!isAllowed || refund.isPending}>
        {refund.isPending
          ? names.refunding
          : fill(names.refundButton, { amount: value === undefined ? "" : money(value) })}
      </Button>
    </Form>
  );
}

/** Asks whether a refund would be made; nothing moves. */
const useEligibility = (originalTransaction: string, refundAmount: string) =>
  useQuery({
    queryKey: ["eligibility", originalTransaction, refundAmount],
    placeholderData: keepPreviousData,
    queryFn: async () =>
      (
        await api().POST("/api/v1/refunds/eligibility", {
          body: { originalTransaction, refundAmount },
        })
      ).data,
  });
