// The attempts to deliver events to an endpoint, as they happen. Each event of a list can be sent again.
import { Link } from "@tanstack/react-router";
import { Button } from "react-aria-components";
import { useIntent } from "../../../intent.ts";
import { useActing } from "../../acting.ts";
import { api } from "../../api/client.ts";
import { useList } from "../../api/list.ts";
import { type Delivery, rereadWebhooks, sendAgain, SOON_MS, useSentEvent } from "../../api/webhooks.ts";
import { fill } from "../../texts.ts";
import { webhookTexts as names } from "../../texts/webhooks.ts";
import { announce } from "../announce.ts";
import { ErrorNotice } from "../error-notice.tsx";
import { Rows } from "../rows.tsx";
import { Status, Time } from "../values.tsx";
import { Why } from "./why.tsx";

export function Attempts({ webhookId }: { readonly webhookId: string }) {
  const { may } = useActing();
  const list = useList<Delivery>(
    ["deliveries", "of", webhookId],
    (page) =>
      api().GET("/api/v1/events/webhooks/{webhookId}/deliveries", {
        params: { path: { webhookId }, query: page },
      }),
    { everyMs: SOON_MS },
  );
  const replays = may("events.write");
  return (
    <section>
      <h2>{names.attempts}</h2>
      <Rows
        label={names.attempts}
        list={list}
        keyOf={({ deliveryId }) => deliveryId}
        empty={names.noAttempts}
        columns={[
          {
            head: names.event,
            cell: ({ eventId, deliveryId, attempt }) => (
              <>
                <Link to="/webhooks/$webhookId/$deliveryId" params={{ webhookId, deliveryId }}>
                  {eventId}
                </Link>{" "}
                <span className="quiet">{fill(names.attemptOf, { number: String(attempt) })}</span>
              </>
            ),
          },
          { head: names.type, cell: ({ eventId }) => <Type eventId={eventId} /> },
          { head: names.time, cell: ({ createTime }) => <Time at={createTime} /> },
          { head: names.outcome, cell: ({ outcome }) => <Status of={outcome} /> },
          { head: names.answer, cell: (delivery) => <Answer of={delivery} /> },
          ...(replays
            ? [
                {
                  head: names.actions,
                  cell: ({ eventId }: Delivery) => <SendAgain webhookId={webhookId} eventId={eventId} />,
                },
              ]
            : []),
        ]}
      />
    </section>
  );
}

/** An attempt does not say the type of its event, so the event is read. */
function Type({ eventId }: { readonly eventId: string }) {
  const { data: event } = useSentEvent(eventId);
  if (!event) return event === null && names.unlisted;
  // A narrow column breaks the type after its first word.
  const verbAt = event.type.indexOf(".") + 1;
  return (
    <>
      {event.type.slice(0, verbAt)}
      <wbr />
      {event.type.slice(verbAt)}
    </>
  );
}

/** The answer in short: its status or why there is none, and how long it took. */
function Answer({ of }: { readonly of: Delivery }) {
  const { statusCode, error, durationMs } = of;
  // A status says itself that it is no success.
  return (
    <>
      {statusCode} {error !== "STATUS" && <Why of={of} />} ({durationMs} ms)
    </>
  );
}

interface SendAgainProps {
  readonly webhookId: string;
  readonly eventId: string;
}

export function SendAgain({ webhookId, eventId }: SendAgainProps) {
  const { data: event } = useSentEvent(eventId);
  const replay = useIntent(
    (id: string, key) => sendAgain(webhookId, id, key),
    (count) => {
      announce(fill(names.replayed, { count: String(count) }));
      return rereadWebhooks();
    },
  );
  if (!event) return null;
  return (
    <>
      <Button
        className="small"
        aria-label={`${names.replay} ${eventId}`}
        isDisabled={replay.isPending}
        onPress={() => replay.start(eventId)}
      >
        {replay.isPending ? names.replaying : names.replay}
      </Button>
      <ErrorNotice error={replay.error} />
    </>
  );
}
