// How the search of the site weighs what it finds. It runs in the reader's browser: the theme gives it to VitePress, because a function in
// the settings would become a text that the browser has to evaluate, and the policy of the pages forbids that.
import { isName, JOINT, namesIn, termsOf } from "./search-terms.ts";

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
/** Reasons of errors. A reader who does not ask for a reason by its name seeks something else. */
const REASON = { section: /^\/docs\/reference\/errors#(?!svc-)./, weight: 0.3 };
/** The product's own name is on every page, so it tells little. */
const PRODUCT = { name: "pda", weight: 0.1 };
const NAME_WEIGHT = 40;
/** The pages that explain names. Other pages use them. */
const HOME = { commands: /^\/docs\/command-line/, others: /^\/docs\/reference\/errors#./, weight: 20 };
/** The part of a term's letters that may differ. */
const FUZZY = 0.2;

/** Returns the weight of a section for the search. @param id the address of its page, with its anchor */
function weightOf(id: string, { titles }: Stored): number {
  const [page = ""] = id.split("#");
  if (REASON.section.test(id) && titles.length > 0) return REASON.weight;
  const weight = PAGES.find(([pattern]) => pattern.test(page))?.[1] ?? 1;
  if (!OPERATION.test(page)) return titles.length === 0 ? weight * FIRST_HEADING : weight;
  if (titles.length > 0) return PART_OF_OPERATION;
  return BEGINNING.test(page) ? FIRST_HEADING : FIRST_HEADING * OTHER_OPERATION;
}

const isHome = (id: string, name: string): boolean =>
  (name.startsWith(JOINT + PRODUCT.name + JOINT) ? HOME.commands : HOME.others).test(id);

function weightOfTerm(term: string): number {
  if (isName(term)) return NAME_WEIGHT;
  return term === PRODUCT.name ? PRODUCT.weight : 1;
}

/** Options of the search, for MiniSearch. */
export const searchOptions = {
  tokenize: termsOf,
  // A name is meant as it is written.
  fuzzy: (term: string) => (isName(term) ? false : FUZZY),
  boost: { title: 8, titles: 3 },
  boostTerm: weightOfTerm,
  boostDocument: (id: string, term: string, stored: Stored) =>
    isName(term) && isHome(id, term) ? HOME.weight : weightOf(id, stored),
};

/** Returns the page of an operation with the words of its name in its first heading: `Create refund (CreateRefund)`. */
const withWords = (markdown: string): string =>
  markdown.replace(/^# (([A-Z][a-z]+)([A-Z]\w+))(?=\n)/, (_all, name: string, verb: string, rest: string) => {
    const words = rest.replaceAll(/\B[A-Z]/g, " $&").toLowerCase();
    return `# ${verb} ${words} (${name}) {#${name.toLowerCase()}}`;
  });

/** Returns a page with a section for each row that has an anchor, such as the reasons of errors. */
const withSections = (markdown: string): string =>
  markdown.replaceAll(
    /^\| <a id="([^"]+)"><\/a>`([^`]+)` \| (.*) \|$/gm,
    (_all, anchor: string, name: string, text: string) => `\n### ${name} {#${anchor}}\n\n${text}`,
  );

/** Returns the Markdown of a page as the index takes it. The page itself stays as it is. */
export const markdownOfIndex = (markdown: string): string => withSections(withWords(markdown));

/** Returns the HTML of a page as the index takes it: each name in a heading or in code is also one term, outside of what readers see. */
export const htmlOfIndex = (html: string): string =>
  html.replaceAll(/<h\d.*?<\/h\d>|<code>[^<]+<\/code>/gs, (part) => {
    const text = part.replaceAll(/<a class="header-anchor".*?<\/a>|<[^>]*>/gs, "");
    return `${part} ${namesIn(text).join(" ")}`;
  });
