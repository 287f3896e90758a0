/**
 * Reads an enum of the contract.
 *
 * @param values the contract's value for each word of the domain
 * @returns the domain's word for a value; undefined for an absent or unspecified value
 */
export function wordOf<Word extends string, Value>(
  values: Readonly<Record<Word, Value>>,
): (value: Value | undefined) => Word | undefined {
  const words = new Map(Object.entries<Value>(values).map(([word, value]) => [value, word as Word]));
  return (value) => (value === undefined ? undefined : words.get(value));
}
