// docs/trust.md speaks of this product: the checks, reasons, operations and limits that it names are those of the code.
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { operations } from "../../gen/rest/operations.ts";
import {
  SHARD_SIZE,
  STATUS_LIFETIME_SECONDS,
  STATUS_TTL_SECONDS,
} from "../../src/domain/status/status-list.ts";
import { authenticityChecks } from "../support/authenticity-checks.ts";
import { assurances } from "../../src/domain/asset/policy.ts";
import { LIFETIME } from "../../src/trust/profile.ts";

const page = readFileSync(new URL("../../docs/trust.md", import.meta.url), "utf8");

describe("docs/trust.md", () => {
  it("shows every step of the evaluation, in its order", () => {
    const picture = /^flowchart TD\n {2}subgraph c .*?^```/ms.exec(page)?.[0] ?? "";
    const places = authenticityChecks
      .filter((check) => check !== "proof_of_possession")
      .map((check) => picture.indexOf(`["${check}`));
    expect(places).to.not.include(-1);
    expect(places).to.deep.equal([...places].sort((a, b) => a - b));
    for (const check of authenticityChecks) expect(picture).to.include(check);
    expect(page)
      .to.include("Eleven steps")
      .and.satisfy(() => authenticityChecks.length === 11);
  });

  it("names every assurance, and only operations that there are", () => {
    for (const assurance of assurances.slice(1)) expect(page).to.include(`\`${assurance}\``);
    const known = new Set(
      operations.flatMap(({ http }) => (http ? [`${http.verb.toUpperCase()} ${http.template}`] : [])),
    );
    const named = [...page.matchAll(/`(GET|POST) (?:\/api\/v1)?(\/[^`]+)`/g)];
    expect(named).to.have.length.above(4);
    for (const [, verb, path] of named) {
      const template = `/api/v1${path}`.replace(
        /[A-Z](?=[^{]*\})/g,
        (capital) => `_${capital.toLowerCase()}`,
      );
      expect(known).to.include(`${verb} ${template}`);
    }
  });

  it("states the lifetimes of the code", () => {
    const { trustRootYears, publisherCaYears, deviceYears, identityIssuerYears } = LIFETIME;
    expect(page).to.include(`P-384, ${trustRootYears} years`);
    expect(page).to.include(`P-256, ${publisherCaYears} years`);
    expect(page).to.include(`P-256, ${deviceYears} years`);
    expect(page).to.include(`P-256, ${identityIssuerYears} years`);
    expect(page).to.include(`${SHARD_SIZE.toLocaleString("en-US")} entries`);
    expect(page).to.include(`\`ttl\` ${STATUS_TTL_SECONDS} s`);
    expect(page)
      .to.include("`exp` a day")
      .and.satisfy(() => STATUS_LIFETIME_SECONDS === 86_400);
  });
});
