/** The outcome of one call of a set: its value, or the error with which it would have failed alone. */
export type Outcome<T> = PromiseSettledResult<T>;

/** Runs a step of one call and returns its outcome. */
export function settle<T>(step: () => T): Outcome<T> {
  try {
    return fulfilled(step());
  } catch (reason) {
    return rejected(reason);
  }
}

/** Runs the next step of one call, unless an earlier step failed. */
export function proceed<T, U>(outcome: Outcome<T>, step: (value: T) => U): Outcome<U> {
  return outcome.status === "fulfilled" ? settle(() => step(outcome.value)) : outcome;
}

/**
 * Runs the next step once for all calls that have not failed. Failed calls keep their error.
 *
 * @param step returns an outcome for each value, in the order of the values
 */
export async function proceedTogether<T, U>(
  outcomes: readonly Outcome<T>[],
  step: (values: readonly T[]) => Promise<readonly Outcome<U>[]>,
): Promise<Outcome<U>[]> {
  const next = (await step(values(outcomes))).values();
  return outcomes.map((outcome) => {
    if (outcome.status === "rejected") return outcome;
    const { value } = next.next();
    if (value === undefined) throw new Error("a set returned no outcome for a call");
    return value;
  });
}

/** Returns the value of an outcome. @throws the error of a failed call */
export function unwrap<T>(outcome: Outcome<T> | undefined): T {
  if (outcome === undefined) throw new Error("a set returned no outcome for a call");
  if (outcome.status === "rejected") throw outcome.reason;
  return outcome.value;
}

/** Returns the values of the calls that have not failed. */
export function values<T>(outcomes: readonly Outcome<T>[]): T[] {
  return outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
}

/** Makes the outcome of a successful call. */
export const fulfilled = <T>(value: T): PromiseFulfilledResult<T> => ({ status: "fulfilled", value });

/** Makes the outcome of a failed call. */
export const rejected = (reason: unknown): PromiseRejectedResult => ({ status: "rejected", reason });
