import type { EventServiceService } from "../../../gen/ts/pda/event/v1/event_service.ts";
import type { StoredEvent } from "../../domain/event/event.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handlers } from "../../rpc/handler.ts";
import { sizeOf } from "../contract/page-token.ts";
import { requireFound } from "../contract/require-found.ts";
import type { ServiceDeps } from "../deps.ts";
import { type EventView, eventToProto } from "./to-proto.ts";

type Service = Handlers<typeof EventServiceService>;

/** What the operations on events need. */
export interface EventOptions
  extends Pick<ServiceDeps, "eventTypes" | "eventWaits" | "stillAccepted">,
    EventView {}

/** Returns one event of the caller's tenant. Only events of the types that this service publishes can be read. */
export const getEvent =
  (options: EventOptions): Service["getEvent"] =>
  async ({ request, tenant, principal, read }) => {
    const event = requireFound(await read.events.get(tenant, options.eventTypes, request.eventId));
    return { event: eventToProto(event, options, principal.tenantId) };
  };

/** A call that waits answers this long before its deadline, so that its answer is in time. */
const answerMs = 500;

/** The page token of those who want only what happens from now on. */
const LATEST = "latest";

/**
 * Lists the events of the caller's tenant after a cursor, oldest first. Only events of the types that this service publishes are listed.
 * The answer always has a token, because a caller goes on from there when more has happened.
 */
export const listEvents =
  (options: EventOptions): Service["listEvents"] =>
  async (call) => {
    const { request, tenant, principal, read } = call;
    const { type, subject, pageToken, waitSeconds } = request;
    const { tenantId } = principal;
    const after =
      pageToken === LATEST
        ? await read.events.lastPosition()
        : options.cursors.positionOf(pageToken, tenantId);
    const types = typesOf(options, type);
    const size = sizeOf(request);
    const list = (): Promise<StoredEvent[]> =>
      subject === undefined
        ? read.events.list(tenant, types, after, size)
        : read.events.listAbout(subject, tenant, types, after, size);
    const events = await (waitSeconds === 0 ? list() : listInTime(call, options, list));
    return {
      items: events.map((event) => eventToProto(event, options, tenantId)),
      nextPageToken: options.cursors.cursorOf(events.at(-1)?.position ?? after, tenantId),
    };
  };

/** Returns the types that a list shows. @throws Failure UNKNOWN_EVENT_TYPE about the field, so that a mistyped type is not silent */
function typesOf({ eventTypes }: Pick<EventOptions, "eventTypes">, asked: string): readonly string[] {
  if (asked === "") return eventTypes;
  const type = eventTypes.find((shown) => shown === asked);
  if (type !== undefined) return [type];
  throw Failure.ofField(
    "type",
    "UNKNOWN_EVENT_TYPE",
    `It must be a type that this service publishes: ${eventTypes.join(", ")}.`,
  );
}

/**
 * Lists events as soon as one exists, or none after the time that the caller waits. The credential, and the grant of a service, must still be
 * accepted then.
 */
async function listInTime(
  { request, tenant, principal, stillGranted, deadlineMs, signal }: Parameters<Service["listEvents"]>[0],
  { eventWaits, stillAccepted }: EventOptions,
  list: () => Promise<StoredEvent[]>,
): Promise<StoredEvent[]> {
  const until = Math.min(Date.now() + request.waitSeconds * 1_000, deadlineMs - answerMs);
  using wait = eventWaits.enter(tenant);
  const first = await list();
  if (first.length > 0) return first;
  let events: StoredEvent[] = [];
  while (events.length === 0 && !eventWaits.ended && (await wait.news(until, signal))) events = await list();
  await stillAccepted(principal);
  stillGranted?.();
  return events;
}
