import { PdaError } from "@pda/client/browser";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useAct } from "../act.ts";
import { Button } from "../components/button.tsx";
import { GetMoney } from "../components/get-money.tsx";
import { Problem } from "../components/problem.tsx";
import { moneyText, Said } from "../components/values.tsx";
import { View } from "../components/view.tsx";
import { decline, pay, type PaymentRequest } from "../holder/acts.ts";
import { useBalances, useWallet } from "../session.tsx";
import { say, texts } from "../texts.ts";
import { covers } from "../values/amount.ts";
import { readPasted } from "../values/payment-link.ts";
import { WithWallet } from "./with-wallet.tsx";

const route = getRouteApi("/pay");
const FOLLOW_MS = 3_000;

/** A payment with the moment, by the clock of this device, at which it expires. */
interface Asked {
  readonly request: PaymentRequest;
  readonly dueAt: number;
}

export function Pay() {
  const { uri } = route.useSearch();
  const found = readPasted(uri, location.origin);
  if (found.kind !== "payment")
    return (
      <View title={texts.payTitle}>
        <p role="alert">
          {found.kind === "elsewhere"
            ? say(texts.elsewhere, { host: found.host, own: location.host })
            : texts.notAPayment}
        </p>
        <Link to="/">{texts.back}</Link>
      </View>
    );
  return (
    <WithWallet waits={say(texts.paymentWaits, { reference: found.reference })}>
      <PayReference key={found.reference} reference={found.reference} />
    </WithWallet>
  );
}

function PayReference({ reference }: { readonly reference: string }) {
  const [wasPending, setWasPending] = useState(false);
  const { walletId, thumbprint, api } = useWallet();
  const { data, error, refetch } = useQuery({
    queryKey: ["payment", thumbprint, reference],
    queryFn: async (): Promise<Asked> => {
      const params = { path: { walletId, reference } };
      const address = "/api/v1/wallets/{walletId}/payment-requests/{reference}";
      const { data: request, timestamp } = await api.GET(address, { params });
      // By the clock of the service, because that of the device may be wrong.
      return { request, dueAt: Date.now() + Date.parse(request.expireTime) - Date.parse(timestamp) };
    },
    refetchInterval: ({ state }) => (state.data?.request.status === "pending" ? FOLLOW_MS : false),
  });
  if (!data)
    return (
      <View title={texts.payTitle}>
        {error ? (
          <>
            <Problem
              error={error}
              onRetry={() => void refetch()}
              instead={
                error instanceof PdaError && error.status === 404
                  ? { message: say(texts.unknownPayment, { reference }), next: texts.unknownPaymentNext }
                  : undefined
              }
            />
            <Link to="/">{texts.back}</Link>
          </>
        ) : (
          <p>{texts.loading}</p>
        )}
      </View>
    );
  const { request } = data;
  if (request.status === "pending" && !wasPending) setWasPending(true);
  return (
    <View title={texts.paymentTo} names={{ merchant: request.merchantName }}>
      <p className="amount">
        <bdi>{moneyText(request.amount, request.assetType)}</bdi>
      </p>
      <dl>
        <div>
          <dt>{texts.merchant}</dt>
          <dd>
            <bdi>{request.merchantName}</bdi>
          </dd>
        </div>
        {request.description !== undefined && (
          <div>
            <dt>{texts.purpose}</dt>
            <dd>
              <bdi>{request.description}</bdi>
            </dd>
          </div>
        )}
        <div>
          <dt>{texts.reference}</dt>
          <dd>
            <code>{request.reference}</code>
          </dd>
        </div>
        {request.status === "pending" && <TimeLeft dueAt={data.dueAt} />}
      </dl>
      <Problem error={error} onRetry={() => void refetch()} />
      <div aria-live="polite">
        {request.status !== "pending" && <Ended request={request} isNews={wasPending} />}
      </div>
      {request.status === "pending" && <Decision asked={data} />}
    </View>
  );
}

function Decision({ asked }: { readonly asked: Asked }) {
  const wallet = useWallet();
  const { request } = asked;
  const client = useQueryClient();
  const key = ["payment", wallet.thumbprint, request.reference];
  const act = useAct(
    (answer: "pay" | "decline") => (answer === "pay" ? pay : decline)(wallet, request),
    (next) => client.setQueryData<Asked>(key, { ...asked, request: next }),
  );
  const { data: balances } = useBalances();
  const { amount, assetType } = request;
  const balance = balances?.find((each) => each.assetType === assetType)?.amount ?? "0";
  // What the money does is still told when it is enough.
  const [wasShort, setWasShort] = useState(false);
  const isShort = balances !== undefined && !covers(balance, amount);
  return (
    <>
      {(isShort || wasShort) && (
        <div className={isShort ? "notice" : "notice good"}>
          {isShort && <p>{say(texts.insufficient, { balance: moneyText(balance, assetType) })}</p>}
          <GetMoney
            assetType={assetType}
            amount={covers("100", amount) ? "100" : amount}
            onGot={() => setWasShort(true)}
            isNeeded={isShort}
          />
        </div>
      )}
      <p className="actions">
        <Button
          kind="main"
          isDisabled={isShort}
          isBusy={act.isPending && act.variables === "pay"}
          onPress={() => act.start("pay")}
        >
          {say(texts.pay, { amount: moneyText(amount, assetType) })}
        </Button>
        <Button isBusy={act.isPending && act.variables === "decline"} onPress={() => act.start("decline")}>
          {texts.declinePayment}
        </Button>
      </p>
      <Problem error={act.error} />
    </>
  );
}

/** How a payment has ended. @param isNews the reader has seen it wait, and loses the button that had the focus */
function Ended({ request, isNews }: { readonly request: PaymentRequest; readonly isNews: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isNews && document.activeElement === document.body) heading.current?.focus();
  }, [isNews]);
  const { status, merchantName, transactionId, failureReason = "", reference } = request;
  const isPaid = status === "completed";
  const own = transactionId === undefined ? texts.paidByOther : texts.paidByYou;
  return (
    <div className={isPaid ? "notice good" : "notice bad"}>
      <h2 ref={heading} tabIndex={-1}>
        {texts.states[status] ?? status}
      </h2>
      <p>
        {isPaid ? (
          <Said text={own} values={{ merchant: merchantName }} />
        ) : (
          (texts.failures[failureReason] ?? texts.nothingTaken)
        )}
      </p>
      {isPaid && (
        <p>
          <a href={`/pay/${reference}`}>{texts.receipt}</a>
        </p>
      )}
      <Link to="/">{texts.back}</Link>
    </div>
  );
}

function TimeLeft({ dueAt }: { readonly dueAt: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.ceil((dueAt - now) / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const parts = [...(hours > 0 ? [hours] : []), minutes, seconds % 60];
  return (
    <div>
      <dt>{texts.timeLeft}</dt>
      <dd>
        <span role="timer">
          {parts.map((part, at) => (at === 0 ? part : String(part).padStart(2, "0"))).join(":")}
        </span>
      </dd>
    </div>
  );
}
