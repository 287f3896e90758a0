import type { Metric, Registry } from "prom-client";

type Labels<L extends string> = Readonly<Record<L, string | number>>;

export interface DurationsOptions<L extends string> {
  name: string;
  help: string;
  labelNames: readonly L[];
  /** Upper bounds in seconds, ascending. */
  buckets: readonly number[];
  registers: readonly Registry[];
}

/** A span that has recorded an observation. */
interface TracedBy {
  readonly traceId: string;
}

/** An observation with the trace that recorded it, as OpenMetrics has it. */
export interface Exemplar {
  readonly labelSet: { readonly trace_id: string };
  /** Seconds. */
  readonly value: number;
  /** Unix time in seconds. */
  readonly timestamp: number;
}

/** Observations of one combination of labels. */
class Series<L extends string> {
  readonly labels: Labels<L>;
  readonly bounds: readonly number[];
  /** Number of observations in each bucket, not cumulative. The last element counts the observations above all bounds. */
  readonly counts: number[];
  sum = 0;
  /** The last observation of each bucket that a trace has recorded. */
  exemplars: (Exemplar | undefined)[] | undefined;

  constructor(labels: Labels<L>, bounds: readonly number[]) {
    this.labels = labels;
    this.bounds = bounds;
    this.counts = [...bounds.map(() => 0), 0];
  }

  observe(seconds: number, span?: TracedBy): void {
    const { bounds, counts } = this;
    let at = 0;
    while (at < bounds.length && seconds > (bounds[at] as number)) at += 1;
    counts[at] = (counts[at] as number) + 1;
    this.sum += seconds;
    if (span === undefined) return;
    this.exemplars ??= [];
    const labelSet = { trace_id: span.traceId };
    this.exemplars[at] = { labelSet, value: seconds, timestamp: Date.now() / 1000 };
  }
}

interface Node<L extends string> {
  readonly next: Map<string, Node<L>>;
  series: Series<L> | undefined;
}

const node = <L extends string>(): Node<L> => ({ next: new Map(), series: undefined });

/**
 * A Prometheus histogram of durations for hot paths. The class finds a series directly by the label values. The histogram of prom-client
 * builds a string from the labels for every observation. The registry collects the metric like any other metric.
 */
export class Durations<L extends string> {
  readonly name: string;
  readonly help: string;
  readonly type = "histogram";
  readonly aggregator = "sum";
  readonly labelNames: readonly L[];
  readonly #bounds: readonly number[];
  #root = node<L>();
  #all: Series<L>[] = [];

  constructor({ name, help, labelNames, buckets, registers }: DurationsOptions<L>) {
    this.name = name;
    this.help = help;
    this.labelNames = labelNames;
    this.#bounds = buckets;
    // prom-client declares a metric as one of its own classes, but uses only its name, `get` and `reset`.
    for (const registry of registers) registry.registerMetric(this as unknown as Metric<L>);
  }

  /** @param span the span that recorded what took this time, for an exemplar */
  observe(labels: Labels<L>, seconds: number, span?: TracedBy): void {
    this.#seriesOf(labels).observe(seconds, span);
  }

  /** Returns the series with these label values, in the order of `labelNames`. A caller that observes a series often keeps the result. */
  labels(...values: readonly (string | number)[]): { observe(seconds: number, span?: TracedBy): void } {
    const named = this.labelNames.map((name, index) => [name, values[index] ?? ""]);
    return this.#seriesOf(Object.fromEntries(named) as Labels<L>);
  }

  /** Starts a measurement. @returns a function that takes the remaining labels and observes the time since the start */
  startTimer(first: Partial<Labels<L>>): (rest?: Partial<Labels<L>>) => void {
    const start = performance.now();
    return (rest) => {
      this.observe({ ...first, ...rest } as Labels<L>, (performance.now() - start) / 1000);
    };
  }

  reset(): void {
    this.#root = node();
    this.#all = [];
  }

  /** Returns cumulative buckets, sum and count of each series, in the form that the registry expects. */
  async get() {
    const values = this.#all.flatMap((series) => this.#valuesOf(series));
    return { name: this.name, help: this.help, type: this.type, values, aggregator: this.aggregator };
  }

  #valuesOf({ labels, counts, sum, exemplars }: Series<L>) {
    let count = 0;
    const buckets = counts.map((found, index) => {
      count += found;
      const le = this.#bounds[index] ?? "+Inf";
      const exemplar = exemplars?.[index];
      return {
        labels: { le, ...labels },
        value: count,
        metricName: `${this.name}_bucket`,
        ...(exemplar ? { exemplar } : {}),
      };
    });
    return [
      ...buckets,
      { labels, value: sum, metricName: `${this.name}_sum` },
      { labels, value: count, metricName: `${this.name}_count` },
    ];
  }

  #seriesOf(labels: Labels<L>): Series<L> {
    let current = this.#root;
    for (const name of this.labelNames) {
      const value = labels[name];
      const key = typeof value === "string" ? value : String(value);
      let next = current.next.get(key);
      if (!next) {
        next = node();
        current.next.set(key, next);
      }
      current = next;
    }
    if (!current.series) {
      current.series = new Series({ ...labels }, this.#bounds);
      this.#all.push(current.series);
    }
    return current.series;
  }
}
