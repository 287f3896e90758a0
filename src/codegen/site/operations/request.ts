// The request that the samples of an operation send, with the values of the document's examples.
import type { Operation } from "./contract.ts";

/** A request of an operation. */
export interface SampleRequest {
  readonly operation: Operation;
  /** Values of the parameters in the path. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | number | boolean>>;
  /** Whether the request takes an idempotency key. */
  readonly hasKey: boolean;
  /** The body. Undefined without one. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

/** Returns the request of an operation's samples. Its query has what is required, and what the document has examples of. */
export function sampleRequest(operation: Operation): SampleRequest {
  const valuesOf = (place: "path" | "query") =>
    Object.fromEntries(
      operation.parameters
        .filter((parameter) => parameter.in === place && parameter.example !== undefined)
        .map(({ name, example }) => [name, example]),
    );
  const body = operation.body?.examples[0]?.value as SampleRequest["body"];
  const { updateMask, ...query } = valuesOf("query") as SampleRequest["query"];
  // All operations have one example of a mask, which names what only one of them updates.
  const isOfBody =
    updateMask !== undefined &&
    String(updateMask)
      .split(",")
      .every((name) => body?.[name] !== undefined);
  return {
    operation,
    path: valuesOf("path") as Record<string, string>,
    query: isOfBody ? { ...query, updateMask } : query,
    hasKey: operation.parameters.some(({ name }) => name === "Idempotency-Key"),
    body,
  };
}

/** An idempotency key in samples: every request of one's own has another one. */
export const SAMPLE_KEY = "3f0e6f7c-9d1b-4c57-8a4e-2b6d51c0a9e3";

/** Returns path and query of a request. */
export function targetOfRequest({ operation, path, query }: SampleRequest): string {
  const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(path[name] as string),
  );
  const text = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return text.size > 0 ? `${filled}?${text.toString()}` : filled;
}
