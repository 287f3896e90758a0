import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { newUuid, uuidOf } from "../../domain/identifier/identifier.ts";
import { verdictOf } from "../../domain/webhook/answer.ts";
import type { Bodies } from "../../services/event/bodies.ts";
import type { WaitingEndpoints } from "../../store/event/signals.ts";
import type { Store } from "../../store/store.ts";
import type { DisabledByService } from "../../store/webhook/disabler.ts";
import type { LeasedEndpoint, SealedWebhookSecret } from "../../store/webhook/leases.ts";
import { type Loop, startLoop } from "../loop.ts";
import { type AttemptMaker, makeAttempt } from "./attempt.ts";
import { WALLETS } from "./authorizations.ts";
import { Capacity, type Place } from "./capacity.ts";
import { type Item, Lane } from "./lane.ts";
import { webhookAttempts, webhookFirstAttempt, webhookInFlight, webhookLeased } from "./metrics.ts";
import { Recorder } from "./recorder.ts";
import type { AttemptResult } from "./sender.ts";

const lanesMax = 512;
const renewMs = 1_000;
/** How long requests under way may take when the worker ends. The leases of what is left run out. */
const drainMs = 5_000;

export interface DeliveryOptions extends AttemptMaker {
  readonly store: Store;
  readonly bodies: Bodies;
  readonly pollMs: number;
  /** Registers a function to be called when endpoints have events to get. Polling finds them, too. */
  readonly wakeOn: (wake: (endpoints: WaitingEndpoints) => void) => () => void;
  /** Encrypts the first bytes of an answer for the history. */
  readonly encryptAnswer: (answer: Buffer, webhookId: string) => Buffer;
  /** Disables an endpoint, and tells its tenant by an event. */
  readonly disable: (endpoint: LeasedEndpoint, reason: DisabledByService) => Promise<void>;
}

/** An endpoint that this worker delivers to. */
interface Receiver {
  readonly lane: Lane;
  readonly place: Place;
  readonly secrets: readonly SealedWebhookSecret[];
}

/**
 * Delivers the events of the log to the webhook endpoints that this worker leases. Any number of workers may run. Endpoints take turns; the
 * outcomes of all are recorded together.
 */
export class Delivery {
  readonly #options: DeliveryOptions;
  readonly #owner = randomUUID();
  readonly #receivers = new Map<string, Receiver>();
  readonly #capacity = new Capacity();
  readonly #recorder: Recorder;
  readonly #loop: Loop;
  #renewedAt = 0;
  #lookedAt = 0;
  #retriesAt = 0;
  #lookEverywhere = false;
  #feeding: Promise<void> | undefined;
  #pumping = false;
  #slotTimer: NodeJS.Timeout | undefined;
  #first = 0;
  /** False once the worker ends: nothing new begins. */
  #open = true;
  /** True once requests are aborted, whose outcomes say nothing of the receiver. */
  #aborted = false;

