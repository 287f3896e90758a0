import { setTimeout as sleep } from "node:timers/promises";
import {
  AwaitEventsRequest,
  AwaitEventsResponse,
  EventNewsServiceService,
} from "../../../gen/ts/pda/event/v1/event_news_service.ts";
import type { CoreClient } from "../../rpc/client.ts";
import { LightSignal } from "../../rpc/light-signal.ts";
import { ownCall } from "../own-call.ts";

/** How long a core waits for events. */
const waitMs = 3_000;
/** A core that answers later is away. */
const slackMs = 3_000;
/** Events of this time wake streams together, so that a busy tenant's stream costs a bounded number of calls. */
const gatherMs = 10;
const pauseMs = 500;

/** Follows the event log by one pending call to a core, whatever the number of streams. */
export class EventNews {
  readonly #core: Pick<CoreClient, "call">;
  /** Receives the tenants with new events, as the log names them; undefined when any tenant may have some. */
  readonly #tell: (tenants: readonly string[] | undefined) => void;
  readonly #isWanted: () => boolean;
  readonly #stop = new LightSignal();
  #position: bigint | undefined;
  #following = false;

  constructor(
    core: Pick<CoreClient, "call">,
    { tell, isWanted }: { tell: (tenants: readonly string[] | undefined) => void; isWanted: () => boolean },
  ) {
    this.#core = core;
    this.#tell = tell;
    this.#isWanted = isWanted;
  }

  /** Follows the log until nobody wants that any more. What was missed in between is told with the first answer. */
  async follow(): Promise<void> {
    if (this.#following) return;
    this.#following = true;
    while (this.#isWanted() && !this.#stop.aborted) {
      const [pause] = await Promise.all([this.#ask(), sleep(gatherMs)]);
      if (pause > 0) await sleep(pause);
    }
    this.#following = false;
  }

  close(): void {
    this.#stop.abort(new Error("the gateway closes"));
  }

  /** @returns how long to pause before the next question */
  async #ask(): Promise<number> {
    try {
      const request = AwaitEventsRequest.encode({ position: this.#position, waitMs }).finish();
      const { path } = EventNewsServiceService.awaitEvents;
      const withinMs = waitMs + slackMs;
      const answer = await ownCall(this.#core, { path, request, withinMs, signal: this.#stop });
      const { position, all, tenants } = AwaitEventsResponse.decode(answer);
      this.#position = position;
      if (all || tenants.length > 0) this.#tell(all ? undefined : tenants);
      return 0;
    } catch {
      // The next answer covers what happens meanwhile.
      return pauseMs;
    }
  }
}
