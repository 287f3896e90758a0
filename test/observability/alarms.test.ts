// The alarms of the service and the alerts of Prometheus say the same about the same matter.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { codeOfReason } from "../../src/chain/error.ts";
import { alarmOfReason, type AlarmName, catalogue, runbookPathOf } from "../../src/domain/alarm/catalogue.ts";
import * as limits from "../../src/domain/alarm/limits.ts";
import { awaitedReasons } from "../../src/domain/settlement/awaited.ts";
import { root, rules, runbookOf } from "./files.ts";

const names = Object.keys(catalogue) as AlarmName[];
const ruleOf = (name: string) => {
  const rule = rules.find(({ alert }) => alert === name);
  if (!rule) throw new Error(`Prometheus has no alert ${name}`);
  return rule;
};
/** Reasons of settlements with a next step of their own. */
const advised = [
  ...readFileSync(join(root, "src/domain/settlement/advice.ts"), "utf8").matchAll(/^  ([A-Z_]+):/gm),
].map(([, reason]) => reason as string);
/** Reasons of calls to networks, and codes of calls without a reason. A settlement keeps them as they are. */
const ofNetworks = [...Object.keys(codeOfReason), ...new Set(Object.values(codeOfReason))];
/** Reasons of settlements that pass by themselves, or that the next version may have. */
const otherReasons = ["DEADLINE_EXCEEDED", "TRANSFER_FAILED", "INTERNAL"];
const reasons = [...new Set([...advised, ...ofNetworks, ...otherReasons])];

describe("alarms of the service", () => {
  it("have the severity, the summary and the runbook of the alert of the same name", () => {
    for (const name of names) {
      const { labels, annotations } = ruleOf(name);
      const { severity, summary } = catalogue[name];
      expect({ name, severity, summary }).to.deep.equal({
        name,
        severity: labels?.severity,
        summary: annotations?.summary,
      });
      expect(`${runbookPathOf(name).slice(1)}.md`).to.equal(runbookOf(name));
    }
  });

  it("stand on the page of the runbooks, all and no others", () => {
    const text = readFileSync(join(root, "docs/runbooks/README.md"), "utf8");
    const [, list = ""] = /limits of the alerts:\n([\w,\s]+)\.\n/.exec(text) ?? [];
    expect(list.split(/,\s+/).sort()).to.deep.equal([...names].sort());
  });

  it("have a next step of their own, or one for each reason", () => {
    const byReason = names.filter((name) => catalogue[name].nextStep === undefined);
    expect(advised.length).to.be.above(10);
    expect([...new Set(reasons.map(alarmOfReason))].sort()).to.deep.equal(byReason.sort());
  });

  it("take each reason of a settlement to the one alert that takes it, except those that wait as they should", () => {
    expect(reasons).to.include.members([...awaitedReasons]);
    for (const reason of reasons) {
      const alerts = rules.flatMap(({ alert, expr }) => {
        const [, operator = "", form = ""] =
          /settlement_problems\{reason(=~|!~|=)"([^"]+)"\}/.exec(expr) ?? [];
        const isTaken = new RegExp(`^(?:${form})$`).test(reason) === (operator !== "!~");
        return form !== "" && isTaken ? [alert] : [];
      });
      const expected = awaitedReasons.includes(reason) ? [] : [alarmOfReason(reason)];
      expect(alerts, reason).to.deep.equal(expected);
    }
  });

  it("wake a person up when somebody else uses the signer's key, or a node refuses to answer", () => {
    expect(alarmOfReason("SEQUENCE_USED")).to.equal("SettlementSignerDisputed");
    expect(alarmOfReason("NODE_REFUSED")).to.equal("NetworkUnavailable");
  });

  it("have the limits of the alerts", () => {
    const product = (text = ""): number =>
      text.split("*").reduce((value, factor) => value * Number(factor.trim()), 1);
    const limitIn = (name: AlarmName, form: RegExp): number => product(form.exec(ruleOf(name).expr)?.[1]);
    const last = /[<>] ([\d* ]+?)\s*$/;
    const period = /\[1h\]/;
    expect(limitIn("LedgerNotChecked", last)).to.equal(limits.ledgerUncheckedSeconds(3_600));
    expect(limitIn("SettlementStuck", last)).to.equal(limits.SETTLEMENT_STUCK_SECONDS);
    expect(limitIn("WebhookDeliveryLate", last)).to.equal(limits.DELIVERY_LATE_SECONDS);
    expect(limitIn("WebhookEndpointsDisabled", last)).to.equal(limits.ENDPOINTS_DISABLED_MAX);
    expect(limitIn("RelayLagging", last)).to.equal(limits.RELAY_LAG_SECONDS);
    expect(limitIn("RootListExpiresSoon", last)).to.equal(limits.ROOT_LIST_SOON_SECONDS);
    expect(limitIn("RootListExpires", last)).to.equal(limits.ROOT_LIST_SECONDS);
    expect(limitIn("WalletRecoveryVetoed", last)).to.equal(0);
    expect(ruleOf("EventOrderStopped").for).to.equal(`${limits.EVENT_ORDER_SECONDS / 60}m`);
    for (const name of ["WebhookEndpointsDisabled", "WalletRecoveryVetoed"])
      expect(ruleOf(name).expr).to.match(period);
    expect(limits.COUNTED_SECONDS).to.equal(3_600);
  });
});
