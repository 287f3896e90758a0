import { AccessServiceService, RecordRefusalsRequest } from "../../gen/ts/pda/access/v1/access_service.ts";
import type { RefusedCall } from "../../gen/ts/pda/access/v1/access_service.ts";
import type { Logger } from "../logger.ts";
import { isIdentifier, withoutParties } from "../rpc/audit/resource-ids.ts";
import { Refusals } from "../rpc/audit/refusals.ts";
import type { CoreClient } from "../rpc/client.ts";
import { ANONYMOUS } from "./anonymous.ts";
import type { Exchange } from "./exchange.ts";
import { ownCall } from "./own-call.ts";

const FLUSH_MS = 250;
const DEADLINE_MS = 2_000;
/** Calls in one message to the core. */
const CALLS_MAX = 1_000;
/** Calls that may wait for a core, each by itself. Further calls are counted. */
const WAITING_MAX = 5_000;
const IDS_MAX = 8;

/**
 * Tells the core, for the audit log, of the requests that the gateway has answered by itself. They wait for a quarter of a second, and as
 * long as no core takes them.
 */
export class RefusedCalls implements AsyncDisposable {
  readonly #core: Pick<CoreClient, "call">;
  readonly #log: Logger;
  readonly #refusals = new Refusals<RefusedCall>();
  #waiting: RefusedCall[] = [];
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  #failing = false;

  constructor(core: Pick<CoreClient, "call">, log: Logger) {
    this.#core = core;
    this.#log = log;
  }

  /** Takes a request that has failed before it was sent to a core. */
  note(exchange: Exchange): void {
    const call = refusedCall(exchange);
    if (!call) return;
    this.#take(call, this.#waiting.length < WAITING_MAX);
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
  }

  /** Tells the core of everything that waits. */
  async flush(): Promise<void> {
    // What came since the last message began is not in it.
    await this.#sending;
    this.#sending ??= this.#send().finally(() => {
      this.#sending = undefined;
    });
    return this.#sending;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    let before: number;
    do {
      before = this.#waiting.length;
      await this.flush();
    } while (this.#waiting.length > 0 && this.#waiting.length < before);
    clearTimeout(this.#timer);
  }

  #take(call: RefusedCall, room: boolean): void {
    const { address, principal, callCount: calls } = call;
    const { sessionId, mechanism } = principal?.authentication ?? {};
    const caller = { address, credentialId: principal?.credentialId, sessionId, mechanism };
    if (this.#refusals.admits(call, caller, { calls, room })) this.#waiting.push(call);
  }

  /** Keeps a call that no core took. It may have had its place among those that are not counted. */
  #takeBack(call: RefusedCall): void {
    if (call.callCount === 1 && this.#waiting.length < WAITING_MAX) this.#waiting.push(call);
    else this.#take(call, false);
  }

  async #send(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const counts = this.#refusals.take().map(({ first, calls, mixed }) => ({
      ...first,
      callCount: calls,
      ...(mixed ? { address: undefined, principal: ANONYMOUS } : {}),
    }));
    const calls = [...this.#waiting.splice(0, CALLS_MAX - counts.length), ...counts];
    if (calls.length === 0) return;
    try {
      const { path } = AccessServiceService.recordRefusals;
      const request = RecordRefusalsRequest.encode({ calls }).finish();
      await ownCall(this.#core, { path, request, withinMs: DEADLINE_MS });
      if (this.#failing) this.#log.info("refused requests are recorded again");
      this.#failing = false;
    } catch (error) {
      for (const call of calls) this.#takeBack(call);
      if (!this.#failing)
        this.#log.warn(
          { err: error, calls: calls.length },
          "refused requests wait for a core to record them",
        );
      this.#failing = true;
    }
    if (this.#waiting.length > 0) this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
  }
}

/** Describes a request that has failed. Undefined for one that did not fail. */
function refusedCall({
  requestId,
  operation,
  principal = ANONYMOUS,
  address,
  failure,
  path,
}: Exchange): RefusedCall | undefined {
  if (!failure) return undefined;
  const now = Date.now();
  return {
    callTime: { seconds: BigInt(Math.floor(now / 1000)), nanos: (now % 1000) * 1_000_000 },
    requestId,
    principal,
    reason: failure.reason,
    error: failure.entry,
    resourceIds: withoutParties(path.split("/", 24).filter(isIdentifier)).slice(0, IDS_MAX),
    callCount: 1,
    operation,
    address: address === "" ? undefined : address,
  };
}
