// Webhook endpoints: what is read of them, and how they change.
import { items, PdaError } from "@pda/client/browser";
import { useQuery } from "@tanstack/react-query";
import { keyed } from "../../intent.ts";
import { useActing } from "../acting.ts";
import { api, queries, type Schemas } from "./client.ts";

export type Webhook = Schemas["Webhook"];
export type Delivery = Schemas["WebhookDelivery"];

/** Milliseconds until the next look at what the worker has done. */
export const SOON_MS = 2_000;
/** Endpoints are made seldom. */
const FOLLOWERS_MS = 60_000;

/** Returns an endpoint. @param everyMs milliseconds after which it is read again, because each attempt can change it. Absent: it is not. */
export const useWebhook = (webhookId: string, everyMs?: number) =>
  useQuery({
    queryKey: ["webhooks", "one", webhookId],
    queryFn: async () =>
      (await api().GET("/api/v1/events/webhooks/{webhookId}", { params: { path: { webhookId } } })).data,
    refetchInterval: everyMs ?? false,
  });

/** Returns the identifiers of all endpoints of a merchant; undefined while they are read, and for who may not read them. */
export function useWebhooksOf(merchantId: string): readonly string[] | undefined {
  const { may } = useActing();
  const { data } = useQuery({
    queryKey: ["webhooks", "of", merchantId],
    enabled: may("events.read"),
    staleTime: FOLLOWERS_MS,
    queryFn: async () => {
      const found: string[] = [];
      const all = items((page) =>
        api().GET("/api/v1/events/webhooks", { params: { query: { ...page, tenantId: merchantId } } }),
      );
      for await (const { webhookId } of all) found.push(webhookId);
      return found;
    },
  });
  return data;
}

/** Returns an event that an endpoint got; null for a verification or a test event, which are kept nowhere. */
export const useSentEvent = (eventId: string) =>
  useQuery({
    queryKey: ["event", eventId],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      try {
        return (await api().GET("/api/v1/events/{eventId}", { params: { path: { eventId } } })).data;
      } catch (error) {
        if (error instanceof PdaError && error.status === 404) return null;
        throw error;
      }
    },
  });

/** Reads all that is known of endpoints again. */
export async function rereadWebhooks(): Promise<void> {
  await queries.invalidateQueries({ queryKey: ["webhooks"] });
  await queries.invalidateQueries({ queryKey: ["deliveries"] });
}

const of = (webhookId: string, key: string) => ({ path: { webhookId }, ...keyed(key) });

export const createWebhook = async (
  body: Schemas["CreateWebhookRequest"],
  key: string,
): Promise<Schemas["CreatedWebhook"]> =>
  (await api().POST("/api/v1/events/webhooks", { params: keyed(key), body })).data;

export const verifyWebhook = async (webhookId: string, key: string): Promise<Webhook> =>
  (await api().POST("/api/v1/events/webhooks/{webhookId}/verify", { params: of(webhookId, key) })).data;

export const updateWebhook = async (
  webhookId: string,
  body: Schemas["UpdateWebhookRequest"],
  key: string,
): Promise<Webhook> =>
  (await api().PATCH("/api/v1/events/webhooks/{webhookId}", { params: of(webhookId, key), body })).data;

export const deleteWebhook = async (webhookId: string, key: string): Promise<Webhook> =>
  (await api().POST("/api/v1/events/webhooks/{webhookId}/delete", { params: of(webhookId, key) })).data;

/** @param overlapSeconds for which the old secret signs, too */
export const rotateSecret = async (
  webhookId: string,
  overlapSeconds: number,
  key: string,
): Promise<Schemas["CreatedWebhook"]> =>
  (
    await api().POST("/api/v1/events/webhooks/{webhookId}/rotate-secret", {
      params: of(webhookId, key),
      body: { overlapSeconds },
    })
  ).data;

export const sendTest = async (
  webhookId: string,
  eventType: string,
  key: string,
): Promise<Schemas["TestEvent"]> =>
  (
    await api().POST("/api/v1/events/webhooks/{webhookId}/test", {
      params: of(webhookId, key),
      body: { eventType },
    })
  ).data;

/** Sends an event once more. @returns the number of events that are sent */
export const sendAgain = async (webhookId: string, eventId: string, key: string): Promise<number> =>
  (
    await api().POST("/api/v1/events/webhooks/{webhookId}/redeliver", {
      params: of(webhookId, key),
      body: { eventIds: [eventId] },
    })
  ).data.scheduledCount;
