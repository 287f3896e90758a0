import { setFlagsFromString } from "node:v8";

/** How much the heap may grow before the next full collection, in percent of the memory that survived the last full collection. */
const growthPercent = {
  // A gateway has few long-lived objects. By default V8 lets the heap grow to a multiple of them to save a tenth of the CPU time
  // (measured under load: 360 MB resident instead of about 220 MB).
  gateway: 50,
  // A core has more long-lived objects. Marking them occupies the CPUs of a small machine for some 40 ms, in which calls wait. By default
  // V8 marks every few seconds under load, which shows in the 99th percentile of the latency.
  core: 150,
} as const;

/** Sets how far the heap of this process grows before V8 collects all of it. */
export function setHeapGrowth(tier: keyof typeof growthPercent): void {
  setFlagsFromString(`--heap-growing-percent=${growthPercent[tier]}`);
}
