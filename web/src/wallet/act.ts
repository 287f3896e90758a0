import { useQueryClient } from "@tanstack/react-query";
import { useIntent } from "../intent.ts";

/**
 * Does something for the holder, once for a double click. What the views show is read again afterwards, also after an error: the request may
 * have had its effect, and only the answer was lost.
 * @param act sends the request with the key as `Idempotency-Key`
 * @param name of the intent, where it must have one effect also when the view was closed after a lost answer and opened again
 */
export function useAct<Input, Result>(
  act: (input: Input, key: string) => Promise<Result>,
  onDone?: (result: Result) => unknown,
  name?: string,
) {
  const client = useQueryClient();
  // How the wallet stands changes by acts of their own, which say so.
  const readAgain = () =>
    client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "standing" });
  return useIntent(
    async (input: Input, key: string) => {
      try {
        return await act(input, key);
      } catch (error) {
        void readAgain();
        throw error;
      }
    },
    (result) => {
      onDone?.(result);
      return readAgain();
    },
    name,
  );
}
