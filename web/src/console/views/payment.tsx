// One payment: its facts, what can be done with it, and its timeline.
import { PdaError } from "@pda/client/browser";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { keyed } from "../../intent.ts";
import { useActing } from "../acting.ts";
import { callsOf } from "../api/calls.ts";
import { api, queries, type Schemas } from "../api/client.ts";
import { eventsAbout } from "../api/events.ts";
import { usePayment } from "../api/payment.ts";
import { useSettlementsOf } from "../api/settlement.ts";
import { isSandboxQuery } from "../api/sandbox.ts";
import { timelineOf } from "../api/timeline.ts";
import { LIST_MAX, refundsOf, transactionsAbout } from "../api/transactions.ts";
import { announce } from "../components/announce.ts";
import { Confirm } from "../components/confirm.tsx";
import { ErrorNotice } from "../components/error-notice.tsx";
import { PaymentState } from "../components/payment-state.tsx";
import { RefundAction } from "../components/refund.tsx";
import { Timeline } from "../components/timeline.tsx";
import { Amount, Copyable, Status, Time } from "../components/values.tsx";
import { View } from "../components/view.tsx";
import { fill, texts, word } from "../texts.ts";

const route = getRouteApi("/payments/$paymentId");
type Payment = Schemas["Payment"];

/** Confirmations grow without events. */
const GROWING_MS = 1_500;
/** As often are the calls looked for after each change. */
const CALL_READS = 3;
/** Refunds whose calls and events are looked for. */
const REFUNDS_MAX = 50;

export function PaymentView() {
  const { paymentId } = route.useParams();
  const payment = usePayment(paymentId);
  const title = payment.data?.orderReference ?? paymentId;
  return (
    <View title={`${texts.payment.title} ${title}`}>
      <ErrorNotice error={payment.error} onRetry={payment.refetch} />
      {payment.isPending && <p role="status">{texts.loading}</p>}
      {payment.data && (
        <>
          <Facts payment={payment.data} />
          <Actions payment={payment.data} />
          <History payment={payment.data} />
        </>
      )}
    </View>
  );
}

