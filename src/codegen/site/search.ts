// How the search of the site weighs what it finds. It runs in the reader's browser: the theme gives it to VitePress, because a function in
// the settings would become a text that the browser has to evaluate, and the policy of the pages forbids that.

/** What the index keeps of a section of a page. */
interface Stored {
  readonly title: string;
  /** The headings above. Empty for the first heading of a page. */
  readonly titles: readonly string[];
}

/** The weight of a page, by the beginning of its address. The first that fits holds. */
const PAGES: readonly (readonly [RegExp, number])[] = [
  [/^\/docs\/(?:guides\/|quickstart-|reference\/(?!scopes)|command-line)/, 2],
  [/^\/docs\/(?:changelog|decisions|asvs|fapi|threat-model|performance|dependencies|releasing)/, 0.1],
  [/^\/docs\/(?:api\/$|contributing|runbooks\/|events\/|interface|architecture|audit)/, 0.3],
];
const FIRST_HEADING = 3;
const OPERATION = /^\/docs\/api\/./;
/** Sections below the first heading of an operation's page: they are alike on all those pages. */
const PART_OF_OPERATION = 0.2;
/** A newcomer looks for the operation with which a thing begins. */
const BEGINNING = /^\/docs\/api\/(?:create|register|issue)-/;
const OTHER_OPERATION = 0.5;
/** The product's own name is on every page, so it tells little. */
const PRODUCT = { name: "pda", weight: 0.1 };

/** Returns the weight of a section for the search. @param id the address of its page, with its anchor */
function weightOf(id: string, { titles }: Stored): number {
  const [page = ""] = id.split("#");
  const weight = PAGES.find(([pattern]) => pattern.test(page))?.[1] ?? 1;
  if (!OPERATION.test(page)) return titles.length === 0 ? weight * FIRST_HEADING : weight;
  if (titles.length > 0) return PART_OF_OPERATION;
  return BEGINNING.test(page) ? FIRST_HEADING : FIRST_HEADING * OTHER_OPERATION;
}

/** Options of the search, for MiniSearch. */
export const searchOptions = {
  boost: { title: 8, titles: 3 },
  boostTerm: (term: string) => (term === PRODUCT.name ? PRODUCT.weight : 1),
  boostDocument: (id: string, _term: string, stored: Stored) => weightOf(id, stored),
};

/** Returns the page of an operation with the words of its name in its first heading, for the index alone: `Create refund (CreateRefund)`. */
export const withWords = (markdown: string): string =>
  markdown.replace(/^# (([A-Z][a-z]+)([A-Z]\w+))(?=\n)/, (_all, name: string, verb: string, rest: string) => {
    const words = rest.replaceAll(/\B[A-Z]/g, " $&").toLowerCase();
    return `# ${verb} ${words} (${name}) {#${name.toLowerCase()}}`;
  });
