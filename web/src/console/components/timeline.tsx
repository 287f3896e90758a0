// What has happened to a payment, one entry below the other.
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useLocale } from "react-aria-components";
import { amountText } from "../amount.ts";
import { api, type Schemas, serviceNow } from "../api/client.ts";
import { useWebhooksOf } from "../api/webhooks.ts";
import type { Happening } from "../api/timeline.ts";
import type { Event } from "../live.ts";
import { fill, texts, word } from "../texts.ts";
import { accountTexts } from "../texts/accounts.ts";
import { Status, Time } from "./values.tsx";

interface TimelineProps {
  readonly of: readonly Happening[];
  readonly payment: Schemas["Payment"];
}

export function Timeline({ of, payment }: TimelineProps) {
  return (
    <ol className="timeline">
      {of.map((each) => (
        <li key={keyOf(each)} data-kind={each.kind}>
          <Entry of={each} payment={payment} />
          <p className="quiet">
            <When of={each} />
          </p>
        </li>
      ))}
    </ol>
  );
}

/** Two times are further apart only where the clock of a sandbox is ahead. */
const SAME_MS = 60_000;

/** When something happened, by the clock of the service; the record of a call has real time. */
function When({ of: each }: { readonly of: Happening }) {
  if (each.kind !== "call") return <Time at={each.at} />;
  const { callTime } = each.record;
  const isApart = Math.abs(Date.parse(callTime) - Date.parse(each.at)) > SAME_MS;
  return (
    <>
      <Time at={callTime} />
      {isApart && ` ${texts.timeline.realTime}`}
    </>
  );
}

function keyOf(each: Happening): string {
  switch (each.kind) {
    case "state":
      return each.state;
    case "transaction":
      return each.transaction.transactionId;
    case "refund":
      return each.refund.refundId;
    case "settlement":
      return `${each.settlement.settlementId} ${each.step}`;
    case "call":
      return each.record.recordId;
    case "event":
      return each.event.id;
  }
}

interface EntryProps {
  readonly of: Happening;
  readonly payment: Schemas["Payment"];
}

function Entry({ of: each, payment: { assetType, merchantId } }: EntryProps) {
  const { locale } = useLocale();
  const { timeline } = texts;
  const money = (amount: string): string => `${amountText(amount, locale)} ${assetType}`;
  switch (each.kind) {
    case "state":
      return (
        <p>
          <strong>{timeline.states[each.state] ?? each.state}</strong>
        </p>
      );
    case "transaction":
      return (
        <>
          <p>{fill(timeline.transaction, { kind: word(each.transaction.kind) })}</p>
          <ul>
            {each.transaction.entries.map((entry) => (
              <li key={`${entry.account} ${entry.direction} ${entry.counterAccount}`} className="quiet">
                {fill(timeline.entry, {
                  direction: word(entry.direction),
                  amount: money(entry.amount),
                  account: accountTexts.names[entry.account] ?? entry.account,
                  counter: accountTexts.names[entry.counterAccount] ?? entry.counterAccount,
                })}
              </li>
            ))}
          </ul>
        </>
      );
    case "refund":
      return (
        <p>
          {fill(timeline.refund, { amount: money(each.refund.refundAmount) })}{" "}
          <Status of={each.refund.status} /> <bdi>{each.refund.reason}</bdi>
        </p>
      );
    case "settlement": {
      const { settlementId, amount, paymentCount, refundCount } = each.settlement;
      const { settlementStatus, confirmationCount, finalizeTime } = each.settlement;
      return (
        <p>
          <Link to="/settlements/$settlementId" params={{ settlementId }}>
            {fill(timeline.settlement, { amount: money(amount) })}
          </Link>{" "}
          {each.step === "begun" && refundCount > 0 && (
            <>{fill(timeline.netted, { payments: String(paymentCount), refunds: String(refundCount) })} </>
          )}
          {each.step === "begun" && finalizeTime !== undefined ? (
            timeline.begun
          ) : (
            <>
              <Status of={settlementStatus} />{" "}
              {fill(texts.payment.confirmations, {
                count: String(confirmationCount),
                required: String(each.settlement.confirmationsRequired),
              })}
            </>
          )}
        </p>
      );
    }
    case "call":
      return <CallEntry record={each.record} />;
    case "event":
      return <EventEntry event={each.event} merchantId={merchantId} />;
  }
}

/** A call: who made it, and where its record is with the proof. */
function CallEntry({ record }: { readonly record: Schemas["AuditRecord"] }) {
  const { locale } = useLocale();
  const { recordId, operation, outcome, credentialId, reason } = record;
  return (
    <p>
      <Link to="/requests/$recordId" params={{ recordId }}>
        {fill(texts.timeline.call, { operation })}
      </Link>{" "}
      <Status of={outcome} /> {reason}{" "}
      {credentialId !== undefined && (
        <span className="quiet">
          {texts.timeline.by}{" "}
          {(texts.kinds[record.caller as keyof typeof texts.kinds] ?? word(record.caller)).toLocaleLowerCase(
            locale,
          )}{" "}
          <code>{credentialId}</code>
        </span>
      )}
    </p>
  );
}

/** Attempts are read so often, and for so long after an event in any case. */
const ASK_MS = 3_000;
const DELIVERED_MS = 30_000;
/** The clock of a sandbox may be moved, and a timer takes no longer time than 25 days. */
const ASK_MAX_MS = 60_000;

/** An event, with where it was sent. */
function EventEntry({ event, merchantId }: { readonly event: Event; readonly merchantId: string }) {
  const webhookIds = useWebhooksOf(merchantId);
  const deliveries = useQuery({
    queryKey: ["deliveries", event.id],
    enabled: webhookIds !== undefined,
    queryFn: () => deliveriesOf(event.id, webhookIds ?? []),
    // The first attempts come soon after the event, and an endpoint that fails is asked again.
    refetchInterval: ({ state: { data = [] } }) =>
      serviceNow() - Date.parse(event.time) < DELIVERED_MS ? ASK_MS : untilNext(data),
  });
  return (
    <>
      <p>{fill(texts.timeline.event, { type: event.type })}</p>
      {deliveries.data && deliveries.data.length > 0 && (
        <ul>
          {deliveries.data.map(({ deliveryId, webhookId, outcome, statusCode, attempt }) => (
            <li key={deliveryId} className="quiet">
              <Link to="/webhooks/$webhookId/$deliveryId" params={{ webhookId, deliveryId }}>
                {fill(texts.timeline.attempt, { attempt: String(attempt) })}
              </Link>{" "}
              <Status of={outcome} /> {statusCode}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Returns milliseconds until an endpoint is asked again; false when none is. @param attempts of each endpoint, newest first */
function untilNext(attempts: readonly Schemas["WebhookDelivery"][]): number | false {
  const newest = new Map(attempts.toReversed().map((each) => [each.webhookId, each]));
  const times = [...newest.values()].flatMap(({ nextAttemptTime }) => nextAttemptTime ?? []);
  if (times.length === 0) return false;
  const left = Math.min(...times.map((time) => Date.parse(time))) - serviceNow();
  return Math.min(Math.max(ASK_MS, left), ASK_MAX_MS);
}

async function deliveriesOf(eventId: string, webhookIds: readonly string[]) {
  const each = webhookIds.map(async (webhookId) => {
    const params = { path: { webhookId }, query: { eventId } };
    return (await api().GET("/api/v1/events/webhooks/{webhookId}/deliveries", { params })).data.items;
  });
  return (await Promise.all(each)).flat();
}
