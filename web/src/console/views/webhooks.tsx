// The endpoints that get events.
import { Link } from "@tanstack/react-router";
import { useActing } from "../acting.ts";
import { api, type Schemas } from "../api/client.ts";
import { useList } from "../api/list.ts";
import { Rows } from "../components/rows.tsx";
import { Status } from "../components/values.tsx";
import { View } from "../components/view.tsx";
import { texts } from "../texts.ts";

const names = texts.webhooks;

export function Webhooks() {
  const { merchantId, kind } = useActing();
  const tenantId = kind === "operator" ? merchantId : undefined;
  const list = useList<Schemas["Webhook"]>(["webhooks", tenantId], (page) =>
    api().GET("/api/v1/events/webhooks", { params: { query: { tenantId, ...page } } }),
  );
  return (
    <View title={names.title}>
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
          { head: names.status, cell: ({ status }) => <Status of={status} /> },
          { head: names.types, cell: ({ eventTypes }) => eventTypes.join(", ") },
        ]}
      />
    </View>
  );
}
