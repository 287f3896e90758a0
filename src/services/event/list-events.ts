import type { ListEventsRequest, ListEventsResponse } from "../../../gen/ts/pda/event/v1/event_service.ts";
import type { Handler } from "../../rpc/handler.ts";
import type { ServiceDeps } from "../deps.ts";
import { eventToProto } from "./convert.ts";

const sizeDefault = 50;
const sizeMax = 200;
/** The highest position that the log can hold (a signed 64-bit number). */
const positionMax = 2n ** 63n - 1n;

/** Events of the caller's tenant after a position, oldest first; only of types that are shown here. */
export const listEvents =
  (options: Pick<ServiceDeps, "eventTypes" | "publicUrl">): Handler<ListEventsRequest, ListEventsResponse> =>
  async ({ request, tenant, read }) => {
    const { after, type, pageSize } = request;
    const types = options.eventTypes.filter((shown) => type === "" || shown === type);
    const size = pageSize === 0 ? sizeDefault : Math.min(pageSize, sizeMax);
    const events =
      after > positionMax || types.length === 0 ? [] : await read.events.list(tenant, types, after, size);
    return {
      items: events.map((event) => eventToProto(event, options.publicUrl)),
      nextAfter: events.at(-1)?.position ?? after,
    };
  };
