// Changes of `pda webhooks`: endpoints, their secrets, and events that are sent again.
import type { components } from "../../../clients/typescript/src/index.ts";
import type { Config } from "../../config.ts";
import { callService } from "../call.ts";
import { CommandError } from "../failure.ts";
import { firstLine, givenSecret, type SecretOptions } from "../receiver/secret.ts";
import type { ServiceOptions } from "../service.ts";
import type { Period } from "./lists.ts";
import { type Portion, sendPortions } from "./portions.ts";
import { printSecret, printWebhook } from "./print.ts";
import { webhookCall } from "./purpose.ts";
import { jsonText } from "../output/plain.ts";

/** Options of every command about one endpoint. */
export interface WebhookOptions extends ServiceOptions {
  readonly json?: boolean;
}

/** Options of `pda webhooks create`. */
export interface CreateOptions extends WebhookOptions, SecretOptions {
  readonly events: string[];
  readonly tenant?: string;
  readonly description?: string;
  readonly concurrency?: number;
  readonly rate?: number;
  readonly thin?: boolean;
  readonly ordered?: boolean;
  readonly publicKeySignature?: boolean;
  readonly httpSignature?: boolean;
  readonly bearerTokenFile?: string;
}

const write = (webhookId: string) => webhookCall("events.write", webhookId);
const of = (webhookId: string) => ({ params: { path: { webhookId } } });

/** `pda webhooks create`. @throws CommandError */
export async function createWebhook(config: Config, url: string, options: CreateOptions): Promise<void> {
  const { events: eventTypes, tenant, description, concurrency, rate } = options;
  const secret = givenSecret(options);
  const bearerToken = options.bearerTokenFile === undefined ? undefined : firstLine(options.bearerTokenFile);
  const body: components["schemas"]["CreateWebhookRequest"] = {
    url,
    eventTypes,
    ...(tenant === undefined ? {} : { tenantId: tenant }),
    ...(description === undefined ? {} : { description }),
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(rate === undefined ? {} : { rate }),
    ...(secret === undefined ? {} : { secret }),
    ...(options.thin ? { thin: true } : {}),
    ...(options.ordered ? { ordered: true } : {}),
    ...(options.publicKeySignature ? { publicKeySignature: true } : {}),
    ...(options.httpSignature ? { httpSignature: true } : {}),
    ...(bearerToken === undefined ? {} : { authentication: { bearerToken } }),
  };
  const created = await callService(
    config,
    options,
    webhookCall("events.write"),
    async (api) => (await api.POST("/api/v1/events/webhooks", { body })).data,
  );
  printSecret(created, options.json);
}

/** Options of `pda webhooks update`. Absent ones leave the endpoint as it is. */
export interface UpdateOptions extends WebhookOptions {
  readonly receiver?: string;
  readonly events?: string[];
  readonly description?: string;
  readonly concurrency?: number;
  readonly rate?: number;
  readonly thin?: boolean;
  readonly ordered?: boolean;
  readonly bearerTokenFile?: string;
}

/** `pda webhooks update`. @throws CommandError when nothing is to be changed, or the service refuses */
export async function updateWebhook(
  config: Config,
  webhookId: string,
  { receiver: url, events: eventTypes, bearerTokenFile, ...options }: UpdateOptions,
): Promise<void> {
  const { description, concurrency, rate, thin, ordered } = options;
  const bearerToken = bearerTokenFile === undefined ? undefined : firstLine(bearerTokenFile);
  const authentication = bearerToken === undefined ? undefined : { bearerToken };
  const asked = { url, eventTypes, description, concurrency, rate, thin, ordered, authentication };
  const body: components["schemas"]["UpdateWebhookRequest"] = Object.fromEntries(
    Object.entries(asked).filter(([, value]) => value !== undefined),
  );
  if (Object.keys(body).length === 0)
    throw new CommandError(
      "nothing is to be changed",
      "name what to change, such as --events payment.completed",
    );
  const webhook = await callService(
    config,
    options,
    write(webhookId),
    async (api) => (await api.PATCH("/api/v1/events/webhooks/{webhookId}", { ...of(webhookId), body })).data,
  );
  printWebhook(webhook, options.json);
}

