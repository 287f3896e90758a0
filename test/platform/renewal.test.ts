import { X509Certificate } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { expect } from "chai";
import { createRoot } from "../../src/pki/authority.ts";
import { initialise, RENEW_WITHIN_DAYS, renew } from "../../src/pki/installation.ts";
import { layout } from "../../src/pki/names.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const trustDomain = "pda.internal";
const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000);

describe("renewed certificates of the tiers", () => {
  it("come with the reason and the new end of each", async () => {
    using dir = temporaryDirectory();
    const files = layout(dir.path);
    const [madeAt, now] = [daysFromNow(-31), new Date()];
    await initialise({ dir: dir.path, trustDomain, now: madeAt });
    const expiry = (file: string) => new X509Certificate(readFileSync(file)).validToDate.toISOString();
    const expired = expiry(files.tier("core").cert);
    rmSync(files.tier("worker").cert);
    writeFileSync(files.tier("gateway").cert, "broken");
    const foreign = await createRoot("another root", 30);
    writeFileSync(files.https.cert, foreign.cert);
    const renewed = await renew({ dir: dir.path, trustDomain, withinDays: 7, now });
    expect(Object.fromEntries(renewed.map(({ name, reason }) => [name, reason]))).to.deep.equal({
      "spiffe://pda.internal/core": `it expired on ${expired}`,
      "spiffe://pda.internal/chain-adapter": `it expired on ${expired}`,
      "spiffe://pda.internal/worker": "it was missing",
      "spiffe://pda.internal/gateway": "its file held no certificate",
      "public HTTPS": "the present tier root did not issue it",
    });
    const [first] = renewed;
    expect(first?.notAfter.toISOString()).to.equal(expiry(files.tier("gateway").cert));
    const [again] = await renew({ dir: dir.path, trustDomain, withinDays: 31 });
    expect(again?.reason).to.equal(`it ends on ${first?.notAfter.toISOString()}`);
  });

  it("come from pda up before an alert asks for them", () => {
    const rules = readFileSync("deploy/observability/prometheus/rules/processes.yaml", "utf8");
    const [rule] = /CertificateExpiresSoon[^]*?for:/.exec(rules) as RegExpExecArray;
    const days = [...rule.matchAll(/< (\d+) \* 86400/g)].map(([, number]) => Number(number));
    expect(days).to.have.lengthOf(2);
    expect(RENEW_WITHIN_DAYS).to.be.greaterThan(Math.max(...days) + 1);
  });
});
