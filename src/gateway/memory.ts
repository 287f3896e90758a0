import { setFlagsFromString } from "node:v8";

/** By this much the heap may outgrow what was alive after the last whole collection, before the next. */
const GROWTH_PERCENT = 50;

/**
 * Bounds what this process keeps of the garbage that it makes. A gateway has little that lives long; left alone, V8 lets the heap grow to
 * a multiple of it (measured under load: 360 MB resident instead of about 220) to save a tenth of the CPU time.
 */
export function boundHeap(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}