/** `pda webhooks show`. @throws CommandError */
export async function showWebhook(config: Config, webhookId: string, options: WebhookOptions): Promise<void> {
  const webhook = await callService(
    config,
    options,
    webhookCall("events.read", webhookId),
    async (api) => (await api.GET("/api/v1/events/webhooks/{webhookId}", of(webhookId))).data,
  );
  printWebhook(webhook, options.json);
}

/** `pda webhooks enable` and `disable`. @throws CommandError */
export async function setEnabled(
  config: Config,
  { webhookId, enabled }: { readonly webhookId: string; readonly enabled: boolean },
  options: WebhookOptions,
): Promise<void> {
  const init = { ...of(webhookId), body: { enabled } };
  const webhook = await callService(
    config,
    options,
    write(webhookId),
    async (api) => (await api.PATCH("/api/v1/events/webhooks/{webhookId}", init)).data,
  );
  printWebhook(webhook, options.json);
}

/** `pda webhooks delete`. @throws CommandError */
export async function deleteWebhook(
  config: Config,
  webhookId: string,
  options: WebhookOptions,
): Promise<void> {
  const webhook = await callService(
    config,
    options,
    write(webhookId),
    async (api) => (await api.POST("/api/v1/events/webhooks/{webhookId}/delete", of(webhookId))).data,
  );
  printWebhook(webhook, options.json);
}

/** `pda webhooks rotate-secret`. @throws CommandError */
export async function rotateSecret(
  config: Config,
  webhookId: string,
  options: WebhookOptions & SecretOptions & { readonly overlapSeconds?: number },
): Promise<void> {
  const { overlapSeconds } = options;
  const secret = givenSecret(options);
  const body = {
    ...(overlapSeconds === undefined ? {} : { overlapSeconds }),
    ...(secret === undefined ? {} : { secret }),
  };
  const init = { ...of(webhookId), body };
  const created = await callService(
    config,
    options,
    write(webhookId),
    async (api) => (await api.POST("/api/v1/events/webhooks/{webhookId}/rotate-secret", init)).data,
  );
  printSecret(created, options.json);
}

/** Options of `pda webhooks replay`. */
export interface ReplayOptions extends WebhookOptions, Period {
  readonly missed?: boolean;
}

/** `pda webhooks replay`: sends named events, or all of a range of time. @throws CommandError */
export async function replay(
  config: Config,
  { webhookId, eventIds }: { readonly webhookId: string; readonly eventIds: string[] },
  options: ReplayOptions,
): Promise<void> {
  const { from, to, missed } = options;
  if (eventIds.length > 0 === (from !== undefined) || (from === undefined && (to ?? missed) !== undefined))
    throw new CommandError(
      "name either events or a range of time that begins with --from",
      "pda webhooks replay <webhook> <event…>, or: pda webhooks replay <webhook> --from <time> --missed",
    );
  const range = {
    ...(from ? { fromTime: from } : { eventIds }),
    ...(to ? { toTime: to } : {}),
    ...(missed ? { missedOnly: true } : {}),
  };
  const scheduledCount = await callService(config, options, write(webhookId), async (api) => {
    const request = async (pageToken: string): Promise<Portion> => {
      const init = { ...of(webhookId), body: { ...range, ...(pageToken ? { pageToken } : {}) } };
      return (await api.POST("/api/v1/events/webhooks/{webhookId}/redeliver", init)).data;
    };
    if (from === undefined) return (await request("")).scheduledCount;
    return sendPortions(request, (line) => void process.stderr.write(`${line}\n`));
  });
  if (options.json) return console.log(jsonText({ scheduledCount }));
  console.log(`${scheduledCount} ${scheduledCount === 1 ? "event is" : "events are"} sent again`);
  console.log(`see the attempts: pda webhooks attempts ${webhookId}`);
}
