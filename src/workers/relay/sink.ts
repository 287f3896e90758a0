import { AdvisedError, EXIT_CONFIG, EXIT_PASSING } from "../../files/advised.ts";

/**
 * Why a sink did not take events. `unavailable`: it may work later. `misconfigured`: somebody has to change a setting, here or there.
 * `diverged`: it holds other events than the relay knows, so the relay has to look again.
 */
export type SinkProblem = "unavailable" | "misconfigured" | "diverged";

/** A sink that did not take events. The message has no secret. */
export class SinkError extends AdvisedError {
  readonly problem: SinkProblem;

  constructor(problem: SinkProblem, message: string, advice: string, options: ErrorOptions = {}) {
    super(message, advice, {
      ...options,
      exitCode: problem === "misconfigured" ? EXIT_CONFIG : EXIT_PASSING,
    });
    this.problem = problem;
  }
}

/** An event as a sink takes it. */
export interface SinkEvent {
  readonly eventId: string;
  readonly tenantId: string;
  readonly type: string;
  /** The event as CloudEvents JSON. */
  readonly body: string;
  /** The same without its data, for a sink that takes no larger message. */
  readonly thinBody: () => string;
}

/** The end of what a sink holds. */
export interface SinkEnd {
  /** Sequence of the newest event that the sink ever took; 0 before the first one. */
  readonly sequence: number;
  /** That event; undefined when the sink holds it no longer. */
  readonly eventId: string | undefined;
}

/** How much of a batch a sink has stored: its first events, in their order. */
export interface SinkReceipt {
  readonly stored: number;
  /** Why the rest is not stored; undefined when all is stored. */
  readonly error: SinkError | undefined;
}

/** The place that events go to. One process at a time can add events: each event is stored only directly after the one before it. */
export interface EventSink extends AsyncDisposable {
  /** Connects when there is no connection, and returns the end of what the sink holds. @throws SinkError */
  end(): Promise<SinkEnd>;
  /** Stores events in their order, after the event with this sequence. Never rejects. */
  store(after: number, events: readonly SinkEvent[]): Promise<SinkReceipt>;
}
