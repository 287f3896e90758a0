/** Requests that must be signed: none, those of operations that move money or change credentials, or all. */
export type RequestSigning = "optional" | "sensitive" | "required";

const strictness = { optional: 0, sensitive: 1, required: 2 } as const satisfies Record<
  RequestSigning,
  number
>;

/** Tells whether a policy requires signatures wherever another one does. */
export const isAsStrict = (policy: RequestSigning, other: RequestSigning): boolean =>
  strictness[policy] >= strictness[other];

/** Returns the strictest of some policies, where an absent one is optional. */
export function strictest(...policies: readonly (RequestSigning | undefined)[]): RequestSigning {
  return policies.reduce<RequestSigning>(
    (most, policy = "optional") => (isAsStrict(most, policy) ? most : policy),
    "optional",
  );
}