function Facts({ payment }: { readonly payment: Payment }) {
  const { payment: names, payments, settlements } = texts;
  const { amount, assetType, metadata, description, failureReason } = payment;
  const { data: payouts = [] } = useSettlementsOf(payment);
  const metadataText = Object.entries(metadata)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
  const rows = [
    [payments.status, <PaymentState key="status" payment={payment} />],
    [payments.amount, <Amount key="amount" amount={amount} assetType={assetType} />],
    [names.failure, failureReason && word(failureReason)],
    [names.payout, payouts.length > 0 && <Payouts key="payout" of={payouts} />],
    [names.purpose, description],
    [names.order, payment.orderReference],
    [names.reference, payment.reference],
    [
      names.customer,
      // Nobody can come to the page of a payment that has had no reference.
      payment.reference !== undefined && (
        <a key="customer" href={`/pay/${payment.reference}`} target="_blank" rel="noreferrer">
          {names.customerPage}
        </a>
      ),
    ],
    [payments.payment, <Copyable key="id" text={payment.paymentId} label={payments.payment} />],
    [settlements.merchant, <code key="merchant">{payment.merchantId}</code>],
    [names.expires, payment.status === "pending" && <Time key="expires" at={payment.expireTime} />],
    [names.metadata, metadataText],
  ] as const;
  return (
    <section className="panel" aria-label={names.facts}>
      <dl className="facts">
        {rows.map(([name, value]) =>
          value === undefined || value === "" || value === false ? null : (
            <div key={name} className="fact">
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
    </section>
  );
}

function Payouts({ of: settlements }: { readonly of: readonly Schemas["Settlement"][] }) {
  return settlements.map(({ settlementId, settlementStatus }) => (
    <Link key={settlementId} to="/settlements/$settlementId" params={{ settlementId }}>
      <Status of={settlementStatus} />
    </Link>
  ));
}

function Actions({ payment }: { readonly payment: Payment }) {
  const { may } = useActing();
  const { status, transactionId, paymentId } = payment;
  const { payment: names } = texts;
  const isOpen = status === "pending" && may("payments.write");
  const refunds = status === "completed" && transactionId !== undefined && may("refunds.write");
  if (!isOpen && !refunds) return null;
  return (
    <div className="actions">
      {isOpen && (
        <>
          <Link className="button main" to="/point-of-sale/$paymentId" params={{ paymentId }}>
            {names.showCode}
          </Link>
          <Confirm
            label={names.cancel}
            title={names.cancelTitle}
            text={names.cancelText}
            busy={names.cancelling}
            act={async (key) => {
              try {
                await api().POST("/api/v1/payments/{paymentId}/cancel", {
                  params: { path: { paymentId }, ...keyed(key) },
                });
              } catch (error) {
                // The payer may be first. This dialog is gone with the pending payment then.
                if (error instanceof PdaError && error.status === 409) announce(names.notCancelled);
                throw error;
              }
            }}
            onDone={() => {
              announce(names.cancelled);
              return reread(paymentId);
            }}
          />
        </>
      )}
      {refunds && (
        <RefundAction payment={payment} transactionId={transactionId} onChange={() => reread(paymentId)} />
      )}
    </div>
  );
}

/** Reads a payment and all that belongs to it again. */
const reread = (paymentId: string): Promise<void> =>
  queries.invalidateQueries({ queryKey: ["payment", paymentId] });

function History({ payment }: { readonly payment: Payment }) {
  const { may } = useActing();
  const { paymentId, status } = payment;
  const of = (part: string) => ["payment", paymentId, part];
  const wasPaid = status === "completed";
  const refunds = useQuery({
    queryKey: of("refunds"),
    enabled: wasPaid && may("refunds.read"),
    queryFn: () => refundsOf(paymentId),
    refetchInterval: ({ state: { data } }) =>
      data?.some((refund) => refund.status === "pending") ? GROWING_MS : false,
  });
  const settlements = useSettlementsOf(payment);
  const payouts = (settlements.data ?? []).map(({ settlementId }) => settlementId);
  const finals = (settlements.data ?? []).filter(({ finalizeTime }) => finalizeTime !== undefined).length;
  const transactions = useQuery({
    queryKey: [...of("transactions"), payouts, finals],
    enabled: wasPaid && may("transactions.read"),
    placeholderData: keepPreviousData,
    queryFn: () => transactionsAbout([{ paymentId }, ...payouts.map((settlementId) => ({ settlementId }))]),
  });
  // Calls and events are asked for by a request for each refund.
  const newest = refunds.data?.slice(0, REFUNDS_MAX) ?? [];
  const older = (refunds.data?.length ?? 0) - newest.length;
  // An event says that a state has changed, so a new state asks for the events anew.
  const about = [
    { subject: paymentId, status },
    ...newest.map(({ refundId, status }) => ({ subject: refundId, status })),
    ...(settlements.data ?? []).map(({ settlementId, settlementStatus }) => ({
      subject: settlementId,
      status: settlementStatus,
    })),
  ];
  const events = useQuery({
    queryKey: [...of("events"), about],
    enabled: may("events.read"),
    placeholderData: keepPreviousData,
    queryFn: () => eventsAbout(about.map(({ subject }) => subject)),
  });
  const { data: isSandbox } = useQuery(isSandboxQuery);
  const calls = useQuery({
    queryKey: [...of("calls"), status, payment.refundedAmount],
    enabled:
      may("audit.read") &&
      isSandbox !== undefined &&
      (!wasPaid || refunds.data !== undefined || !may("refunds.read")),
    // A record appears within about a second after its call.
    refetchInterval: ({ state: { dataUpdateCount } }) => (dataUpdateCount < CALL_READS ? GROWING_MS : false),
    queryFn: () => callsOf(payment, newest, isSandbox === true),
  });
  const happenings = timelineOf({
    payment,
    transactions: transactions.data ?? [],
    refunds: refunds.data ?? [],
    settlements: settlements.data ?? [],
    calls: calls.data?.calls ?? [],
    events: events.data ?? [],
  });
  const error = transactions.error ?? refunds.error ?? settlements.error ?? calls.error ?? events.error;
  return (
    <section aria-label={texts.payment.timeline}>
      <h2>{texts.payment.timeline}</h2>
      <ErrorNotice error={error} onRetry={() => reread(paymentId)} />
      <Timeline of={happenings} payment={payment} />
      {older > 0 && (
        <p className="quiet">
          {fill(texts.timeline.newestOnly, { count: String(REFUNDS_MAX), most: String(LIST_MAX) })}
        </p>
      )}
      {calls.data?.isWhole === false && <p className="quiet">{texts.timeline.mayLack}</p>}
    </section>
  );
}
