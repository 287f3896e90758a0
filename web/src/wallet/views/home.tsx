import { Link, useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { Button } from "../components/button.tsx";
import { Field } from "../components/field.tsx";
import { GetMoney } from "../components/get-money.tsx";
import { Problem } from "../components/problem.tsx";
import { Scanner } from "../components/scanner.tsx";
import { Copied, moneyText } from "../components/values.tsx";
import { View } from "../components/view.tsx";
import { useBalances, useWallet } from "../session.tsx";
import { say, texts } from "../texts.ts";
import { readPasted } from "../values/payment-link.ts";
import { Activity } from "./activity.tsx";
import { WithWallet } from "./with-wallet.tsx";

export function Home() {
  return (
    <WithWallet>
      <WalletHome />
    </WithWallet>
  );
}

function WalletHome() {
  const { walletId } = useWallet();
  return (
    <View title={texts.yourWallet}>
      <section>
        <Copied label={texts.walletId} value={walletId} />
        <Balances />
        <GetMoney />
        <p className="actions">
          <Link to="/send" search={{ to: "" }} className="button plain">
            {texts.send}
          </Link>
          <Link to="/receive" className="button plain">
            {texts.receive}
          </Link>
        </p>
      </section>
      <PayForm />
      <Activity />
    </View>
  );
}

function Balances() {
  const { data, error, refetch } = useBalances();
  return (
    <>
      <h2>{texts.balances}</h2>
      <Problem error={error} onRetry={() => void refetch()} />
      {data?.length === 0 && <p>{texts.noBalances}</p>}
      <ul className="balances">
        {data?.map(({ assetType, amount }) => (
          <li key={assetType}>{moneyText(amount, assetType)}</li>
        ))}
      </ul>
    </>
  );
}

/** Opens what is pasted or scanned: a payment, or another wallet. */
function PayForm() {
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string>();
  const open = (pasted: string) => {
    const found = readPasted(pasted, location.origin);
    if (found.kind === "payment") return void navigate({ to: "/pay", search: { uri: found.reference } });
    if (found.kind === "wallet") return void navigate({ to: "/send", search: { to: found.walletId } });
    setText(pasted);
    setProblem(
      found.kind === "elsewhere"
        ? say(texts.elsewhere, { host: found.host, own: location.host })
        : texts.notAPayment,
    );
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    open(text);
  };
  return (
    <section>
      <h2>{texts.payTitle}</h2>
      <form onSubmit={submit} noValidate>
        <Field
          label={texts.payLabel}
          help={texts.payHelp}
          value={text}
          onChange={setText}
          problem={problem}
        />
        <Button kind="main" type="submit">
          {texts.openPayment}
        </Button>
      </form>
      <Scanner onText={open} />
    </section>
  );
}
