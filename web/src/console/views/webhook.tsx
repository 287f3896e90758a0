// One endpoint: its state and what it needs, what can be done with it, and its attempts.
import { getRouteApi } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useActing } from "../acting.ts";
import { SOON_MS, useWebhook, type Webhook } from "../api/webhooks.ts";
import { announce } from "../components/announce.ts";
import { ErrorNotice } from "../components/error-notice.tsx";
import { ClockTime, Status, Time } from "../components/values.tsx";
import { View } from "../components/view.tsx";
import { WebhookActions } from "../components/webhook/actions.tsx";
import { Attempts } from "../components/webhook/attempts.tsx";
import { texts } from "../texts.ts";
import { webhookTexts as names } from "../texts/webhooks.ts";

const route = getRouteApi("/webhooks/$webhookId");

export function WebhookView() {
  const { may } = useActing();
  const { webhookId } = route.useParams();
  const { data: webhook, error, refetch, isPending } = useWebhook(webhookId, SOON_MS);
  useVerified(webhook?.status);
  return (
    <View title={`${names.one} ${webhookId}`}>
      <ErrorNotice error={error} onRetry={refetch} />
      {isPending && <p role="status">{texts.loading}</p>}
      {webhook && <Notice of={webhook} />}
      {webhook && <Facts of={webhook} />}
      {webhook && webhook.status !== "deleted" && may("events.write") && <WebhookActions webhook={webhook} />}
      <Attempts webhookId={webhookId} />
    </View>
  );
}

/** Says it when the receiver answers while the reader looks. */
function useVerified(status: Webhook["status"] | undefined): void {
  const before = useRef(status);
  useEffect(() => {
    if (before.current === "unverified" && status === "enabled") announce(names.verified);
    before.current = status;
  }, [status]);
}

/** What an endpoint needs that gets no events. */
function Notice({ of: { status, disabledReason, webhookId } }: { readonly of: Webhook }) {
  if (status === "unverified")
    return (
      <div className="notice">
        <p>
          <strong>{names.unverifiedTitle}</strong>
        </p>
        <p>
          {names.unverifiedText} <a href="/docs/guides/events">{names.guide}</a>
        </p>
      </div>
    );
  if (status !== "disabled") return null;
  return (
    <div className="notice">
      <p>
        <strong>{names.disabledTitle}.</strong> {disabledReason && names.disabledReasons[disabledReason]}
      </p>
      <p>
        {names.disabledNext} <code>pda webhooks replay {webhookId} --from … --missed</code>
      </p>
    </div>
  );
}

function Facts({ of }: { readonly of: Webhook }) {
  const { url, description, status, eventTypes, failingSinceTime, createTime } = of;
  const owner = of.merchantId ?? of.publisherId ?? of.walletId;
  const rows = [
    [names.url, url],
    [names.description, description],
    [names.status, <Status key="status" of={status} />],
    [names.types, eventTypes.join(", ")],
    [names.owner, owner && <code key="owner">{owner}</code>],
    [names.failing, failingSinceTime && <ClockTime key="failing" at={failingSinceTime} clock="business" />],
    [names.created, <Time key="created" at={createTime} />],
  ] as const;
  return (
    <dl className="facts panel">
      {rows.map(([name, value]) =>
        value === undefined || value === "" ? null : (
          <div key={name} className="fact">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
