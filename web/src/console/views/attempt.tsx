// One attempt to deliver an event: the request, the answer, and the next attempt.
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useActing } from "../acting.ts";
import { api } from "../api/client.ts";
import { type Delivery, useSentEvent, useWebhook, type Webhook } from "../api/webhooks.ts";
import { ErrorNotice } from "../components/error-notice.tsx";
import { ClockTime, Copyable, Status } from "../components/values.tsx";
import { View } from "../components/view.tsx";
import { SendAgain } from "../components/webhook/attempts.tsx";
import { Why } from "../components/webhook/why.tsx";
import { texts } from "../texts.ts";
import { webhookTexts as names } from "../texts/webhooks.ts";

const route = getRouteApi("/webhooks/$webhookId/$deliveryId");

export function AttemptView() {
  const { may } = useActing();
  const { webhookId, deliveryId } = route.useParams();
  const webhook = useWebhook(webhookId);
  const attempt = useQuery({
    queryKey: ["deliveries", "one", deliveryId],
    queryFn: async () => {
      const params = { path: { webhookId, deliveryId } };
      return (await api().GET("/api/v1/events/webhooks/{webhookId}/deliveries/{deliveryId}", { params }))
        .data;
    },
  });
  const { data } = attempt;
  return (
    <View title={`${names.attempt} ${deliveryId}`}>
      <p>
        <Link to="/webhooks/$webhookId" params={{ webhookId }}>
          {names.back}
        </Link>
      </p>
      <ErrorNotice
        error={attempt.error ?? webhook.error}
        onRetry={() => Promise.all([attempt.refetch(), webhook.refetch()])}
      />
      {attempt.isPending && <p role="status">{texts.loading}</p>}
      {data && <Facts of={data} />}
      {data && may("events.write") && (
        <div className="actions">
          <SendAgain webhookId={webhookId} eventId={data.eventId} />
        </div>
      )}
      {data && <Answer of={data} />}
      {data && webhook.data && <Request of={data} webhook={webhook.data} />}
    </View>
  );
}

interface OfDelivery {
  readonly of: Delivery;
}

function Facts({ of: { eventId, attempt, outcome, createTime, durationMs, nextAttemptTime } }: OfDelivery) {
  return (
    <dl className="facts panel">
      <dt>{names.event}</dt>
      <dd>
        <Copyable text={eventId} label={names.event} />
      </dd>
      <dt>{names.number}</dt>
      <dd>{attempt}</dd>
      <dt>{names.outcome}</dt>
      <dd>
        <Status of={outcome} />
      </dd>
      <dt>{names.time}</dt>
      <dd>
        <ClockTime at={createTime} clock="real" />
      </dd>
      <dt>{names.duration}</dt>
      <dd>{durationMs} ms</dd>
      <dt>{names.next}</dt>
      <dd>
        {nextAttemptTime === undefined ? names.noNext : <ClockTime at={nextAttemptTime} clock="business" />}
      </dd>
    </dl>
  );
}

function Answer({ of }: OfDelivery) {
  const { statusCode, error, responseText } = of;
  return (
    <section>
      <h2>{names.answerTitle}</h2>
      <dl className="facts panel">
        {statusCode !== undefined && (
          <>
            <dt>{names.answerStatus}</dt>
            <dd>{statusCode}</dd>
          </>
        )}
        {error !== undefined && (
          <>
            <dt>{names.error}</dt>
            <dd>
              <Why of={of} />
            </dd>
          </>
        )}
        <dt>{names.text}</dt>
        <dd>{responseText ? <code>{responseText}</code> : names.noText}</dd>
      </dl>
    </section>
  );
}

function Request({ of, webhook }: OfDelivery & { readonly webhook: Webhook }) {
  const { eventId, attempt, createTime } = of;
  const event = useSentEvent(eventId);
  const headers = [
    `POST ${webhook.url}`,
    "content-type: application/cloudevents+json; charset=utf-8",
    `webhook-id: ${eventId}`,
    `webhook-timestamp: ${Math.floor(Date.parse(createTime) / 1000)}`,
    `webhook-attempt: ${attempt}`,
    // Verifications and test events are not numbered.
    ...(event.data ? ["webhook-sequence: …"] : []),
    "webhook-signature: …",
    "user-agent: …",
  ];
  return (
    <section>
      <h2>{names.request}</h2>
      <div className="panel">
        <h3>{names.headers}</h3>
        <pre>{headers.join("\n")}</pre>
        <p className="quiet">{names.headersNote}</p>
        <h3>{names.body}</h3>
        <ErrorNotice error={event.error} onRetry={event.refetch} />
        {event.data === null && <p>{names.noBody}</p>}
        {event.data && (
          <>
            <p className="quiet">{webhook.thin ? names.thinNote : names.bodyNote}</p>
            <pre>{JSON.stringify(event.data, null, 2)}</pre>
          </>
        )}
      </div>
    </section>
  );
}
