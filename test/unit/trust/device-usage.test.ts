import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { expect } from "chai";
import { parseCertificate } from "../../../src/trust/certificate.ts";
import { objectIdentifier, sequence } from "../../../src/trust/der/writer.ts";
import {
  EKU_ANY,
  EKU_CLIENT_AUTH,
  EKU_DEVICE,
  EXTENSION,
  POLICY_ANY,
  POLICY_PUBLISHER,
} from "../../../src/trust/oids.ts";
import { type LeafProblem, leafProblem } from "../../../src/trust/path/leaf.ts";
import { DEVICE } from "../../../src/trust/path/profile.ts";
import { validatePath } from "../../../src/trust/path.ts";
import * as forged from "./support/forge.ts";
import { caExtensions, caName, root, rootKey, rootName } from "./support/three-tier.ts";

const caKey = forged.p256();
const key = forged.p256();
const usages = (...oids: readonly string[]): Uint8Array =>
  forged.extension(EXTENSION.extendedKeyUsage, false, sequence(...oids.map(objectIdentifier)));
const policies = (...oids: readonly string[]): Uint8Array =>
  forged.extension(
    EXTENSION.certificatePolicies,
    false,
    sequence(...oids.map((oid) => sequence(objectIdentifier(oid)))),
  );
const device = forged.uri("https://a.example/a/1");

interface Variation {
  readonly key?: KeyObject;
  readonly ca?: boolean;
  readonly keyUsage?: readonly number[];
  readonly usage?: Uint8Array[];
  readonly policy?: Uint8Array[];
  readonly names?: Uint8Array[];
  readonly caUsage?: Uint8Array[];
  readonly caPolicy?: Uint8Array[];
}

function judge(change: Variation): LeafProblem | undefined {
  const leaf = forged.forge({
    subject: forged.name(["2.5.4.3", "device"]),
    issuer: caName,
    key: change.key ?? key,
    signingKey: caKey,
    extensions: [
      forged.basicConstraints(change.ca ?? false),
      forged.keyUsageBits(...(change.keyUsage ?? [forged.DIGITAL_SIGNATURE])),
      ...forged.identifiers(change.key ?? key, caKey),
      ...(change.usage ?? [usages(EKU_DEVICE)]),
      ...(change.policy ?? [policies(POLICY_PUBLISHER)]),
      ...(change.names ?? [forged.altNames(device)]),
    ],
  });
  const ca = forged.forge({
    subject: caName,
    issuer: rootName,
    key: caKey,
    signingKey: rootKey,
    extensions: [
      ...caExtensions(),
      ...forged.identifiers(caKey, rootKey),
      ...(change.caPolicy ?? [policies(POLICY_PUBLISHER)]),
      ...(change.caUsage ?? []),
    ],
  });
  const result = validatePath(
    {
      leaf: parseCertificate(leaf),
      intermediates: [parseCertificate(ca)],
      anchors: [parseCertificate(root())],
    },
    DEVICE,
    forged.NOW,
  );
  if (!result.valid) throw new Error(`the path is refused: ${result.reason}`);
  return leafProblem(result, DEVICE);
}

const CASES: readonly (readonly [string, Variation, LeafProblem | undefined])[] = [
  ["a device as the profile says", {}, undefined],
  ["any policy", { policy: [policies(POLICY_ANY)] }, undefined],
  ["a CA for any usage", { caUsage: [usages(EKU_ANY)] }, undefined],
  ["a CA for devices among others", { caUsage: [usages(EKU_CLIENT_AUTH, EKU_DEVICE)] }, undefined],
  ["a CA for other usages only", { caUsage: [usages(EKU_CLIENT_AUTH)] }, "EXTENDED_KEY_USAGE"],
  ["a CA", { ca: true }, "IS_A_CA"],
  ["a P-384 key", { key: generateKeyPairSync("ec", { namedCurve: "P-384" }).privateKey }, "KEY_TYPE"],
  ["another key usage", { keyUsage: [4] }, "KEY_USAGE"],
  ["a key usage more", { keyUsage: [0, 4] }, "KEY_USAGE"],
  ["no extended key usage", { usage: [] }, "EXTENDED_KEY_USAGE"],
  ["any extended key usage", { usage: [usages(EKU_ANY)] }, "EXTENDED_KEY_USAGE"],
  ["the usage of a merchant", { usage: [usages(EKU_CLIENT_AUTH)] }, "EXTENDED_KEY_USAGE"],
  ["no policy", { policy: [] }, "POLICY"],
  ["another policy", { policy: [policies("1.2.3")] }, "POLICY"],
  ["a CA without policy", { caPolicy: [] }, "POLICY"],
  ["no name", { names: [] }, "NAMES"],
  ["a DNS name", { names: [forged.altNames(forged.dns("a.example"))] }, "NAMES"],
  ["a name beside its own", { names: [forged.altNames(device, forged.dns("a.example"))] }, "NAMES"],
];

describe("the leaf of a path, by the profile of a device", () => {
  for (const [title, change, reason] of CASES) {
    it(`${reason === undefined ? "accepts" : "refuses"} ${title}`, () =>
      expect(judge(change)).to.equal(reason));
  }
});