  constructor(options: DeliveryOptions) {
    this.#options = options;
    const { store, log, pollMs, wakeOn } = options;
    this.#recorder = new Recorder({
      store,
      owner: this.#owner,
      log,
      recorded: ({ released, failing }) => {
        for (const webhookId of failing) {
          const receiver = this.#receivers.get(webhookId);
          if (receiver) void this.#disable(receiver.lane, "FAILING");
        }
        for (const { endpoint } of released) this.#receivers.delete(endpoint.webhookId);
        this.#pumpSoon();
      },
    });
    this.#loop = startLoop({
      name: "deliver",
      pauseMs: pollMs,
      log,
      round: () => this.#round(),
      wakeOn: (wake) =>
        wakeOn((endpoints) => {
          // Endpoints that are here get their events at once. The round leases those that are free.
          if (this.#open && this.#receivers.size > 0) this.#look();
          if (endpoints === "free") wake();
        }),
    });
  }

  /** Lets requests under way end for a while, records their outcomes, and gives the endpoints back. */
  async close(): Promise<void> {
    this.#open = false;
    clearTimeout(this.#slotTimer);
    await this.#loop.close();
    await this.#feeding;
    for (const { lane } of this.#receivers.values()) lane.close();
    this.#giveBack();
    for (const end = Date.now() + drainMs; this.#receivers.size > 0 && Date.now() < end; ) {
      await sleep(20);
      this.#giveBack();
    }
    this.#aborted = true;
    await this.#recorder.close();
  }

  async #round(): Promise<boolean> {
    if (performance.now() - this.#renewedAt >= renewMs) await this.#renew();
    const claimed = await this.#claim();
    const isPollTime = performance.now() - this.#lookedAt >= this.#options.pollMs / 2;
    // Not waited for: signals can let one reading follow the other for a long time, and leases have to be renewed meanwhile.
    if (claimed.count > 0 || isPollTime) this.#look();
    webhookLeased.set(this.#receivers.size);
    return claimed.isFull;
  }

  /** Begins to read what all endpoints have to send, also where nothing more is known. */
  #look(): void {
    this.#lookedAt = performance.now();
    this.#lookEverywhere = true;
    this.#feedAll();
  }

  /** Prolongs the leases. An endpoint that another worker has taken, or that has changed, is given back. */
  async #renew(): Promise<void> {
    const askedAt = performance.now();
    const own = [...this.#receivers.keys()];
    if (own.length > 0) {
      const versions = await this.#options.store.transact((tx) => tx.webhookLeases.renew(this.#owner, own));
      for (const [webhookId, { lane }] of this.#receivers) {
        const version = versions.get(webhookId);
        if (version !== undefined) lane.renewed(askedAt);
        if (version !== lane.endpoint.version && own.includes(webhookId)) lane.close();
      }
      this.#giveBack();
    }
    this.#renewedAt = askedAt;
  }

  /**
   * Gives back each endpoint whose requests find no place. It is due again, after the endpoints that wait for a lease. Otherwise slow
   * receivers of one tenant could take all leases, and endpoints with free places would wait.
   */
  #makeRoom(): void {
    for (const { lane } of this.#receivers.values()) if (lane.isStarved) lane.close();
    this.#giveBack();
  }

  /** Leases endpoints that are due. @returns how many, and whether more may be due */
  async #claim(): Promise<{ readonly count: number; readonly isFull: boolean }> {
    const room = lanesMax - this.#receivers.size;
    if (!this.#open || room <= 0) {
      this.#makeRoom();
      return { count: 0, isFull: false };
    }
    const leasedAt = performance.now();
    const { endpoints, secrets, settled } = await this.#options.store.transact(async (tx) => {
      const found = await tx.webhookLeases.claim(this.#owner, [...this.#receivers.keys()], room);
      const takenOver = found.filter((each) => each.takenOver);
      const ids = found.map((each) => each.webhookId);
      return {
        endpoints: found,
        secrets: ids.length > 0 ? await tx.webhookLeases.secrets(ids) : [],
        settled: takenOver.length > 0 ? await tx.webhookLeases.settledAfter(takenOver) : undefined,
      };
    });
    const byEndpoint = Map.groupBy(secrets, (secret) => secret.webhookId);
    for (const endpoint of endpoints) {
      const { webhookId, url } = endpoint;
      const lane = new Lane(endpoint, leasedAt, settled?.get(webhookId));
      // It was disabled while the sequencer marked it.
      if (endpoint.version === 0) lane.close();
      this.#receivers.set(webhookId, {
        lane,
        place: { tenant: placeOf(endpoint), host: URL.parse(url)?.hostname ?? "" },
        secrets: byEndpoint.get(webhookId) ?? [],
      });
    }
    return { count: endpoints.length, isFull: endpoints.length === room };
  }

  /** Begins to read what endpoints have to send, until each has enough or has all. One reading runs at a time. */
  #feedAll(): void {
    this.#feeding ??= this.#feed()
      .catch((error: unknown) => {
        this.#options.log.warn({ err: error }, "events to deliver could not be read; trying again");
      })
      .finally(() => {
        this.#feeding = undefined;
      });
  }

  async #feed(): Promise<void> {
    const { webhookFeed } = this.#options.store.read;
    do {
      // Between rounds only those endpoints are asked about that are known to have more.
      const known = !this.#lookEverywhere;
      this.#lookEverywhere = false;
      // No signal tells that a retry is due, so a signal need not ask for retries.
      const isRetryTime = !known && performance.now() - this.#retriesAt >= this.#options.pollMs / 2;
      if (isRetryTime) this.#retriesAt = performance.now();
      const lanes = [...this.#receivers.values()].map(({ lane }) => lane);
      const asked = lanes.flatMap((lane) => {
        const request = lane.feedRequest(known);
        return request ? [{ lane, request }] : [];
      });
      const requests = asked.map(({ request }) => request);
      const again = lanes.flatMap((lane) => {
        const size = lane.againSize(!isRetryTime);
        const except = size > 0 ? Array.from(lane.againIds, (id) => uuidOf("event", id)) : [];
        return size > 0 ? [{ lane, webhookId: lane.endpoint.webhookId, size, except }] : [];
      });
      const [pages, retries] = await Promise.all([
        requests.length > 0 ? webhookFeed.events(this.#owner, requests) : new Map(),
        again.length > 0 ? webhookFeed.retries(this.#owner, again) : [],
      ]);
      const byEndpoint = Map.groupBy(retries, (retry) => retry.webhookId);
      // An endpoint that was given back and taken again meanwhile has another lane, which has not asked.
      for (const { lane, request } of asked) lane.feed(request, pages.get(request.webhookId));
      for (const { lane, webhookId, size } of again) lane.feedAgain(size, byEndpoint.get(webhookId) ?? []);
      this.#pump();
    } while (this.#open && (this.#lookEverywhere || this.#isHungry));
  }

  get #isHungry(): boolean {
    for (const { lane } of this.#receivers.values()) if (lane.hungry) return true;
    return false;
  }

  #pumpSoon(): void {
    if (this.#pumping) return;
    this.#pumping = true;
    setImmediate(() => {
      this.#pumping = false;
      this.#pump();
      if (this.#open && this.#isHungry) this.#feedAll();
    });
  }

  /** Starts requests: one of each endpoint in turn, as long as there are places. Each time another endpoint is the first. */
  #pump(): void {
    if (!this.#open) return;
    const all = [...this.#receivers.values()];
    const from = all.length > 0 ? this.#first++ % all.length : 0;
    let turn = [...all.slice(from), ...all.slice(0, from)].filter(({ lane }) => lane.waits);
    while (turn.length > 0 && !this.#capacity.isFull && !this.#recorder.isFull)
      turn = turn.filter((receiver) => this.#startNext(receiver));
    this.#giveBack();
    webhookInFlight.set(this.#capacity.used);
    clearTimeout(this.#slotTimer);
    const waits = all.flatMap(({ lane }) => lane.slotWaitMs ?? []);
    if (waits.length > 0) this.#slotTimer = setTimeout(() => this.#pumpSoon(), Math.ceil(Math.min(...waits)));
  }

  #startNext(receiver: Receiver): boolean {
    if (!this.#capacity.has(receiver.place)) return false;
    const item = receiver.lane.next();
    if (!item) return false;
    this.#capacity.take(receiver.place);
    void this.#attempt(receiver, item);
    return true;
  }

  #giveBack(): void {
    for (const { lane } of this.#receivers.values()) if (lane.isIdle) this.#recorder.release(lane);
  }

  /** Sends one event and takes its outcome. Never rejects. */
  async #attempt({ lane, place, secrets }: Receiver, item: Item): Promise<void> {
    const { endpoint } = lane;
    const startedAt = new Date();
    const attempt = item.attempts + 1;
    const result = await this.#send(lane, item, attempt, startedAt, secrets);
    this.#capacity.give(place);
    if (this.#aborted) return;
    if (result.error === undefined) delivered.inc();
    else webhookAttempts.inc({ outcome: result.error.toLowerCase() });
    const eventUuid = uuidOf("event", item.event.eventId);
    // How long an endpoint lets its own events wait says nothing about this service, and wakes nobody.
    if (attempt === 1 && !item.again && !item.delayed)
      webhookFirstAttempt.observe((startedAt.getTime() - createdAt(eventUuid)) / 1000);
    const verdict = verdictOf(result, attempt);
    const waitMs = lane.finish(item, verdict);
    const answer = result.body;
    this.#recorder.add({
      lane,
      eventId: item.event.eventId,
      again: item.again,
      attempt: {
        deliveryId: newUuid(),
        webhookId: endpoint.webhookId,
        tenantUuid: endpoint.tenantUuid,
        eventUuid,
        position: item.event.position,
        sequence: item.sequence,
        attempt,
        startedAt,
        durationMs: result.durationMs,
        status: result.status,
        error: result.error,
        tlsError: result.tlsError,
        encryptedAnswer:
          answer.length > 0 ? this.#options.encryptAnswer(answer, endpoint.webhookId) : undefined,
        waitMs,
        eventType: item.event.type,
        dueAt: item.dueAt,
      },
    });
    if (verdict.kind === "gone") void this.#disable(lane, "GONE");
    this.#pumpSoon();
  }

  #send(
    { endpoint }: Lane,
    { event, sequence }: Item,
    attempt: number,
    at: Date,
    secrets: readonly SealedWebhookSecret[],
  ): Promise<AttemptResult> {
    const { url, tenantId, thin, webhookId: webhookUuid, authentication } = endpoint;
    const { publicKeySignature, httpSignature } = endpoint;
    return makeAttempt(this.#options, { webhookUuid, asker: placeOf(endpoint), authentication }, () => {
      const body = this.#options.bodies.of(event, tenantId, thin);
      const { eventId } = event;
      return { url, secrets, publicKeySignature, httpSignature, eventId, body, sequence, attempt, at };
    });
  }

  async #disable(lane: Lane, reason: DisabledByService): Promise<void> {
    lane.close();
    const { endpoint } = lane;
    try {
      await this.#options.disable(endpoint, reason);
    } catch (error) {
      // The next failure of the endpoint brings this again.
      const { webhookId } = endpoint;
      this.#options.log.warn({ err: error, webhookId, reason }, "an endpoint could not be disabled");
    }
  }
}

/**
 * Returns whose places the requests of an endpoint take. All wallets together have as many as one tenant: anybody can create any number of
 * wallets.
 */
const placeOf = ({ tenantId, tenantUuid }: LeasedEndpoint): string =>
  tenantId.startsWith("wal_") ? WALLETS : tenantUuid;

const delivered = webhookAttempts.labels("delivered");

/** Returns the time of creation in an event's UUID, which is of version 7. */
const createdAt = (eventUuid: string): number =>
  Number.parseInt(eventUuid.slice(0, 8) + eventUuid.slice(9, 13), 16);
