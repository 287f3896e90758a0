import { setTimeout as sleep } from "node:timers/promises";
import {
  EventServiceService,
  ListEventsRequest,
  ListEventsResponse,
} from "../../../gen/ts/pda/event/v1/event_service.ts";
import type { ServedStream, StreamCaller } from "../../rpc/answer-stream.ts";
import { Failure } from "../../rpc/failure.ts";
import { mayGoOn } from "../../rpc/page-parts.ts";
import { tenantOf } from "../../rpc/tenant.ts";
import { sizeOf } from "../contract/page-token.ts";
import type { ServiceDeps } from "../deps.ts";

/** A stream ends after this time, so that what its caller may do is judged anew. */
const lifeMs = 15 * 60_000;
/** How often the caller is checked. A stream ends within five seconds after its credential is revoked. */
const recheckMs = 2_500;
/** Events of this time share a message, so that a busy tenant's stream costs a bounded number of calls. */
const gatherMs = 10;

/** Times of a stream in milliseconds, shorter in tests. */
interface StreamTimes {
  readonly lifeMs?: number;
}

/** Makes the stream that repeats ListEvents: with each page it goes on where the page before ended, and waits while there is no event. */
export function watchEvents(
  { eventWaits }: Pick<ServiceDeps, "eventWaits">,
  times: StreamTimes = {},
): ServedStream {
  return {
    path: EventServiceService.watchEvents.path,
    calls: EventServiceService.listEvents.path,
    async run(bytes, caller) {
      const endsAt = Date.now() + (times.lifeMs ?? lifeMs);
      const pages = new Pages(requestOf(bytes), caller);
      // The first page is asked for before a place is taken, because the caller's permission is checked with it.
      await pages.next();
      using wait = eventWaits.enter(tenantOf(caller.principal));
      let checkedAt = Date.now();
      for (let isNews = true; Date.now() < endsAt; ) {
        if (eventWaits.ended) throw new Failure("SHUTTING_DOWN", { retryAfterSeconds: 1 });
        const hasMore: boolean = isNews && (await pages.next());
        if (Date.now() - checkedAt >= recheckMs) {
          await caller.recheck();
          checkedAt = Date.now();
        }
        if (isNews && !hasMore) await sleep(gatherMs);
        isNews = hasMore || (await wait.news(Math.min(endsAt, checkedAt + recheckMs), caller.signal));
      }
    },
  };
}

/** The pages of one stream, each begun after the caller has taken the page before. */
class Pages {
  readonly #request: ListEventsRequest;
  readonly #caller: StreamCaller;
  readonly #size: number;
  #pageToken: string;
  #isFirst = true;

  constructor(request: ListEventsRequest, caller: StreamCaller) {
    this.#request = request;
    this.#caller = caller;
    this.#size = sizeOf(request);
    this.#pageToken = request.pageToken;
  }

  /** Sends the next page, if it has events or is the first one. @returns whether there may be more events already */
  async next(): Promise<boolean> {
    const request = { ...this.#request, pageToken: this.#pageToken, waitSeconds: 0 };
    const answer = await this.#caller
      .call(ListEventsRequest.encode(request).finish())
      .catch(async (error) => {
        // The stream has taken its caller's quota, which refills.
        if (this.#isFirst || !(error instanceof Failure) || error.entry !== "RATE_LIMITED") throw error;
        await sleep((error.retryAfterSeconds ?? 1) * 1_000);
        return undefined;
      });
    if (!answer) return true;
    const { items, nextPageToken } = ListEventsResponse.decode(answer);
    this.#pageToken = nextPageToken;
    if (items.length > 0 || this.#isFirst) await this.#caller.send(answer);
    this.#isFirst = false;
    return mayGoOn({ items: items.length, bytes: answer.length }, this.#size);
  }
}

/** A request of WatchEvents is one of ListEvents, with fewer fields. @throws Failure MALFORMED_MESSAGE */
function requestOf(bytes: Buffer): ListEventsRequest {
  try {
    return ListEventsRequest.decode(bytes);
  } catch (cause) {
    throw new Failure("MALFORMED_MESSAGE", { message: "The request cannot be decoded.", cause });
  }
}
