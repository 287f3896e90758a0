import { getRouteApi } from "@tanstack/react-router";
import { type FormEvent, useId, useState } from "react";
import { examplesIn, readAmount } from "../../typed-amount.ts";
import { useAct } from "../act.ts";
import { Button } from "../components/button.tsx";
import { Question } from "../components/confirm.tsx";
import { Field } from "../components/field.tsx";
import { GetMoney } from "../components/get-money.tsx";
import { Problem } from "../components/problem.tsx";
import { Scanner } from "../components/scanner.tsx";
import { language, moneyText, Result } from "../components/values.tsx";
import { View } from "../components/view.tsx";
import { type Gift, give } from "../holder/acts.ts";
import { useBalances, useWallet } from "../session.tsx";
import { say, texts } from "../texts.ts";
import { covers } from "../values/amount.ts";
import { readPasted } from "../values/payment-link.ts";
import { WithWallet } from "./with-wallet.tsx";

const route = getRouteApi("/send");

export function Send() {
  const { to } = route.useSearch();
  return (
    <WithWallet>
      <View title={texts.sendTitle}>
        <SendForm key={to} receiver={to} />
      </View>
    </WithWallet>
  );
}

interface Problems {
  readonly to?: string;
  readonly amount?: string;
}

function SendForm({ receiver }: { readonly receiver: string }) {
  const wallet = useWallet();
  const typeId = useId();
  const [to, setTo] = useState(receiver);
  const [chosen, setChosen] = useState("");
  const [amount, setAmount] = useState("");
  const [problems, setProblems] = useState<Problems>({});
  const [asked, setAsked] = useState<Gift>();
  const { data: balances, error, refetch } = useBalances();
  const held = balances?.filter((each) => covers(each.amount, "0") && each.amount !== "0") ?? [];
  const balance = held.find((each) => each.assetType === chosen) ?? held[0];
  const act = useAct(
    (gift: Gift, key) => give(wallet, gift, key),
    () => setAmount(""),
    `give ${wallet.walletId}`,
  );

  if (balances && !balance && act.isIdle && !asked)
    return (
      <>
        <p>{texts.nothingToSend}</p>
        <GetMoney />
      </>
    );

  const submit = (event: FormEvent) => {
    event.preventDefault();
    // A button that is busy still sends its form.
    if (act.isPending) return;
    // An edit takes the error away, so the form still says what was sent. The balance may already be without it.
    if (act.isError && act.variables) return act.start(act.variables);
    if (!balance) return;
    const read = readPasted(to, location.origin);
    const sum = readAmount(amount, language);
    const found: Problems = {
      ...(read.kind === "wallet" ? {} : { to: texts.notAWallet }),
      ...amountProblem(sum, balance),
    };
    setProblems(found);
    if (read.kind !== "wallet" || sum === undefined || found.amount !== undefined) return;
    setAsked({ toWalletId: read.walletId, amount: sum, assetType: balance.assetType });
  };
  return (
    <>
      <Problem error={error} onRetry={() => void refetch()} />
      <form onSubmit={submit} onChange={act.forget} noValidate>
        <Field label={texts.receiver} value={to} onChange={setTo} problem={problems.to} />
        <Scanner
          onText={(text) => {
            const found = readPasted(text, location.origin);
            act.forget();
            setTo(found.kind === "wallet" ? found.walletId : text);
          }}
        />
        <div className="field">
          <label htmlFor={typeId}>{texts.assetType}</label>
          <select
            id={typeId}
            value={balance?.assetType ?? ""}
            onChange={({ target }) => setChosen(target.value)}
          >
            {held.map(({ assetType }) => (
              <option key={assetType}>{assetType}</option>
            ))}
          </select>
        </div>
        <Field
          label={texts.amount}
          inputMode="decimal"
          value={amount}
          onChange={setAmount}
          problem={problems.amount}
          help={balance ? say(texts.balanceIs, { amount: moneyText(balance.amount, balance.assetType) }) : ""}
        />
        <Button kind="main" type="submit" isBusy={act.isPending}>
          {texts.sendNow}
        </Button>
      </form>
      {asked && (
        <Question
          question={say(texts.sendQuestion, { amount: moneyText(asked.amount, asked.assetType) })}
          text={say(texts.sendText, { walletId: asked.toWalletId })}
          yes={texts.sendYes}
          isBusy={act.isPending}
          onYes={() => act.start(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
      <Result
        text={act.data ? texts.sent : ""}
        values={{
          amount: act.data ? moneyText(act.data.amount, act.data.assetType) : "",
          walletId: act.data?.otherWalletId ?? "",
        }}
      />
      <Problem error={act.error} />
    </>
  );
}

function amountProblem(
  sum: string | undefined,
  { amount, assetType }: { readonly amount: string; readonly assetType: string },
): Problems {
  if (sum === undefined) return { amount: say(texts.badAmount, examplesIn(language)) };
  return covers(amount, sum) ? {} : { amount: say(texts.tooMuch, { amount: moneyText(amount, assetType) }) };
}
