// The fields of a new payment, and the one request that they make.
import { useState } from "react";
import { Button, useLocale } from "react-aria-components";
import { keyed, useIntent } from "../../intent.ts";
import { useActing } from "../acting.ts";
import { amountOf, amountWrong } from "../amount.ts";
import { useAssetTypes } from "../api/asset-types.ts";
import { api, type Schemas } from "../api/client.ts";
import { texts } from "../texts.ts";
import { ErrorNotice } from "./error-notice.tsx";
import { Form, TextInput } from "./fields.tsx";

/** The asset type that was last chosen for each merchant, as long as the page is open. */
const lastTypes = new Map<string, string>();

interface NewPaymentProps {
  readonly button: string;
  readonly busy: string;
  readonly onCreated: (payment: Schemas["Payment"]) => unknown;
}

export function NewPayment(props: NewPaymentProps) {
  const { merchantId } = useActing();
  if (merchantId === undefined) return <p className="notice">{texts.payments.noMerchant}</p>;
  return <Fields key={merchantId} {...props} merchantId={merchantId} />;
}

function Fields({ button, busy, onCreated, merchantId }: NewPaymentProps & { readonly merchantId: string }) {
  const { locale } = useLocale();
  const suggestions = useAssetTypes();
  const [amount, setAmount] = useState("");
  const [chosenType, setType] = useState(lastTypes.get(merchantId));
  const [description, setDescription] = useState("");
  const [orderReference, setOrder] = useState("");
  const [isChecked, setChecked] = useState(false);
  const create = useIntent(
    async (body: Schemas["CreatePaymentRequest"], key) =>
      (await api().POST("/api/v1/payments", { params: keyed(key), body })).data,
    (payment) => {
      lastTypes.set(merchantId, payment.assetType);
      return onCreated(payment);
    },
  );
  // A reader who types an amount has seen the suggestion, so it stays.
  if (chosenType === undefined && suggestions[0] !== undefined) setType(suggestions[0]);
  const assetType = chosenType ?? "";
  const value = amountOf(amount, locale);
  const isType = /^[A-Z][A-Z0-9]{1,15}$/.test(assetType);
  const submit = () => {
    setChecked(true);
    if (value === undefined || !isType) return;
    create.start({
      amount: value,
      assetType,
      merchantId,
      ...(description.trim() === "" ? {} : { description }),
      ...(orderReference.trim() === "" ? {} : { orderReference }),
    });
  };
  const { payments } = texts;
  return (
    <Form className="form" onSubmit={submit} onEdit={create.forget}>
      <TextInput
        label={payments.amount}
        value={amount}
        onChange={setAmount}
        inputMode="decimal"
        required
        error={isChecked && value === undefined ? amountWrong(locale) : undefined}
      />
      <TextInput
        label={payments.assetType}
        value={assetType}
        onChange={(text) => setType(text.toUpperCase())}
        autoCapitalize="characters"
        maxLength={16}
        suggestions={suggestions}
        required
        error={isChecked && !isType ? payments.assetTypeWrong : undefined}
      />
      <TextInput label={payments.description} value={description} onChange={setDescription} maxLength={500} />
      <TextInput label={payments.order} value={orderReference} onChange={setOrder} maxLength={64} />
      <ErrorNotice error={create.error} />
      <Button type="submit" className="main" isDisabled={create.isPending}>
        {create.isPending ? busy : button}
      </Button>
    </Form>
  );
}
