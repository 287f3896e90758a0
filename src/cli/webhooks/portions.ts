// Events of a range of time that are sent again portion by portion.
import { setTimeout as sleep } from "node:timers/promises";
import { PdaError } from "../../../clients/typescript/src/index.ts";

/** What the service answers to the request for a portion. */
export interface Portion {
  readonly scheduledCount: number;
  readonly nextPageToken: string;
}

const pauseMs = 5_000;

/**
 * Requests portion after portion. While as many events wait to be sent as the service permits, the same portion is requested again: the
 * service takes it once some of them were sent. A portion that was refused changed nothing, so no event is left out.
 *
 * @param request requests the portion after a page token
 * @param say tells the progress
 * @returns how many events are sent again
 */
export async function sendPortions(
  request: (pageToken: string) => Promise<Portion>,
  say: (line: string) => void,
  waitMs = pauseMs,
): Promise<number> {
  let [count, pageToken] = [0, ""];
  let told: number | undefined;
  for (;;) {
    const portion = await request(pageToken).catch(orRefusedForNow);
    if (portion) {
      count += portion.scheduledCount;
      pageToken = portion.nextPageToken;
      if (pageToken === "") return count;
    } else {
      if (told !== count)
        say(
          `${count} events are scheduled; the others follow when some have been sent (Ctrl-C leaves them out)`,
        );
      told = count;
      await sleep(waitMs);
    }
  }
}

function orRefusedForNow(error: unknown): undefined {
  if (error instanceof PdaError && error.reason === "REDELIVERY_LIMIT") return undefined;
  throw error;
}
