// The attempts to deliver events to an endpoint, as they happen. Each event can be sent again.
import { PdaError } from "@pda/client/browser";
import { Link } from "@tanstack/react-router";
import { Button } from "react-aria-components";
import { useActing } from "../../acting.ts";
import { api } from "../../api/client.ts";
import { useIntent } from "../../api/intent.ts";
import { useList } from "../../api/list.ts";
import { type Delivery, rereadWebhooks, sendAgain, SOON_MS } from "../../api/webhooks.ts";
import { fill } from "../../texts.ts";
import { webhookTexts as names } from "../../texts/webhooks.ts";
import { announce } from "../announce.ts";
import { ErrorNotice } from "../error-notice.tsx";
import { Rows } from "../rows.tsx";
import { Status, Time } from "../values.tsx";

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
          { head: names.time, cell: ({ createTime }) => <Time at={createTime} /> },
          { head: names.outcome, cell: ({ outcome }) => <Status of={outcome} /> },
          { head: names.answer, cell: (delivery) => answerOf(delivery) },
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

/** The answer in short: its status or why there is none, and how long it took. */
function answerOf({ statusCode, error, tlsError, durationMs }: Delivery): string {
  // A status says itself that it is none of success.
  const why = error === "STATUS" ? undefined : error;
  return `${[statusCode, why, tlsError].filter((each) => each !== undefined).join(" ")} (${durationMs} ms)`;
}

interface SendAgainProps {
  readonly webhookId: string;
  readonly eventId: string;
}

export function SendAgain({ webhookId, eventId }: SendAgainProps) {
  const replay = useIntent(
    (id: string, key) => sendAgain(webhookId, id, key),
    (count) => {
      announce(fill(names.replayed, { count: String(count) }));
      return rereadWebhooks();
    },
  );
  // Only now it shows that the event is in no list: an attempt does not say what kind of event it has sent.
  if (replay.error instanceof PdaError && replay.error.reason === "UNKNOWN_EVENT")
    return (
      <span role="alert" className="quiet">
        {names.neverAgain}
      </span>
    );
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
