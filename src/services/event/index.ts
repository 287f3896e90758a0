import { EventNewsServiceService } from "../../../gen/ts/pda/event/v1/event_news_service.ts";
import { EventServiceService } from "../../../gen/ts/pda/event/v1/event_service.ts";
import { implement, type ServedMethod } from "../../rpc/handler.ts";
import type { ServiceDeps } from "../deps.ts";
import { EventCursors } from "./cursor.ts";
import { getEvent, listEvents } from "./read-events.ts";
import { recheckPrincipals } from "./recheck-principals.ts";

type Deps = Pick<ServiceDeps, "eventTypes" | "eventWaits" | "publicUrl" | "sealer" | "stillAccepted">;

export function eventService(deps: Deps): ServedMethod[] {
  const options = { ...deps, cursors: new EventCursors(deps.sealer) };
  return implement(EventServiceService, { listEvents: listEvents(options), getEvent: getEvent(options) });
}

/** Serves the gateway's questions about its open streams: which tenants have new events, and who is no longer accepted. */
export function eventNewsService({
  eventNews,
  stillAccepted,
}: Pick<ServiceDeps, "eventNews" | "stillAccepted">): ServedMethod[] {
  return implement(EventNewsServiceService, {
    awaitEvents: async ({ request: { position: after, waitMs }, signal }) => {
      const { position, tenants } = await eventNews.since(after, Date.now() + waitMs, signal);
      return { position, all: tenants === undefined, tenants: [...(tenants ?? [])] };
    },
    recheckPrincipals: async ({ request }) => ({
      refused: await recheckPrincipals(stillAccepted, request.principals),
    }),
  });
}
