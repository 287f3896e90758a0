// Lists of `pda webhooks`: endpoints, attempts, missed events.
import type { components, PdaClient } from "../../../clients/typescript/src/index.ts";
import type { Config } from "../../config.ts";
import { callService } from "../call.ts";
import { type ListOptions, type PageQuery, showList } from "../lists/index.ts";
import type { ListPage } from "../lists/print.ts";
import { jsonText } from "../output/plain.ts";
import { printRows } from "../output/table.ts";
import { statusOf } from "./print.ts";
import { webhookCall } from "./purpose.ts";

type Webhook = components["schemas"]["Webhook"];
type Delivery = components["schemas"]["WebhookDelivery"];
type Missed = components["schemas"]["MissedEvent"];

const scope = "events.read";

/** Options of `pda webhooks list`. */
export interface WebhookListOptions extends ListOptions {
  readonly tenant?: string;
}

/** A range of time. */
export interface Period {
  readonly from?: string;
  readonly to?: string;
}

/** Options of `pda webhooks attempts`. */
export interface AttemptOptions extends ListOptions, Period {
  readonly outcome?: "succeeded" | "failed";
  readonly event?: string;
}

const webhookColumns = {
  webhook: ({ webhookId }: Webhook) => webhookId,
  status: statusOf,
  url: ({ url }: Webhook) => url,
  events: ({ eventTypes }: Webhook) => eventTypes.join(" "),
  owner: ({ merchantId, publisherId }: Webhook) => merchantId ?? publisherId ?? "",
  "failing since": ({ failingSinceTime }: Webhook) => failingSinceTime ?? "-",
  description: ({ description }: Webhook) => description,
};

const deliveryColumns = {
  attempt: ({ deliveryId }: Delivery) => deliveryId,
  time: ({ createTime }: Delivery) => createTime,
  event: ({ eventId }: Delivery) => eventId,
  number: ({ attempt }: Delivery) => String(attempt),
  outcome: ({ outcome, error }: Delivery) => [outcome, error].filter(Boolean).join(" "),
  status: ({ statusCode }: Delivery) => String(statusCode ?? "-"),
  took: ({ durationMs }: Delivery) => `${durationMs} ms`,
  next: ({ nextAttemptTime }: Delivery) => nextAttemptTime ?? "-",
};

const missedColumns = {
  event: ({ eventId }: Missed) => eventId,
  type: ({ type }: Missed) => type,
  time: ({ eventTime }: Missed) => eventTime,
  next: ({ nextAttemptTime }: Missed) => nextAttemptTime ?? "-",
};

/** `pda webhooks list`. @throws CommandError */
export function listWebhooks(config: Config, options: WebhookListOptions): Promise<void> {
  const { tenant } = options;
  const ask = async (api: PdaClient, page: PageQuery): Promise<ListPage<Webhook>> => {
    const query = { ...(tenant ? { tenantId: tenant } : {}), ...page };
    return (await api.GET("/api/v1/events/webhooks", { params: { query } })).data;
  };
  return showList(config, options, { columns: webhookColumns, scope, ask });
}

/** `pda webhooks attempts`. @throws CommandError */
export function listAttempts(config: Config, webhookId: string, options: AttemptOptions): Promise<void> {
  const { outcome, event, from, to } = options;
  const filter = {
    ...(outcome ? { outcome } : {}),
    ...(event ? { eventId: event } : {}),
    ...(from ? { fromTime: from } : {}),
    ...(to ? { toTime: to } : {}),
  };
  const ask = async (api: PdaClient, page: PageQuery): Promise<ListPage<Delivery>> => {
    const params = { path: { webhookId }, query: { ...filter, ...page } };
    return (await api.GET("/api/v1/events/webhooks/{webhookId}/deliveries", { params })).data;
  };
  return showList(config, options, { columns: deliveryColumns, scope, ask });
}

/** `pda webhooks missed`. @throws CommandError */
export function listMissed(
  config: Config,
  webhookId: string,
  { from, to, ...options }: ListOptions & { readonly from: string; readonly to?: string },
): Promise<void> {
  const ask = async (api: PdaClient, page: PageQuery): Promise<ListPage<Missed>> => {
    const query = { fromTime: from, ...(to ? { toTime: to } : {}), ...page };
    const params = { path: { webhookId }, query };
    return (await api.GET("/api/v1/events/webhooks/{webhookId}/missed-events", { params })).data;
  };
  return showList(config, options, { columns: missedColumns, scope, ask });
}

/** `pda webhooks attempts <webhook> <attempt>`: one attempt, with the beginning of the receiver's answer. @throws CommandError */
export async function showAttempt(
  config: Config,
  { webhookId, deliveryId }: { readonly webhookId: string; readonly deliveryId: string },
  options: ListOptions,
): Promise<void> {
  const params = { path: { webhookId, deliveryId } };
  const attempt = await callService(config, options, webhookCall(scope, webhookId), async (api) => {
    return (await api.GET("/api/v1/events/webhooks/{webhookId}/deliveries/{deliveryId}", { params })).data;
  });
  if (options.json) return console.log(jsonText(attempt));
  const cells = Object.entries(deliveryColumns).map(([name, cell]) => [name, cell(attempt)]);
  printRows({ ...Object.fromEntries(cells), answer: attempt.responseText });
}
