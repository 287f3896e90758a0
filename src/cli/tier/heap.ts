import { setFlagsFromString } from "node:v8";

/** By how many percent the heap of a tier may outgrow what was alive after the last whole collection, before the next. */
const growthPercent = {
  // A gateway has little that lives long; left alone, V8 lets its heap grow to a multiple of that (measured under load: 360 MB resident
  // instead of about 220) to save a tenth of the CPU time.
  gateway: 50,
  // A core has more that lives long, and marking it takes the CPUs of a small machine for some 40 ms, in which calls wait. Left alone, V8
  // does so every few seconds under load, often enough for the 99th percentile to show it.
  core: 150,
} as const;

/** Sets when V8 collects the whole heap of this process. */
export function setHeapGrowth(tier: keyof typeof growthPercent): void {
  setFlagsFromString(`--heap-growing-percent=${growthPercent[tier]}`);
}
