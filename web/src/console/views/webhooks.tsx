// The endpoints that get events.
import { Link } from "@tanstack/react-router";
import { useActing } from "../acting.ts";
import { api } from "../api/client.ts";
import { useList } from "../api/list.ts";
import { rereadWebhooks, type Webhook } from "../api/webhooks.ts";
import { ButtonDialog } from "../components/dialog.tsx";
import { Rows } from "../components/rows.tsx";
import { Status } from "../components/values.tsx";
import { View } from "../components/view.tsx";
import { CreateWebhook } from "../components/webhook/create.tsx";
import { webhookTexts as names } from "../texts/webhooks.ts";

export function Webhooks() {
  const { merchantId, kind, may } = useActing();
  const tenantId = kind === "operator" ? merchantId : undefined;
  const list = useList<Webhook>(["webhooks", tenantId], (page) =>
    api().GET("/api/v1/events/webhooks", { params: { query: { tenantId, ...page } } }),
  );
  const needsTenant = kind === "operator" && tenantId === undefined;
  return (
    <View
      title={names.title}
      actions={
        may("events.write") &&
        !needsTenant && (
          <ButtonDialog label={names.create} title={names.create} className="main" onClosed={rereadWebhooks}>
            {() => <CreateWebhook tenantId={tenantId} />}
          </ButtonDialog>
        )
      }
    >
      <p className="quiet">
        {names.intro} <a href="/docs/guides/events">{names.guide}</a>
      </p>
      {may("events.write") && needsTenant && <p className="notice">{names.needsTenant}</p>}
      <Rows
        label={names.title}
        list={list}
        keyOf={({ webhookId }) => webhookId}
        empty={names.none}
        columns={[
          {
            head: names.url,
            cell: ({ webhookId, url }) => (
              <Link to="/webhooks/$webhookId" params={{ webhookId }}>
                {url}
              </Link>
            ),
          },
          { head: names.description, cell: ({ description }) => description || "–" },
          { head: names.status, cell: ({ status }) => <Status of={status} /> },
          { head: names.types, cell: ({ eventTypes }) => eventTypes.join(", ") },
        ]}
      />
    </View>
  );
}
