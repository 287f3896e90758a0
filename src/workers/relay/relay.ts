import { randomUUID } from "node:crypto";
import type { Logger } from "../../logger.ts";
import type { Bodies } from "../../services/event/bodies.ts";
import type { RelayPlace } from "../../store/event/relay.ts";
import type { Store } from "../../store/store.ts";
import { keepRound } from "../../telemetry/tracer.ts";
import { backOffMs } from "../back-off.ts";
import { relayActive, relayFailures } from "./metrics.ts";
import { type EventSink, SinkError } from "./sink.ts";

/** Events that are under way to the sink at once. */
const batchMax = 500;
const failureBaseMs = 200;
const failureMaxMs = 15_000;
/** How often a relay that stands by asks for the place. */
const standbyMs = 1_000;
/** How often an idle relay renews its lease. */
const renewMs = 2_000;

export interface RelayOptions {
  readonly name: string;
  /** A new relay begins after all events, not before them. */
  readonly fromLatest: boolean;
  /** Types of events that this service publishes. */
  readonly eventTypes: readonly string[];
  readonly store: Pick<Store, "read" | "transact">;
  readonly sink: EventSink;
  readonly bodies: Pick<Bodies, "of">;
  readonly log: Logger;
}

/**
 * Copies the event log to a sink. The sink itself says which event is its newest, so after a crash of any side the relay goes on directly
 * after that event. The stored place is needed when the sink no longer holds its newest event.
 */
export class Relay {
  readonly #options: RelayOptions;
  readonly #owner = randomUUID();
  /** The place while this process has it and knows what the sink holds. */
  #place: RelayPlace | undefined;
  #claimedAt = -Infinity;
  #failures = 0;
  #retryAt = 0;

  constructor(options: RelayOptions) {
    this.#options = options;
  }

  /** False while the sink takes no events. */
  get isWorking(): boolean {
    return this.#failures === 0;
  }

  /** Relays one batch. @returns true when more events may wait */
  async round(): Promise<boolean> {
    if (performance.now() < this.#retryAt) return false;
    try {
      const more = await this.#relay();
      if (this.#failures > 0)
        this.#options.log.info({ failures: this.#failures }, "the stream takes events again");
      this.#failures = 0;
      return more;
    } catch (error) {
      // What the sink holds is not known any more.
      relayActive.set(0);
      this.#place = undefined;
      this.#claimedAt = -Infinity;
      if (!(error instanceof SinkError)) throw error;
      await this.#failed(error);
      return false;
    }
  }

  /** Gives the place to another process. */
  async close(): Promise<void> {
    const { store, name } = this.#options;
    this.#place = undefined;
    relayActive.set(0);
    await store.transact((tx) => tx.relays.release(name, this.#owner));
  }

  async #relay(): Promise<boolean> {
    const { store, eventTypes, sink, bodies } = this.#options;
    const place = await this.#claimed();
    if (!place) return false;
    const page = await store.read.relays.events(place.position, batchMax);
    const last = page.at(-1);
    if (!last) return false;
    keepRound();
    const shown = page.filter(({ type }) => eventTypes.includes(type));
    const { stored, error } = await sink.store(
      place.streamSequence,
      shown.map((event) => ({
        ...event,
        body: bodies.of(event, event.tenantId, false),
        thinBody: () => bodies.of(event, event.tenantId, true),
      })),
    );
    const position = error ? shown[stored - 1]?.position : last.position;
    const next = { position: position ?? place.position, streamSequence: place.streamSequence + stored };
    if (next.position > place.position && !(await this.#advance(place, next))) return false;
    if (error) throw error;
    return page.length === batchMax;
  }

  async #advance(from: RelayPlace, to: RelayPlace): Promise<boolean> {
    const { store, name } = this.#options;
    this.#claimedAt = performance.now();
    const isKept = await store.transact((tx) => tx.relays.advance(name, this.#owner, from, to));
    this.#place = isKept ? to : undefined;
    return isKept;
  }

  /** Returns the place, with the lease renewed when it is time; undefined while another process relays. */
  async #claimed(): Promise<RelayPlace | undefined> {
    const { store, name, fromLatest } = this.#options;
    if (this.#place && performance.now() - this.#claimedAt < renewMs) return this.#place;
    const claimedAt = performance.now();
    const stored = await store.transact((tx) => tx.relays.claim(name, this.#owner, fromLatest));
    if (!stored) {
      relayActive.set(0);
      this.#place = undefined;
      this.#retryAt = claimedAt + standbyMs;
      return undefined;
    }
    this.#claimedAt = claimedAt;
    if (this.#place?.position !== stored.position || this.#place.streamSequence !== stored.streamSequence)
      this.#place = await this.#resume(stored);
    // Not before the sink has answered: each attempt at one that is away takes seconds, in which nothing is relayed.
    relayActive.set(this.#place ? 1 : 0);
    return this.#place;
  }

  /** Finds out from where to go on, and stores it. */
  async #resume(stored: RelayPlace): Promise<RelayPlace | undefined> {
    const { store, sink, name, fromLatest, log } = this.#options;
    const end = await sink.end();
    const isLoss = end.sequence < stored.streamSequence;
    let position = isLoss && !fromLatest ? 0n : stored.position;
    if (end.eventId !== undefined) {
      const newest = await store.read.relays.positionOf(end.eventId);
      if (newest === undefined)
        throw new SinkError(
          "misconfigured",
          `the newest event of the stream, ${end.eventId}, is not in this event log`,
          "the stream belongs to another installation, or the database was restored from a backup: set relay.stream and relay.name to new ones",
        );
      // Events of types that are not published have a position and no message.
      const isStored = end.sequence === stored.streamSequence && newest < stored.position;
      position = isStored ? stored.position : newest;
    }
    const place = { position, streamSequence: end.sequence };
    if (isLoss)
      log.error(
        { name, acknowledged: stored.streamSequence, held: end.sequence },
        "the stream has lost events that it had acknowledged; they are published again",
      );
    log.info({ name, sequence: end.sequence }, "relaying");
    return (await this.#advance(stored, place)) ? place : undefined;
  }

  async #failed(error: SinkError): Promise<void> {
    const { store, name, log } = this.#options;
    this.#failures += 1;
    this.#retryAt = performance.now() + backOffMs(this.#failures, failureBaseMs, failureMaxMs);
    relayFailures.inc({ problem: error.problem });
    const { problem, message, advice } = error;
    if (this.#failures === 1 || problem === "misconfigured")
      log[problem === "unavailable" ? "warn" : "error"]({ problem, advice }, message);
    // Another process may reach the sink.
    await store.transact((tx) => tx.relays.release(name, this.#owner));
  }
}
