import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { type FormEvent, useId, useState } from "react";
import { examplesIn, readAmount } from "../../typed-amount.ts";
import { Button } from "../components/button.tsx";
import { Field } from "../components/field.tsx";
import { GetMoney } from "../components/get-money.tsx";
import { Problem } from "../components/problem.tsx";
import { Scanner } from "../components/scanner.tsx";
import { language, moneyText, Result } from "../components/values.tsx";
import { View } from "../components/view.tsx";
import { type Gift, give } from "../holder/acts.ts";
import { newNonce } from "../holder/keys.ts";
import { useBalances, useWallet } from "../session.tsx";
import { say, texts } from "../texts.ts";
import { covers } from "../values/amount.ts";
import { readPasted } from "../values/payment-link.ts";
import { WithWallet } from "./with-wallet.tsx";

const route = getRouteApi("/send");

export function Send() {
  return (
    <WithWallet>
      <View title={texts.sendTitle}>
        <SendForm />
      </View>
    </WithWallet>
  );
}

interface Problems {
  readonly to?: string;
  readonly amount?: string;
}

function SendForm() {
  const wallet = useWallet();
  const client = useQueryClient();
  const typeId = useId();
  const [to, setTo] = useState(route.useSearch().to);
  const [chosen, setChosen] = useState("");
  const [amount, setAmount] = useState("");
  const [problems, setProblems] = useState<Problems>({});
  const { data: balances, error, refetch } = useBalances();
  const held = balances?.filter((each) => covers(each.amount, "0") && each.amount !== "0") ?? [];
  const balance = held.find((each) => each.assetType === chosen) ?? held[0];
  // One nonce for one transfer, so that a repeat after a lost answer moves nothing twice.
  const [gift, setGift] = useState<Gift>();
  const act = useMutation({
    mutationFn: (next: Gift) => give(wallet, next),
    onSuccess: () => {
      setAmount("");
      setGift(undefined);
      return client.invalidateQueries();
    },
  });

  if (balances && !balance && !act.data)
    return (
      <>
        <p>{texts.nothingToSend}</p>
        <GetMoney />
      </>
    );

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!balance || act.isPending) return;
    const receiver = readPasted(to, location.origin);
    const sum = readAmount(amount, language);
    const found: Problems = {
      ...(receiver.kind === "wallet" ? {} : { to: texts.notAWallet }),
      ...amountProblem(sum, balance),
    };
    setProblems(found);
    if (receiver.kind !== "wallet" || sum === undefined || found.amount !== undefined) return;
    const { assetType } = balance;
    const asked = { toWalletId: receiver.walletId, amount: sum, assetType };
    const isRepeat =
      gift?.toWalletId === asked.toWalletId && gift.amount === sum && gift.assetType === assetType;
    const next = isRepeat ? gift : { ...asked, nonce: newNonce() };
    setGift(next);
    act.mutate(next);
  };
  return (
    <>
      <Problem error={error} onRetry={() => void refetch()} />
      <form onSubmit={submit} noValidate>
        <Field label={texts.receiver} value={to} onChange={setTo} problem={problems.to} />
        <Scanner
          onText={(text) => {
            const found = readPasted(text, location.origin);
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
