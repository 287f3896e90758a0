// The certificate of a device, judged without the service: by the trust root and revocation lists.
import { expect } from "chai";
import { evaluateByCrls, type OfflineEvidence } from "../../../src/trust/authenticity/by-crls.ts";
import type { Crl } from "../../../src/trust/crl.ts";
import { issueCrl } from "../../../src/trust/crl/issue.ts";
import { issueAccessCa } from "../../../src/trust/issue/access-ca.ts";
import { issuePublisherCa } from "../../../src/trust/issue/publisher-ca.ts";
import {
  ASSET,
  ASSET_DOMAIN,
  ISSUED_AT,
  JUDGED_AT,
  makeChain,
  OTHER_ASSET,
  PUBLISHER,
} from "./support/chain.ts";
import * as forged from "./support/forge.ts";

const HOUR_MS = 3_600_000;
const { root, rootKey, ca, caKey, device } = makeChain();
const byRoot = { certificate: root, key: rootKey };
const byCa = { certificate: ca, key: caKey };
const list = (issuer: typeof byRoot, revoked: readonly bigint[] = [], ends = 1): Crl =>
  issueCrl(issuer, {
    number: 7n,
    thisUpdate: new Date(JUDGED_AT.getTime() - HOUR_MS),
    nextUpdate: new Date(JUDGED_AT.getTime() + ends * HOUR_MS),
    revoked: revoked.map((serial) => ({ serial, revokedAt: ISSUED_AT, reason: "keyCompromise" })),
  });
const evidence: OfflineEvidence = {
  chain: { leaf: device, others: [ca] },
  anchors: [root],
  crls: [list(byRoot), list(byCa)],
  assetId: ASSET,
  assetDomain: ASSET_DOMAIN,
};
const told = (changed: Partial<OfflineEvidence>): string => {
  const { genuine, checks, validUntil } = evaluateByCrls({ ...evidence, ...changed }, JUDGED_AT);
  const failed = checks.filter(({ outcome }) => outcome === "failed");
  expect(genuine).to.equal(checks.every(({ outcome }) => outcome === "passed"));
  expect(validUntil === undefined).to.equal(!genuine);
  return failed.map(({ check, reason }) => `${check}: ${reason}`).join() || "genuine";
};

describe("a device, judged by the trust root and revocation lists alone", () => {
  it("is genuine until the list that ends first", () => {
    const answer = evaluateByCrls(evidence, JUDGED_AT);
    expect(answer.checks.map(({ check, outcome }) => `${check} ${outcome}`)).to.deep.equal([
      "certificate_path passed",
      "publisher_certificate_revocation passed",
      "device_certificate_revocation passed",
      "device_usage passed",
      "device_binding passed",
    ]);
    expect(answer.genuine).to.equal(true);
    expect(answer.validUntil).to.deep.equal(new Date(JUDGED_AT.getTime() + HOUR_MS));
    expect(told({ crls: [list(byRoot, [1n]), list(byCa, [2n])] })).to.equal("genuine");
  });

  it("is not, when a list names it or the CA above it", () => {
    expect(told({ crls: [list(byRoot), list(byCa, [device.serial])] })).to.equal(
      "device_certificate_revocation: DEVICE_CERTIFICATE_REVOKED",
    );
    expect(told({ crls: [list(byRoot, [ca.serial]), list(byCa)] })).to.equal(
      "publisher_certificate_revocation: PUBLISHER_CERTIFICATE_REVOKED",
    );
  });

  it("is not, when only another CA of the same publisher does not list it: a list is of one CA's key", () => {
    const key = forged.p256();
    const second = issuePublisherCa(byRoot, {
      publisherId: PUBLISHER,
      organization: "Acme Mint",
      assetDomain: ASSET_DOMAIN,
      spki: forged.spkiOf(key),
      issuedAt: ISSUED_AT,
    });
    expect(second.subject.comparisonKeys).to.deep.equal(ca.subject.comparisonKeys);
    const later = list({ certificate: second, key });
    // Whoever presents a device chooses the certificates.
    const chain = { leaf: device, others: [ca, second] };
    for (const crls of [
      [later, list(byRoot), list(byCa, [device.serial])],
      [list(byCa, [device.serial]), list(byRoot), later],
    ])
      expect(told({ chain, crls })).to.equal("device_certificate_revocation: DEVICE_CERTIFICATE_REVOKED");
    expect(told({ chain, crls: [list(byRoot), later] })).to.equal(
      "device_certificate_revocation: REVOCATION_STATUS_UNKNOWN",
    );
    expect(told({ chain, crls: [later, list(byRoot), list(byCa)] })).to.equal("genuine");
  });

  it("is not, when a list is missing, has ended, or is of another issuer", () => {
    const unknown = "REVOCATION_STATUS_UNKNOWN";
    expect(told({ crls: [] })).to.equal(`publisher_certificate_revocation: ${unknown}`);
    expect(told({ crls: [list(byRoot)] })).to.equal(`device_certificate_revocation: ${unknown}`);
    expect(told({ crls: [list(byCa)] })).to.equal(`publisher_certificate_revocation: ${unknown}`);
    expect(told({ crls: [list(byRoot), list(byCa, [], -0.5)] })).to.equal(
      `device_certificate_revocation: ${unknown}`,
    );
    const other = makeChain();
    expect(told({ crls: [list(byRoot), list({ certificate: other.ca, key: other.caKey })] })).to.equal(
      `device_certificate_revocation: ${unknown}`,
    );
    expect(told({ crls: Array.from({ length: 65 }, () => list(byRoot)) })).to.equal(
      "certificate_path: TOO_MANY_CRLS",
    );
  });

  it("is not, under another root, for another asset, or in another asset domain", () => {
    expect(told({ anchors: [makeChain().root] })).to.match(/^certificate_path: /);
    expect(told({ assetId: OTHER_ASSET })).to.equal("device_binding: DEVICE_NAME_MISMATCH");
    expect(told({ assetDomain: "assets.elsewhere.example" })).to.equal(
      "device_binding: DEVICE_NAME_MISMATCH",
    );
  });

  it("is no device when it is a CA under the same root", () => {
    const key = forged.p256();
    const merchants = issueAccessCa(byRoot, {
      holder: "merchant",
      assetDomain: ASSET_DOMAIN,
      spki: forged.spkiOf(key),
      issuedAt: ISSUED_AT,
    });
    const crls = [list(byRoot), list({ certificate: merchants, key })];
    expect(told({ chain: { leaf: merchants, others: [] }, crls })).to.equal("device_usage: DEVICE_IS_A_CA");
  });
});
