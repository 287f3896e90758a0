// Reads what PromQL expressions select, as far as this repository writes PromQL.

/** A condition of a selector on a label. */
interface Matcher {
  readonly label: string;
  readonly operator: "=" | "!=" | "=~" | "!~";
  readonly value: string;
}

/** The metric that an expression reads, with its conditions. */
export interface Selector {
  readonly metric: string;
  readonly matchers: readonly Matcher[];
}

/** What an expression names. */
export interface Named {
  readonly selectors: readonly Selector[];
  /** Labels after `by`, `ignoring` and the like. */
  readonly labels: readonly string[];
}

const groupings = new Set(["by", "without", "on", "ignoring", "group_left", "group_right"]);
const operators = new Set(["and", "or", "unless", "bool", "offset", "inf", "nan"]);
const token = /"(?:[^"\\]|\\.)*"|\[[^\]]*\]|\d[\w.]*|[a-zA-Z_:][\w:]*|\{[^}]*\}|\S/g;

const matchersIn = (braces: string): Matcher[] => {
  const found = [...braces.matchAll(/(\w+)\s*(=~|!~|!=|=)\s*"((?:[^"\\]|\\.)*)"\s*(?:,|\}$)/g)];
  const rest = braces.replace(/\w+\s*(?:=~|!~|!=|=)\s*"(?:[^"\\]|\\.)*"/g, "").replace(/[{},\s]/g, "");
  if (rest !== "") throw new Error(`not a list of matchers: ${braces}`);
  return found.map(([, label = "", operator, value = ""]) => ({
    label,
    operator: operator as Matcher["operator"],
    value,
  }));
};

/** Returns the selectors and labels of an expression. @throws Error for selectors without the name of a metric */
export function namedIn(expression: string): Named {
  const tokens = expression.match(token) ?? [];
  const selectors: Selector[] = [];
  const labels: string[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const word = tokens[at] as string;
    const next = tokens[at + 1];
    if (word.startsWith("{")) throw new Error(`a selector without a metric: ${word}`);
    if (!/^[a-zA-Z_:]/.test(word) || operators.has(word)) continue;
    if (groupings.has(word)) {
      // Without parentheses group_left copies no labels.
      if (next !== "(") continue;
      for (at += 2; tokens[at] !== ")"; at += 1) if (tokens[at] !== ",") labels.push(tokens[at] as string);
      continue;
    }
    if (next === "(" || (next !== undefined && groupings.has(next) && tokens[at + 2] === "(")) {
      // `sum(…)` and `sum by (…) (…)`. A metric before `on (…)` would have an operator between.
      continue;
    }
    if (next?.startsWith("{")) {
      selectors.push({ metric: word, matchers: matchersIn(next) });
      at += 1;
    } else selectors.push({ metric: word, matchers: [] });
  }
  return { selectors, labels };
}

/** A sample of a metrics endpoint: its name and its labels. */
export interface Sample {
  readonly metric: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** Returns the samples of a Prometheus text, with the labels of the target added. */
export function samplesIn(text: string, target: Readonly<Record<string, string>>): Sample[] {
  return text
    .split("\n")
    .map((line) => line.match(/^([a-zA-Z_:][\w:]*)(\{.*\})? \S+$/))
    .filter((match) => match !== null)
    .map(([, metric = "", braces = "{}"]) => ({
      metric,
      labels: { ...Object.fromEntries(labelsIn(braces)), ...target },
    }));
}

const labelsIn = (braces: string): [string, string][] =>
  [...braces.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label = "", value = ""]) => [label, value]);
