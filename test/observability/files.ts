// The files of deploy/observability, and the runbooks.
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parse } from "yaml";

export const root = join(import.meta.dirname, "../..");
const folder = join(root, "deploy/observability");

/** An alert, or a recording rule. */
export interface Rule {
  readonly alert?: string;
  readonly record?: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** A panel of a dashboard. */
interface Panel {
  readonly title: string;
  readonly description?: string;
  readonly fieldConfig?: { readonly defaults?: { readonly unit?: string } };
  readonly links?: readonly { readonly title: string; readonly url: string }[];
  readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
}

/** A dashboard of Grafana. */
export interface Dashboard {
  readonly file: string;
  readonly uid: string;
  readonly title: string;
  readonly templating: { readonly list: readonly { readonly name: string; readonly type: string }[] };
  readonly panels: readonly Panel[];
}

/** A file of promtool's unit tests. */
interface RuleTests {
  readonly tests: readonly {
    readonly promql_expr_test: readonly { readonly expr: string; readonly exp_samples: readonly unknown[] }[];
  }[];
}

/** The scrape configuration of one machine. */
interface Configuration {
  readonly scrape_configs: readonly {
    readonly job_name: string;
    readonly static_configs: readonly { readonly labels: Readonly<Record<string, string>> }[];
  }[];
}

export const ruleFiles = globSync("prometheus/rules/*.yaml", { cwd: folder }).map((file) =>
  join(folder, file),
);
export const ruleTestFiles = globSync("prometheus/tests/*.yaml", { cwd: folder }).map((file) =>
  join(folder, file),
);
export const configurations = globSync("prometheus/*.yaml", { cwd: folder }).map((file) =>
  join(folder, file),
);

const yamlOf = <T>(file: string): T => parse(readFileSync(file, "utf8")) as T;

export const rules = ruleFiles.flatMap((file) =>
  yamlOf<{ groups: readonly { rules: readonly Rule[] }[] }>(file).groups.flatMap((group) => group.rules),
);
export const ruleTests = ruleTestFiles.map((file) => yamlOf<RuleTests>(file));
export const configuration = yamlOf<Configuration>(join(folder, "prometheus/prometheus.yaml"));

/** The dashboards. @throws SyntaxError when a file is not JSON */
export const dashboards = globSync("grafana/dashboards/*.json", { cwd: folder }).map((file) => ({
  ...(JSON.parse(readFileSync(join(folder, file), "utf8")) as Dashboard),
  file: basename(file),
}));

/** Path of the runbook of an alert, in the repository. */
export const runbookOf = (alert: string): string =>
  `docs/runbooks/${alert.replace(/(?<!^)(?=[A-Z])/g, "-").toLowerCase()}.md`;
export const runbooks = globSync("docs/runbooks/*.md", { cwd: root }).filter(
  (file) => basename(file) !== "README.md",
);
