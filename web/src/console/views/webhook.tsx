// One endpoint with its attempts, each of whose events can be sent again.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Button } from "react-aria-components";
import { useActing } from "../acting.ts";
import { api, type Schemas } from "../api/client.ts";
import { keyed, useIntent } from "../api/intent.ts";
import { useList } from "../api/list.ts";
import { announce } from "../components/announce.ts";
import { ErrorNotice } from "../components/error-notice.tsx";
import { Rows } from "../components/rows.tsx";
import { Status, Time } from "../components/values.tsx";
import { View } from "../components/view.tsx";
import { fill, texts } from "../texts.ts";

const route = getRouteApi("/webhooks/$webhookId");
const names = texts.webhooks;
type Delivery = Schemas["WebhookDelivery"];

export function WebhookView() {
  const { webhookId } = route.useParams();
  const webhook = useQuery({
    queryKey: ["webhooks", "one", webhookId],
    queryFn: async () =>
      (await api().GET("/api/v1/events/webhooks/{webhookId}", { params: { path: { webhookId } } })).data,
  });
  return (
    <View title={`${names.one} ${webhookId}`}>
      <ErrorNotice error={webhook.error} onRetry={webhook.refetch} />
      {webhook.data && (
        <dl className="facts panel">
          <dt>{names.url}</dt>
          <dd>{webhook.data.url}</dd>
          <dt>{names.status}</dt>
          <dd>
            <Status of={webhook.data.status} />
          </dd>
          <dt>{names.types}</dt>
          <dd>{webhook.data.eventTypes.join(", ")}</dd>
        </dl>
      )}
      <Attempts webhookId={webhookId} />
    </View>
  );
}

function Attempts({ webhookId }: { readonly webhookId: string }) {
  const { may } = useActing();
  const queries = useQueryClient();
  const key = ["deliveries", "of", webhookId];
  const list = useList<Delivery>(key, (page) =>
    api().GET("/api/v1/events/webhooks/{webhookId}/deliveries", {
      params: { path: { webhookId }, query: page },
    }),
  );
  const replay = useIntent(
    async (eventId: string, idempotencyKey) =>
      (
        await api().POST("/api/v1/events/webhooks/{webhookId}/redeliver", {
          params: { path: { webhookId }, ...keyed(idempotencyKey) },
          body: { eventIds: [eventId] },
        })
      ).data,
    ({ scheduledCount }) => {
      announce(fill(names.replayed, { count: String(scheduledCount) }));
      return queries.resetQueries({ queryKey: key });
    },
  );
  const replays = may("events.write");
  return (
    <section>
      <h2>{names.attempts}</h2>
      <p className="actions">
        <Button className="small" onPress={() => void queries.resetQueries({ queryKey: key })}>
          {texts.refresh}
        </Button>
      </p>
      <ErrorNotice error={replay.error} />
      <Rows
        label={names.attempts}
        list={list}
        keyOf={({ deliveryId }) => deliveryId}
        columns={[
          { head: names.event, cell: ({ eventId, attempt }) => `${eventId} (${attempt})` },
          { head: names.time, cell: ({ createTime }) => <Time at={createTime} /> },
          { head: names.outcome, cell: ({ outcome }) => <Status of={outcome} /> },
          { head: names.answer, cell: (delivery) => <Answer of={delivery} /> },
          {
            head: names.replay,
            cell: ({ eventId }) =>
              replays && (
                <Button
                  className="small"
                  aria-label={`${names.replay} ${eventId}`}
                  isDisabled={replay.isPending}
                  onPress={() => replay.start(eventId)}
                >
                  {replay.isPending ? names.replaying : names.replay}
                </Button>
              ),
          },
        ]}
      />
    </section>
  );
}

function Answer({
  of: { statusCode, error, tlsError, durationMs, responseText },
}: {
  readonly of: Delivery;
}) {
  const what = [statusCode, error, tlsError].filter((each) => each !== undefined).join(" ");
  return (
    <>
      {what} ({durationMs} ms)
      {responseText !== undefined && responseText !== "" && (
        <details>
          <summary>{names.text}</summary>
          <code>{responseText}</code>
        </details>
      )}
    </>
  );
}
