// A refund. The service says beforehand whether it would make it, so that the button is there only when it would.
import { useState } from "react";
import { Button, useLocale } from "react-aria-components";
import { keyed, useIntent, wasDoneBefore } from "../../intent.ts";
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
  /** After a refund, and after a try that may have had its effect. */
  readonly onChange: () => Promise<void>;
}

/** The button of a refund or, where nothing can be refunded, the reason. */
export function RefundAction({ payment, transactionId, onChange }: RefundDialogProps) {
  const any = useEligibility(payment.paymentId, transactionId);
  if (any.isPending) return null;
  if (any.data?.allowed !== false)
    return <RefundDialog payment={payment} transactionId={transactionId} onChange={onChange} />;
  return (
    <p className="quiet">
      {texts.payment.noRefund} {any.data.reasons.map((each) => texts.refusals[each] ?? each).join(" ")}
    </p>
  );
}

function RefundDialog(props: RefundDialogProps) {
  return (
    <ButtonDialog label={texts.payment.refund} title={texts.payment.refundTitle}>
      {(close) => <RefundForm {...props} close={close} />}
    </ButtonDialog>
  );
}

interface RefundFormProps extends RefundDialogProps {
  readonly close: () => void;
}

function RefundForm({ payment, transactionId, onChange, close }: RefundFormProps) {
  const { locale } = useLocale();
  const { assetType, paymentId } = payment;
  const [typed, setTyped] = useState<string>();
  const [reason, setReason] = useState("");
  const [isChecked, setChecked] = useState(false);
  const money = (value: string): string => `${amountText(value, locale)} ${assetType}`;
  // Everything that is left is suggested.
  const whole = useEligibility(paymentId, transactionId);
  const amount = typed ?? (whole.data === undefined ? "" : typedAmount(whole.data.maximumAmount, locale));
  const value = amountOf(amount, locale);
  const check = useEligibility(paymentId, transactionId, value, value !== undefined);
  const refund = useIntent(
    async (body: Schemas["CreateRefundRequest"], key) => {
      try {
        return (await api().POST("/api/v1/refunds", { params: keyed(key), body })).data;
      } catch (error) {
        // Its answer may be lost although it is made.
        void onChange();
        throw error;
      }
    },
    async ({ status }) => {
      announce(fill(texts.payment.refundDone, { status: word(status).toLocaleLowerCase(locale) }));
      await onChange();
      close();
    },
    // A reader who corrects the reason after a lost answer means the same refund.
    ({ originalTransaction, refundAmount }) => `refund ${originalTransaction} ${refundAmount}`,
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
      <ErrorNotice
        error={whole.error ?? check.error}
        onRetry={() => Promise.all([whole.refetch(), ...(value === undefined ? [] : [check.refetch()])])}
      />
      {wasDoneBefore(refund.error) ? (
        <p className="notice bad" role="alert">
          {names.refundedBefore}
        </p>
      ) : (
        <ErrorNotice error={refund.error} />
      )}
      {/* Where the amount cannot be read, pressing the button says so. */}
      <Button
        type="submit"
        className="main"
        isDisabled={whole.isPending || (value !== undefined && !isAllowed) || refund.isPending}
      >
        {refund.isPending
          ? names.refunding
          : value === undefined
            ? names.refund
            : fill(names.refundButton, { amount: money(value) })}
      </Button>
    </Form>
  );
}
