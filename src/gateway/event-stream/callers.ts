import { Principal } from "../../../gen/ts/pda/access/v1/access.ts";
import {
  EventNewsServiceService,
  RecheckPrincipalsRequest,
  RecheckPrincipalsResponse,
} from "../../../gen/ts/pda/event/v1/event_news_service.ts";
import type { CoreClient } from "../../rpc/client.ts";
import { Failure } from "../../rpc/failure.ts";
import { ownCall } from "../own-call.ts";
import type { OpenStream } from "./open-stream.ts";

/** How often callers are checked. A stream ends within five seconds after its credential is revoked. */
const checkMs = 2_000;
const answerMs = 5_000;
/** Without an answer for this time streams end, because nobody knows whether their callers are accepted. */
const patienceMs = 30_000;
/** Callers in one call. */
const togetherMax = 100;

/** The streams of one caller. */
interface Caller {
  readonly principal: Principal;
  readonly streams: Set<OpenStream>;
}

/** The callers of open streams, each checked once for all of its streams. */
export class Callers {
  readonly #core: Pick<CoreClient, "call">;
  /** By the encoded principal. */
  readonly #callers = new Map<string, Caller>();
  #checkedAt = Date.now();
  #askedAt = 0;
  #asking = false;

  constructor(core: Pick<CoreClient, "call">) {
    this.#core = core;
  }

  add(stream: OpenStream): void {
    if (this.#callers.size === 0) this.#checkedAt = Date.now();
    const { principal } = stream;
    const key = keyOf(principal);
    const caller = this.#callers.get(key) ?? { principal, streams: new Set() };
    this.#callers.set(key, caller);
    caller.streams.add(stream);
  }

  delete(stream: OpenStream): void {
    const key = keyOf(stream.principal);
    const caller = this.#callers.get(key);
    caller?.streams.delete(stream);
    if (caller?.streams.size === 0) this.#callers.delete(key);
  }

  /** Ends the streams of callers that are no longer accepted, if a check is due. */
  async check(now: number): Promise<void> {
    if (this.#asking || now - this.#askedAt < checkMs || this.#callers.size === 0) return;
    this.#askedAt = now;
    this.#asking = true;
    try {
      const problem = await this.#checkAll();
      if (problem === undefined) this.#checkedAt = now;
      else if (now - this.#checkedAt > patienceMs)
        end([...this.#callers.values()], new Failure("UNAVAILABLE", { cause: problem }));
    } finally {
      this.#asking = false;
    }
  }

  /** @returns the last problem; undefined when all callers were checked. A part that cannot be checked keeps no other from it. */
  async #checkAll(): Promise<unknown> {
    const callers = [...this.#callers.values()];
    let problem: unknown;
    for (let at = 0; at < callers.length; at += togetherMax) {
      try {
        // One call after the other, because a check must not delay the credentials of requests.
        const refused = await this.#refused(callers.slice(at, at + togetherMax));
        end(refused, new Failure("CREDENTIAL_REFUSED"));
      } catch (error) {
        problem = error;
      }
    }
    return problem;
  }

  async #refused(callers: readonly Caller[]): Promise<Caller[]> {
    const principals = callers.map(({ principal }) => principal);
    const request = RecheckPrincipalsRequest.encode({ principals }).finish();
    const { path } = EventNewsServiceService.recheckPrincipals;
    const answer = await ownCall(this.#core, { path, request, withinMs: answerMs });
    const refused = new Set(RecheckPrincipalsResponse.decode(answer).refused);
    return callers.filter((_, place) => refused.has(place));
  }
}

const keyOf = (principal: Principal): string =>
  Buffer.from(Principal.encode(principal).finish()).toString("latin1");

function end(callers: readonly Caller[], failure: Failure): void {
  for (const { streams } of callers) for (const stream of streams) stream.end(failure);
}
