// The texts of the payment page in each language: data, so that a translator needs no code.
import { readFileSync } from "node:fs";
import Negotiator from "negotiator";

type Texts = Readonly<Record<string, string>>;

/** A text by its key, with what stands in the place of `{merchant}` and `{wallet}`. */
export interface Language {
  /** BCP 47. */
  readonly tag: string;
  readonly direction: "ltr" | "rtl";
  readonly texts: Texts;
}

const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(["ar", "fa", "he", "ur"]);

const languages: ReadonlyMap<string, Language> = new Map(
  Object.entries(
    JSON.parse(readFileSync(new URL("texts.json", import.meta.url), "utf8")) as Record<string, Texts>,
  ).map(([tag, texts]) => [tag, { tag, texts, direction: RIGHT_TO_LEFT.has(tag) ? "rtl" : "ltr" }]),
);

/** All languages of the page. The first is the one for readers whose languages the page does not have. */
export const LANGUAGES: readonly Language[] = [...languages.values()];

/** Returns the language that the reader has chosen, else the best of those that the browser names (RFC 4647, RFC 9110 section 12.5.4). */
export function languageOf(chosen: string | null, acceptLanguage: string | undefined): Language {
  const preferred = new Negotiator({ headers: { "accept-language": acceptLanguage ?? "*" } }).languages();
  for (const tag of [chosen ?? "", ...preferred]) {
    const found = languages.get(tag.toLowerCase().split("-")[0] ?? "");
    if (found) return found;
  }
  return LANGUAGES[0] as Language;
}
