// Rules, dashboards and runbooks fit together.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { namedIn } from "./expressions.ts";
import { dashboards, root, rules, ruleTests, runbookOf, runbooks } from "./files.ts";

const alerts = rules.filter(({ alert }) => alert !== undefined);
const names = alerts.map(({ alert }) => alert as string);
const panels = dashboards.flatMap(({ file, panels }) =>
  panels.map((panel) => ({ ...panel, at: `${file}: ${panel.title}` })),
);
const withoutRepeats = (words: readonly string[]): string[] => [...new Set(words)];

describe("alerts", () => {
  it("have a name of their own, a severity, a summary and a description", () => {
    expect(names.length).to.be.above(30);
    expect(names).to.deep.equal(withoutRepeats(names));
    for (const { alert, labels, annotations } of alerts) {
      expect(labels?.severity, alert).to.be.oneOf(["page", "ticket"]);
      expect(annotations?.summary, alert).to.match(/^[A-Z].{10,}[^.]$/);
      expect(annotations?.description, alert).to.match(/.{20,}\.$/s);
    }
  });

  it("lead to their runbooks, and each runbook has its alert", () => {
    for (const { alert, annotations } of alerts)
      expect(annotations?.runbook_url).to.equal(runbookOf(alert as string));
    expect(names.map(runbookOf).sort()).to.deep.equal([...runbooks].sort());
    for (const name of names) {
      const text = readFileSync(join(root, runbookOf(name)), "utf8");
      const severity = alerts.find(({ alert }) => alert === name)?.labels?.severity;
      expect(text).to.match(new RegExp(`^# ${name}\nSeverity: ${severity}\\.`));
      const parts = [...text.matchAll(/^\*\*([A-Z][a-z ]+)\.?\*\*/gm)].map(([, part]) => part);
      expect(parts, name).to.deep.equal([
        "Meaning",
        "Customers notice",
        "Look at",
        "Do",
        "Over when",
        "Tell",
      ]);
    }
  });

  it("stand in the list of runbooks with their severity", () => {
    const listed = [
      ...readFileSync(join(root, "docs/runbooks/README.md"), "utf8").matchAll(
        /^\| \[(\w+)\]\(([\w-]+\.md)\) \| (\w+) \|/gm,
      ),
    ].map(([, name, file, severity]) => `${name} docs/runbooks/${file} ${severity}`);
    expect(listed.sort()).to.deep.equal(
      alerts.map(({ alert = "", labels }) => `${alert} ${runbookOf(alert)} ${labels?.severity}`).sort(),
    );
  });

  it("each have a unit test in which they fire, and one in which they do not", () => {
    const checked = (fires: boolean) =>
      ruleTests.flatMap(({ tests }) =>
        tests.flatMap(({ promql_expr_test }) =>
          promql_expr_test
            .filter(({ exp_samples }) => exp_samples.length > 0 === fires)
            .map(({ expr }) => /alertname="(\w+)"/.exec(expr)?.[1]),
        ),
      );
    for (const fires of [true, false])
      expect(withoutRepeats(names)).to.deep.equal(names.filter((name) => checked(fires).includes(name)));
  });
});

describe("dashboards", () => {
  it("have uids and titles of their own, and take the data source from a variable", () => {
    expect(dashboards).to.have.lengthOf(5);
    for (const word of ["uid", "title"] as const) {
      const words = dashboards.map((dashboard) => dashboard[word]);
      expect(words).to.deep.equal(withoutRepeats(words));
    }
    for (const { templating, file } of dashboards) {
      const variables = templating.list.map(({ name, type }) => `${name} ${type}`);
      expect(variables, file).to.include.members(["datasource datasource", "runbooks textbox"]);
      const sources = readFileSync(join(root, "deploy/observability/grafana/dashboards", file), "utf8").match(
        /"uid": "(?!pda-)[^"]*"/g,
      );
      expect(withoutRepeats(sources ?? []), file).to.deep.equal([`"uid": "\${datasource}"`]);
    }
  });

  it("have panels with a description, a unit, and links to runbooks that exist", () => {
    for (const { at, description, fieldConfig, links = [], targets } of panels) {
      expect(description, at).to.match(/^.{15,}\.$/s);
      expect(fieldConfig?.defaults?.unit, at).to.match(/^[a-z_]+$/);
      expect(targets.length, at).to.be.above(0);
      for (const { title, url } of links) {
        const alert = title.replace(/^Runbook: /, "");
        expect(names, at).to.include(alert);
        expect(url, at).to.equal(runbookOf(alert).replace("docs/runbooks", `\${runbooks}`));
      }
    }
  });

  it("lead to the runbook of every alert", () => {
    const linked = panels.flatMap(({ links = [] }) =>
      links.map(({ title }) => title.replace(/^Runbook: /, "")),
    );
    expect(names.filter((name) => !linked.includes(name))).to.deep.equal([]);
  });
});

describe("the reader of PromQL", () => {
  it("finds metrics, conditions and labels, and no functions", () => {
    const text =
      'sum by (le, route) (rate(a_bucket{x="1",y=~"b|c"}[5m])) / on (x) group_left pda:b:ratio > 2 * 1.5e9 and time() < d offset 1h';
    const { selectors, labels } = namedIn(text);
    expect(selectors).to.deep.equal([
      {
        metric: "a_bucket",
        matchers: [
          { label: "x", operator: "=", value: "1" },
          { label: "y", operator: "=~", value: "b|c" },
        ],
      },
      { metric: "pda:b:ratio", matchers: [] },
      { metric: "d", matchers: [] },
    ]);
    expect(labels).to.deep.equal(["le", "route", "x"]);
    expect(() => namedIn('{x="1"}')).to.throw(/without a metric/);
  });
});
