// `pda trigger`: makes a real event happen in a sandbox, or sends a test event to an endpoint.
import { setTimeout as sleep } from "node:timers/promises";
import type { components, PdaClient } from "../../../clients/typescript/src/index.ts";
import { isSandbox } from "../../../clients/typescript/src/sandbox/sandbox.ts";
import type { Config } from "../../config.ts";
import { Demo } from "../demo/demo.ts";
import { DemoFailure } from "../demo/expect.ts";
import { CommandError } from "../failure.ts";
import { baseUrlOf, callOptionsOf, keyOriginOf, requiredApiKey, type ServiceOptions } from "../service.ts";
import { callService } from "../call.ts";
import { callFailure } from "../lists/problem.ts";
import { webhookCall } from "../webhooks/purpose.ts";
import { jsonText } from "../output/plain.ts";
import { printRows } from "../output/table.ts";
import { type Tenants, triggerOf } from "./real.ts";

type Event = components["schemas"]["Event"];
type Delivery = components["schemas"]["WebhookDelivery"];

const eventWaitMs = 60_000;
/** An attempt takes 15 seconds at most, and others may be before it. */
const attemptWaitMs = 45_000;
const pollMs = 200;

/** Options of `pda trigger`. */
export interface TriggerOptions extends ServiceOptions {
  readonly webhook?: string;
  readonly merchant?: string;
  readonly publisher?: string;
  readonly verbose?: boolean;
  readonly json?: boolean;
}

/** Makes an event of the type happen and prints it. @throws CommandError */
export async function triggerEvent(config: Config, type: string, options: TriggerOptions): Promise<void> {
  const baseUrl = baseUrlOf(config, options);
  // An event needs calls of many scopes, so the advice after a refusal names none.
  const apiKey = requiredApiKey(config, options, "");
  const { ca } = callOptionsOf(config, options);
  const tenants = { merchantId: options.merchant, publisherId: options.publisher };
  const out = (line: string): void => {
    if (options.verbose) process.stderr.write(`${line}\n`);
  };
  await using demo = new Demo({ baseUrl, apiKey, ca, out });
  let event: Event;
  try {
    event = await realEvent(demo, type, tenants);
  } catch (error) {
    const cause = error instanceof DemoFailure ? (error.cause ?? error) : error;
    if (cause instanceof DemoFailure)
      throw new CommandError(cause.message, "see what the service does: pda trigger --verbose, and its log");
    const purpose = { ...webhookCall(""), keyOrigin: keyOriginOf(config, options) };
    throw cause instanceof CommandError ? cause : callFailure(cause, baseUrl, purpose);
  }
  if (options.json) return console.log(jsonText(event));
  printRows({ event: event.id, type: event.type, subject: event.subject, time: event.time });
}

async function realEvent(demo: Demo, type: string, tenants: Tenants): Promise<Event> {
  const trigger = triggerOf(type);
  if (!(await isSandbox(demo.operator)))
    throw new CommandError(
      "events are made in a sandbox only; this service is not one",
      "send a test event to an endpoint: pda trigger <type> --webhook <webhook>",
    );
  const query = { type, pageToken: "latest" };
  const { nextPageToken } = (await demo.operator.GET("/api/v1/events", { params: { query } })).data;
  const subject = await trigger(demo, tenants);
  return await eventOf(demo.operator, { type, subject, after: nextPageToken });
}

/** Waits for the event about a resource. */
async function eventOf(
  api: PdaClient,
  { type, subject, after }: { readonly type: string; readonly subject: string; readonly after: string },
): Promise<Event> {
  const end = Date.now() + eventWaitMs;
  let pageToken = after;
  while (Date.now() < end) {
    const query = { type, pageToken, waitSeconds: 20 };
    const { data } = await api.GET("/api/v1/events", { params: { query } });
    const event = data.items.find((each) => each.subject === subject);
    if (event) return event;
    pageToken = data.nextPageToken;
  }
  throw new CommandError(
    `the event ${type} about ${subject} has not come within ${eventWaitMs / 1000} seconds`,
    "see whether the worker runs, and whether the setting eventTypes has the type",
  );
}

/** Sends a test event to an endpoint and prints what came of it. @returns whether the receiver accepted it. @throws CommandError */
export async function sendTestEvent(
  config: Config,
  type: string,
  { webhook: webhookId = "", ...options }: TriggerOptions,
): Promise<boolean> {
  const attempt = await callService(config, options, webhookCall("events.write", webhookId), async (api) => {
    const path = { webhookId };
    const init = { params: { path }, body: { eventType: type } };
    const { eventId } = (await api.POST("/api/v1/events/webhooks/{webhookId}/test", init)).data;
    const end = Date.now() + attemptWaitMs;
    do {
      const query = { eventId };
      const { data } = await api.GET("/api/v1/events/webhooks/{webhookId}/deliveries", {
        params: { path, query },
      });
      const [found] = data.items;
      if (found) return await whole(api, found);
      await sleep(pollMs);
    } while (Date.now() < end);
    throw new CommandError(
      `the test event ${eventId} was not sent within ${attemptWaitMs / 1000} seconds`,
      `see later: pda webhooks attempts ${webhookId} --event ${eventId}`,
    );
  });
  if (options.json) console.log(jsonText(attempt));
  else
    printRows({
      event: attempt.eventId,
      type,
      outcome: [attempt.outcome, attempt.error].filter(Boolean).join(" "),
      status: attempt.statusCode === undefined ? undefined : String(attempt.statusCode),
      took: `${attempt.durationMs} ms`,
      answer: attempt.responseText,
    });
  return attempt.outcome === "succeeded";
}

/** Returns an attempt with the beginning of the receiver's answer. */
async function whole(api: PdaClient, { webhookId, deliveryId }: Delivery): Promise<Delivery> {
  const params = { path: { webhookId, deliveryId } };
  return (await api.GET("/api/v1/events/webhooks/{webhookId}/deliveries/{deliveryId}", { params })).data;
}
