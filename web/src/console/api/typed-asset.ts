// What people type about a new asset, as the interface takes it.

/** Returns the words of a text, each once. */
export const wordsOf = (text: string): string[] => [
  ...new Set(text.split(/[\s,;]+/).filter((word) => word !== "")),
];

const KEYS_MAX = 50;

/** Returns the facts of lines `key = value`; undefined when a line has another form, or a key stands twice. */
export function metadataOf(text: string): Record<string, string> | undefined {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const entries = lines.map((line) => /^\s*([^=]{1,40}?)\s*=\s*(.*?)\s*$/s.exec(line)?.slice(1) ?? []);
  const keys = entries.map(([key = ""]) => key);
  const isRight =
    entries.length <= KEYS_MAX &&
    keys.every((key) => key !== "" && key !== "__proto__") &&
    new Set(keys).size === keys.length;
  return isRight ? Object.fromEntries(entries) : undefined;
}

/** The terms of a ticket as people type them; times are those of `datetime-local` in the reader's own zone. */
export interface TypedTerms {
  readonly notBefore: string;
  readonly notAfter: string;
  readonly gateGroups: string;
  readonly useCount: string;
  readonly redeemers: string;
}

interface Terms {
  readonly notBeforeTime?: string;
  readonly notAfterTime?: string;
  gateGroups?: string[];
  readonly useCount?: number;
  redeemers?: string[];
}

/** Returns the terms, without those that are left empty; undefined when no term is given. */
export function termsOf(typed: TypedTerms): Terms | undefined {
  const gateGroups = wordsOf(typed.gateGroups);
  const redeemers = wordsOf(typed.redeemers);
  const terms = {
    ...(typed.notBefore === "" ? {} : { notBeforeTime: new Date(typed.notBefore).toISOString() }),
    ...(typed.notAfter === "" ? {} : { notAfterTime: new Date(typed.notAfter).toISOString() }),
    ...(gateGroups.length === 0 ? {} : { gateGroups }),
    ...(typed.useCount.trim() === "" ? {} : { useCount: Number(typed.useCount) }),
    ...(redeemers.length === 0 ? {} : { redeemers }),
  };
  return Object.keys(terms).length === 0 ? undefined : terms;
}
