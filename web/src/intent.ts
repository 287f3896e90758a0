// One idempotency key for one intent: a double click, or a repeat after a lost answer, has one effect.
import { PdaError } from "@pda/client/browser";
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";

type Keys = Map<string, string>;
type IntentName<Input> = string | ((input: Input) => string);

/** Keys of intents that have a name, as long as the page is open. */
const named: Keys = new Map();

/** The service has had another request under this key. It was an earlier try of the same intent, and has had its effect. */
export const wasDoneBefore = (error: unknown): boolean =>
  error instanceof PdaError && error.reason === "IDEMPOTENCY_KEY_REUSED";

/**
 * Returns how to make a call with an effect. The same input keeps its key until it has succeeded, because a refused request leaves nothing
 * under its key; another input is another intent. Who asks for what is being called already gets the result of that call.
 * @param act sends the request with the key as `Idempotency-Key`
 * @param name of the intent, where it must have one effect also when the view was closed after a lost answer and opened again. A function
 *   names the intent of an input: inputs of one name are one intent
 */
export function useKeyed<Input, Result>(
  act: (input: Input, key: string) => Promise<Result>,
  name?: IntentName<Input>,
): (input: Input) => Promise<Result> {
  const own = useRef<Keys>(new Map());
  const calls = useRef<Map<string, Promise<Result>>>(new Map());
  const keys = name === undefined ? own.current : named;
  return (input) => {
    const of = typeof name === "function" ? name(input) : JSON.stringify([name, input]);
    const key = keys.get(of) ?? crypto.randomUUID();
    keys.set(of, key);
    const send = async () => {
      try {
        const result = await act(input, key);
        keys.delete(of);
        return result;
      } catch (error) {
        // A reader who has seen that and goes on means another one.
        if (wasDoneBefore(error)) keys.delete(of);
        throw error;
      } finally {
        calls.current.delete(of);
      }
    };
    // After this function has written it down, so that a call that fails at once is no longer there.
    const call = calls.current.get(of) ?? Promise.resolve().then(send);
    calls.current.set(of, call);
    return call;
  };
}

/** Makes a call with an effect as `useKeyed` does, and no other one until it is answered. */
export function useIntent<Input, Result>(
  act: (input: Input, key: string) => Promise<Result>,
  onDone?: (result: Result) => unknown,
  name?: IntentName<Input>,
) {
  const call = useKeyed(act, name);
  const underWay = useRef(false);
  const mutation = useMutation({
    mutationFn: (input: Input) =>
      call(input).finally(() => {
        underWay.current = false;
      }),
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
