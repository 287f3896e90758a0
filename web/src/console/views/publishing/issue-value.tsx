// Issues value of an asset type to a wallet, after a second look.
import { useEffect, useRef, useState } from "react";
import { Button, useLocale } from "react-aria-components";
import { keyed, useIntent } from "../../../intent.ts";
import { amountOf, amountText, amountWrong } from "../../amount.ts";
import { api, queries, type Schemas } from "../../api/client.ts";
import { isWalletId } from "../../api/ownership.ts";
import { useOwnTypes } from "../../api/publisher.ts";
import { announce } from "../../components/announce.ts";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Form, TextInput } from "../../components/fields.tsx";
import { Copyable } from "../../components/values.tsx";
import { fill, texts } from "../../texts.ts";
import { publishing } from "../../texts/publishing.ts";

const names = publishing.issue;
type Value = Schemas["IssueValueRequest"];

export function IssueValue({ publisherId }: { readonly publisherId: string }) {
  const { locale } = useLocale();
  const suggestions = useOwnTypes(publisherId);
  const [walletId, setWallet] = useState("");
  const [typed, setTyped] = useState("");
  const [assetType, setType] = useState("");
  const [isChecked, setChecked] = useState(false);
  /** What the reader is asked to confirm. */
  const [asked, setAsked] = useState<Value>();
  const issue = useIntent(
    async (body: Value, key) =>
      (
        await api().POST("/api/v1/publishers/{publisherId}/issuances", {
          params: { path: { publisherId }, ...keyed(key) },
          body,
        })
      ).data,
    ({ amount, assetType: type }) => {
      setAsked(undefined);
      setTyped("");
      setChecked(false);
      announce(fill(names.valueDone, { amount: amountText(amount, locale), type }));
      return queries.invalidateQueries({ queryKey: ["balances"] });
    },
    `issue value of ${publisherId}`,
  );
  // The button that was pressed is gone by then.
  const confirm = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (asked) confirm.current?.focus();
  }, [asked]);
  const amount = amountOf(typed, locale);
  const isType = /^[A-Z][A-Z0-9]{1,15}$/.test(assetType);
  const isWallet = isWalletId(walletId.trim());
  const submit = () => {
    setChecked(true);
    if (amount !== undefined && isType && isWallet)
      setAsked({ walletId: walletId.trim(), assetType, amount });
  };
  if (asked)
    return (
      <div className="form" role="group" aria-label={names.valueConfirmTitle}>
        <p>
          {fill(names.valueConfirm, {
            amount: amountText(asked.amount, locale),
            type: asked.assetType,
            wallet: asked.walletId,
          })}
        </p>
        <ErrorNotice error={issue.error} />
        <p className="actions">
          <Button
            ref={confirm}
            className="main"
            isDisabled={issue.isPending}
            onPress={() => issue.start(asked)}
          >
            {issue.isPending ? names.busy : names.valueGo}
          </Button>
          <Button isDisabled={issue.isPending} onPress={() => setAsked(undefined)}>
            {texts.cancel}
          </Button>
        </p>
      </div>
    );
  return (
    <Form className="form" label={names.value} onSubmit={submit}>
      <TextInput
        label={names.wallet}
        value={walletId}
        onChange={setWallet}
        required
        error={isChecked && !isWallet ? names.walletWrong : undefined}
      />
      <TextInput
        label={names.amount}
        value={typed}
        onChange={setTyped}
        inputMode="decimal"
        required
        error={isChecked && amount === undefined ? amountWrong(locale) : undefined}
      />
      <TextInput
        label={names.valueType}
        value={assetType}
        onChange={(text) => setType(text.toUpperCase())}
        maxLength={16}
        autoCapitalize="characters"
        suggestions={suggestions}
        required
        error={isChecked && !isType ? names.typeWrong : undefined}
      />
      <Button type="submit">{names.valueButton}</Button>
      {issue.data && (
        <p className="notice good">
          {names.valueTransaction}:{" "}
          <Copyable text={issue.data.transactionId} label={names.valueTransaction} />
        </p>
      )}
    </Form>
  );
}
