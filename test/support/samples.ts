// The samples that the pages of the operations show.
import { type Operation, operations } from "../../src/codegen/site/operations/contract.ts";
import { sampleRequest } from "../../src/codegen/site/operations/request.ts";
import { samplesOf } from "../../src/codegen/site/operations/samples.ts";

/** Returns the sample of each operation in a language. @throws Error if an operation has none */
export const samplesIn = (label: string): { operation: Operation; text: string }[] =>
  operations.map((operation) => {
    const sample = samplesOf(sampleRequest(operation)).find((each) => each.label === label);
    if (sample === undefined) throw new Error(`${operation.name} has no sample in ${label}`);
    return { operation, text: sample.text };
  });
