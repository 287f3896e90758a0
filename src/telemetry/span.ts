import type { Attributes, Span as SdkSpan, SpanContext } from "@opentelemetry/api";

/** `server`: an incoming call. `client`: an outgoing call. `internal`: work between the two. */
export type SpanKind = "server" | "client" | "internal";

/** `SpanStatusCode.ERROR` of the SDK, which only a process with traces loads. */
const ERROR = 2;

/** The ends of spans that are exported only if their round turns out to have worked. */
export class Withheld {
  #ends: (() => void)[] | undefined = [];

  add(end: () => void): void {
    if (this.#ends) this.#ends.push(end);
    else end();
  }

  release(): void {
    const ends = this.#ends ?? [];
    this.#ends = undefined;
    for (const end of ends) end();
  }
}

/** A span that is recorded. */
export class Span {
  readonly context: SpanContext;
  readonly withheld: Withheld | undefined;
  readonly #span: SdkSpan;
  readonly #startedAtMs = Date.now();
  readonly #startedMs = performance.now();
  #open = true;
  #failed = false;

  /** @param withheld withholds the span from the export until it is released; absent for a span that is always exported */
  constructor(span: SdkSpan, withheld?: Withheld) {
    this.#span = span;
    this.context = span.spanContext();
    this.withheld = withheld;
  }

  get isOpen(): boolean {
    return this.#open;
  }

  get traceId(): string {
    return this.context.traceId;
  }

  /** The W3C `traceparent` for a tier that this span calls. */
  get traceparent(): string {
    return `00-${this.context.traceId}-${this.context.spanId}-01`;
  }

  rename(name: string): void {
    this.#span.updateName(name);
  }

  set(attributes: Attributes): void {
    this.#span.setAttributes(attributes);
  }

  /** Notes that the work has failed. Only the first failure counts, which is the one that knows most. */
  fail(code: string, isFault = true): void {
    if (this.#failed) return;
    this.#failed = true;
    this.#span.setAttribute("error.type", code);
    if (isFault) this.#span.setStatus({ code: ERROR });
    this.keep();
  }

  /** Notes an error by its code. Its text may hold what callers have sent, so the text is left out. */
  failed(error: unknown): void {
    this.fail(codeOf(error));
  }

  /** Has the round that this span belongs to exported. */
  keep(): void {
    this.withheld?.release();
  }

  end(): void {
    if (!this.#open) return;
    this.#open = false;
    if (this.withheld) {
      // The end is as far from the start as the span lasted, also when the clock of the machine is set meanwhile.
      const at = this.#startedAtMs + performance.now() - this.#startedMs;
      this.withheld.add(() => this.#span.end(at));
    } else this.#span.end();
  }
}

/** Returns the code word of an error: a catalogue entry, a reason, a code of Node or PostgreSQL, or else the name of its class. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const { entry, reason, code } = error as { entry?: unknown; reason?: unknown; code?: unknown };
  for (const word of [entry, reason, code])
    if (typeof word === "string" && /^[A-Za-z0-9_]{1,64}$/.test(word)) return word;
  return error.name;
}
