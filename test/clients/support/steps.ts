// The steps of the conformance scenario (clients/conformance/steps.yaml).
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";

const schema = z
  .array(z.strictObject({ step: z.string().min(1), operations: z.array(z.string()), does: z.string() }))
  .min(1);

/** A step: its name, and the operations that have to reach the service in it. */
export type Step = z.infer<typeof schema>[number];

/** Reads the steps, in order. */
export function readSteps(): Step[] {
  const file = join(import.meta.dirname, "../../../clients/conformance/steps.yaml");
  return schema.parse(parse(readFileSync(file, "utf8")));
}
