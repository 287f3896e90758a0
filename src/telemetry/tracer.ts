import { AsyncLocalStorage } from "node:async_hooks";
import type { Attributes, Span as SdkSpan, SpanContext } from "@opentelemetry/api";
import { Span, type SpanKind, Withheld } from "./span.ts";

/** Names a span and says what it measures. Attributes hold no secret, key, personal claim, body or amount. */
export interface SpanStart {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes?: Attributes;
}

/** The part of the SDK that a tracer uses. */
export interface SpanSource {
  /** Starts a span that is recorded, as a child of `parent` or as the first span of a trace. */
  start(span: SpanStart, parent: SpanContext | undefined): SdkSpan;
  /** Reads a W3C `traceparent`. @returns undefined for anything else */
  contextOf(traceparent: unknown): (SpanContext & { readonly isSampled: boolean }) | undefined;
}

export interface TracerOptions {
  readonly source: SpanSource;
  /** Share of requests and of the worker's own work that is recorded, from 0 to 1. */
  readonly sampleRatio: number;
  /** Whether a caller's `traceparent` decides about its request instead of `sampleRatio`. */
  readonly trustCallers: boolean;
  /** Returns a number from 0 to 1, 1 excluded; `Math.random` by default. */
  readonly random?: () => number;
}

const none: readonly Span[] = [];

/**
 * Decides what is recorded, and knows for which spans the running code works. Code that is not recorded has no span at all, so it costs
 * one look-up of the context.
 */
export class Tracer {
  readonly #options: Required<TracerOptions>;
  /** The spans that the running code works for. A set of calls has several, because its calls belong to several traces. */
  readonly #active = new AsyncLocalStorage<readonly Span[]>();

  constructor({ random = Math.random, ...options }: TracerOptions) {
    this.#options = { ...options, random };
  }

  /**
   * Starts the span of a request from outside the tiers. The span continues the caller's trace. Neither the caller's flag nor its choice of
   * a trace id decides whether the request is recorded, unless callers are trusted: a recorded request costs the operator something.
   * @returns undefined when the request is not recorded
   */
  ofCaller(span: SpanStart, traceparent: unknown): Span | undefined {
    const { source, trustCallers } = this.#options;
    const parent = source.contextOf(traceparent);
    const isChosen = parent && trustCallers ? parent.isSampled : this.#isChosen();
    return isChosen ? this.#start(span, parent) : undefined;
  }

  /** Starts the span of a call from another tier. @returns undefined when the other tier does not record the call */
  ofTier(span: SpanStart, traceparent: unknown): Span | undefined {
    const parent = this.#options.source.contextOf(traceparent);
    return parent?.isSampled ? this.#start(span, parent) : undefined;
  }

  /** Starts a trace of the process's own work. @returns undefined when the work is not recorded */
  ofOwnWork(span: SpanStart): Span | undefined {
    return this.#isChosen() ? this.#start(span, undefined) : undefined;
  }

  /**
   * Runs a round of a loop in a trace of its own. Most rounds find nothing to do. So nothing of a round is exported before something in it
   * calls `Span.keep`, or it fails.
   */
  round<T>(loop: string, work: () => Promise<T>): Promise<T> {
    const span: SpanStart = { name: `round ${loop}`, kind: "internal", attributes: { "pda.loop": loop } };
    return this.run(this.#isChosen() ? this.#start(span, undefined, new Withheld()) : undefined, work);
  }

  /** Runs work for a span, if there is one, and ends the span with the work. */
  async run<T>(span: Span | undefined, work: () => Promise<T>): Promise<T> {
    return span ? this.#runAll([span], work) : this.within(none, work);
  }

  /** Runs work in a child of each of the spans. @param work receives the first child */
  inChildren<T>(parents: readonly Span[], span: SpanStart, work: (child: Span) => Promise<T>): Promise<T> {
    const children = parents.map((parent) => this.#start(span, parent.context, parent.withheld));
    return this.#runAll(children, () => work(children[0] as Span));
  }

  /** Runs work for these spans instead of those that the caller works for. */
  within<T>(spans: readonly Span[], work: () => T): T {
    if (spans.length === 0 && this.#active.getStore() === undefined) return work();
    return this.#active.run(spans, work);
  }

  /**
   * Returns the spans that the running code works for; undefined without any. Spans that have ended are left out: what a request has started
   * and left behind, such as a timer, belongs to nobody.
   */
  current(): readonly Span[] | undefined {
    const spans = this.#active.getStore();
    if (spans === undefined || spans.length === 0) return undefined;
    const open = spans.every(({ isOpen }) => isOpen) ? spans : spans.filter(({ isOpen }) => isOpen);
    return open.length === 0 ? undefined : open;
  }

  #isChosen(): boolean {
    return this.#options.random() < this.#options.sampleRatio;
  }

  #start(span: SpanStart, parent: SpanContext | undefined, withheld?: Withheld): Span {
    return new Span(this.#options.source.start(span, parent), withheld);
  }

  async #runAll<T>(spans: readonly Span[], work: () => Promise<T>): Promise<T> {
    try {
      return await this.within(spans, work);
    } catch (error) {
      for (const span of spans) span.failed(error);
      throw error;
    } finally {
      for (const span of spans) span.end();
    }
  }
}

/** The tracer of this process; undefined while traces are off. Hot paths look at this variable and do nothing else then. */
export let tracer: Tracer | undefined;

/** Has the round that the running code belongs to exported, because it has found work. */
export function keepRound(): void {
  for (const span of tracer?.current() ?? []) span.keep();
}

/** Sets the tracer of this process. @returns a function that removes it, unless another tracer has been set since */
export function useTracer(given: Tracer): () => void {
  tracer = given;
  return () => {
    if (tracer === given) tracer = undefined;
  };
}
