// One idempotency key for one intent: a double click, or a repeat after a lost answer, has one effect.
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";

/**
 * Makes a call with an effect. The same input keeps its key until it has succeeded, because a refused request leaves nothing under its key;
 * another input is another intent.
 * @param act sends the request with the key as `Idempotency-Key`
 */
export function useIntent<Input, Result>(
  act: (input: Input, key: string) => Promise<Result>,
  onDone?: (result: Result) => unknown,
) {
  const intent = useRef<{ readonly of: string; readonly key: string } | undefined>(undefined);
  const underWay = useRef(false);
  const mutation = useMutation({
    mutationFn: async (input: Input) => {
      const of = JSON.stringify(input);
      if (intent.current?.of !== of) intent.current = { of, key: crypto.randomUUID() };
      try {
        const result = await act(input, intent.current.key);
        intent.current = undefined;
        return result;
      } finally {
        underWay.current = false;
      }
    },
    onSuccess: onDone,
  });
  const start = (input: Input): void => {
    // The second click of a double click comes before the button can be shown as busy.
    if (underWay.current) return;
    underWay.current = true;
    mutation.mutate(input);
  };
  /** Forgets what was said about an earlier input. A call that is under way still tells its result, which may be a secret that is shown once. */
  const forget = (): void => {
    if (!underWay.current) mutation.reset();
  };
  return { ...mutation, start, forget };
}

/** The header of a request with an effect. */
export const keyed = (key: string) => ({ header: { "Idempotency-Key": key } });
