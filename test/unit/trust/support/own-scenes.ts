import type { KeyObject } from "node:crypto";
import { issueCrl } from "../../../../src/trust/crl/issue.ts";
import { POLICY_ANY } from "../../../../src/trust/oids.ts";
import { ISSUED_AT, JUDGED_AT, makeChain } from "./chain.ts";
import * as forged from "./forge.ts";
import * as crl from "./forge-crl.ts";
import * as policy from "./forge-policy.ts";
import { adopt, type Document } from "./pki.ts";
import type { Scene } from "./pkits.ts";

const YEAR_MS = 365 * 86_400_000;

/** Valid chains of ours with all that the validator processes, whatever vectors are there. */
export function ownScenes(): Scene[] {
  return [deviceScene(), wholeScene()];
}

/** Root, publisher CA and device as the product makes them, with the CRLs that it would publish. */
function deviceScene(): Scene {
  const { root, rootKey, ca, caKey, device, deviceKey } = makeChain();
  const list = (issuer: { certificate: typeof root; key: KeyObject }): Uint8Array =>
    issueCrl(issuer, {
      number: 7n,
      thisUpdate: ISSUED_AT,
      nextUpdate: new Date(ISSUED_AT.getTime() + YEAR_MS),
      revoked: [{ serial: 99n, revokedAt: ISSUED_AT, reason: "keyCompromise" }],
    }).der;
  return {
    title: "device chain",
    leaf: adopt("certificate", device.der, { own: deviceKey, signing: caKey }),
    certificates: [adopt("certificate", ca.der, { own: caKey, signing: forSha256(rootKey) })],
    anchor: adopt("certificate", root.der, { own: forSha256(rootKey), signing: forSha256(rootKey) }),
    crls: [
      adopt("crl", list({ certificate: root, key: rootKey }), {
        own: undefined,
        signing: forSha256(rootKey),
      }),
      adopt("crl", list({ certificate: ca, key: caKey }), { own: undefined, signing: caKey }),
    ],
    parameters: { time: JUDGED_AT },
  };
}

const substitutes = new Map<KeyObject, KeyObject>();
/** Documents are signed again with SHA-256, so the root gets a P-256 key in place of its P-384 one. */
function forSha256(key: KeyObject): KeyObject {
  const substitute = substitutes.get(key) ?? forged.p256();
  substitutes.set(key, substitute);
  return substitute;
}

/** Two CAs with policies, mappings, name constraints of every form, scoped and delta CRLs. */
function wholeScene(): Scene {
  const [rootKey, caKey, subKey, leafKey] = [forged.p256(), forged.p256(), forged.p256(), forged.p256()];
  const organization = ["2.5.4.10", "Acme"] as const;
  const rootName = forged.name(["2.5.4.3", "Root"]);
  const caName = forged.name(organization, ["2.5.4.3", "CA"]);
  const subName = forged.name(organization, ["2.5.4.3", "Sub"]);
  const leafName = forged.name(organization, ["2.5.4.3", "Leaf"]);
  const point = { names: [forged.uri("http://crl.acme.example/sub.crl")] };
  const certificate = (
    subject: Uint8Array,
    issuer: Uint8Array,
    key: KeyObject,
    signing: KeyObject,
    extensions: readonly Uint8Array[],
  ): Document =>
    adopt("certificate", forged.forge({ subject, issuer, key, signingKey: signing, extensions }), {
      own: key,
      signing,
    });
  const authority = (pathLength: number, key: KeyObject, issuerKey: KeyObject): Uint8Array[] => [
    forged.basicConstraints(true, pathLength),
    forged.keyUsageBits(forged.KEY_CERT_SIGN, 6),
    ...forged.identifiers(key, issuerKey),
  ];
  const list = (content: crl.CrlForgery): Document =>
    adopt("crl", crl.forgeCrl(content), { own: undefined, signing: content.signingKey });
  return {
    title: "whole chain",
    anchor: certificate(rootName, rootName, rootKey, rootKey, [
      forged.basicConstraints(true),
      forged.keyUsageBits(forged.KEY_CERT_SIGN, 6),
      forged.subjectKeyId(rootKey),
    ]),
    certificates: [
      certificate(caName, rootName, caKey, rootKey, [
        ...authority(1, caKey, rootKey),
        policy.policies("1.2.1", "1.2.2"),
        policy.policyMappings(["1.2.1", "1.3.1"], ["1.2.1", "1.3.2"]),
        policy.policyConstraints(0, 1),
        policy.inhibitAnyPolicy(1),
        forged.nameConstraints(
          [
            forged.directory(forged.name(organization)),
            forged.uri(".acme.example"),
            forged.dns("acme.example"),
            forged.email("acme.example"),
            forged.ip(10, 0, 0, 0, 255, 0, 0, 0),
          ],
          [forged.dns("bad.acme.example"), forged.directory(forged.name(organization, ["2.5.4.3", "Bad"]))],
        ),
      ]),
      certificate(subName, caName, subKey, caKey, [
        ...authority(0, subKey, caKey),
        policy.policies("1.3.1", POLICY_ANY),
      ]),
    ],
    leaf: certificate(leafName, subName, leafKey, subKey, [
      forged.basicConstraints(false),
      forged.keyUsageBits(forged.DIGITAL_SIGNATURE),
      ...forged.identifiers(leafKey, subKey),
      policy.policies("1.3.1"),
      forged.altNames(
        forged.uri("https://a.acme.example/x"),
        forged.dns("a.acme.example"),
        forged.email("u@acme.example"),
        forged.ip(10, 1, 2, 3),
      ),
      crl.distributionPoints(point),
    ]),
    crls: [
      list({ issuer: rootName, signingKey: rootKey, extensions: [crl.issuingPoint({ flags: [2] })] }),
      list({ issuer: caName, signingKey: caKey, entries: [crl.crlEntry(5n, crl.crlReason(1))] }),
      list({
        issuer: subName,
        signingKey: subKey,
        entries: [crl.crlEntry(77n, crl.crlReason(6))],
        extensions: [crl.issuingPoint(point), crl.freshestCrl(point)],
      }),
      list({
        issuer: subName,
        signingKey: subKey,
        number: 6,
        entries: [crl.crlEntry(77n, crl.crlReason(8))],
        extensions: [crl.issuingPoint(point), crl.deltaIndicator(5)],
      }),
    ],
    parameters: {
      time: forged.NOW,
      policies: { explicitPolicyRequired: true, acceptable: new Set(["1.2.1", "1.2.9"]) },
    },
  };
}
