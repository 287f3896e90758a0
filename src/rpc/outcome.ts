/** What one call of a set came to: its value, or the error that it would have failed with alone. */
export type Outcome<T> = PromiseSettledResult<T>;

/** What a step of one call comes to. */
export function settle<T>(step: () => T): Outcome<T> {
  try {
    return fulfilled(step());
  } catch (reason) {
    return rejected(reason);
  }
}

/** The next step of one call, unless an earlier one failed. */
export function proceed<T, U>(outcome: Outcome<T>, step: (value: T) => U): Outcome<U> {
  return outcome.status === "fulfilled" ? settle(() => step(outcome.value)) : outcome;
}

/**
 * Runs the next step once, for all calls that have not failed. The others keep their failure.
 *
 * @param step gives an outcome for each value, in their order
 */
export async function proceedTogether<T, U>(
  outcomes: readonly Outcome<T>[],
  step: (values: readonly T[]) => Promise<readonly Outcome<U>[]>,
): Promise<Outcome<U>[]> {
  const next = (await step(values(outcomes))).values();
  return outcomes.map((outcome) => {
    if (outcome.status === "rejected") return outcome;
    const { value } = next.next();
    if (value === undefined) throw new Error("a set has left a call without an outcome");
    return value;
  });
}

/** The value. @throws the error */
export function unwrap<T>(outcome: Outcome<T> | undefined): T {
  if (outcome === undefined) throw new Error("a set has left a call without an outcome");
  if (outcome.status === "rejected") throw outcome.reason;
  return outcome.value;
}

/** The values of those that did not fail. */
export function values<T>(outcomes: readonly Outcome<T>[]): T[] {
  return outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
}

/** A call that went well. */
export const fulfilled = <T>(value: T): PromiseFulfilledResult<T> => ({ status: "fulfilled", value });

/** A failed call. */
export const rejected = (reason: unknown): PromiseRejectedResult => ({ status: "rejected", reason });
