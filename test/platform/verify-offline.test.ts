// `pda verify --root`: the verdict of a verifier that has files and no service. openssl is the second judge.
import { spawnSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { encodePem } from "../../src/trust/armour.ts";
import { issueCrl } from "../../src/trust/crl/issue.ts";
import { issueDeviceCertificate } from "../../src/trust/issue/device.ts";
import { issuePublisherCa } from "../../src/trust/issue/publisher-ca.ts";
import { issueTrustRoot } from "../../src/trust/issue/trust-root.ts";
import { certificatesToPem } from "../../src/trust/pem.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { type Outcome, pda } from "./program.ts";

const keyPair = () => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return { key: privateKey, spki: publicKey.export({ format: "der", type: "spki" }) };
};

describe("pda verify without the service", function () {
  this.timeout(120_000);
  const directory = temporaryDirectory();
  after(() => directory[Symbol.dispose]());
  const file = (name: string, content: string | Uint8Array): string => {
    const place = join(directory.path, name);
    writeFileSync(place, content);
    return place;
  };

  const issuedAt = new Date();
  const [publisherId, assetId] = [newId("publisher"), newId("asset")];
  const assetDomain = "assets.pda.example";
  const [rootKeys, caKeys] = [keyPair(), keyPair()];
  const root = issueTrustRoot({ key: rootKeys.key, organization: "Test", commonName: "Root", issuedAt });
  const ca = issuePublisherCa(
    { certificate: root, key: rootKeys.key },
    { publisherId, organization: "Acme Mint", assetDomain, spki: caKeys.spki, issuedAt },
  );
  const device = issueDeviceCertificate(
    { certificate: ca, key: caKeys.key },
    { publisherId, assetId, chip: "04:A2", assetDomain, spki: keyPair().spki, issuedAt },
  );
  const listOf = (issuer: "root" | "ca", revoked: readonly bigint[] = []): Uint8Array =>
    issueCrl(
      issuer === "root" ? { certificate: root, key: rootKeys.key } : { certificate: ca, key: caKeys.key },
      {
        number: 1n,
        thisUpdate: issuedAt,
        nextUpdate: new Date(issuedAt.getTime() + 86_400_000),
        revoked: revoked.map((serial) => ({ serial, revokedAt: issuedAt, reason: "keyCompromise" })),
      },
    ).der;
  const chain = file("device.pem", certificatesToPem([device, ca]));
  const anchor = file("root.crt", certificatesToPem([root]));
  const lists = {
    root: file("root.crl", listOf("root")),
    ca: file("ca.crl.pem", encodePem("X509 CRL", listOf("ca"))),
    caWithDevice: file("revoking.crl", listOf("ca", [device.serial])),
    rootWithCa: file("revoking-root.crl", listOf("root", [ca.serial])),
  };

  const run = (...args: string[]): Promise<Outcome> =>
    pda(["verify", assetId, chain, ...args], { env: { PDA_DATA_DIR: directory.path }, cwd: directory.path });
  const offline = (...crls: string[]): Promise<Outcome> =>
    run("--root", anchor, ...crls.flatMap((crl) => ["--crl", crl]));
  const opensslSays = (crls: readonly Uint8Array[]): boolean => {
    const pem = file("all.pem", crls.map((der) => encodePem("X509 CRL", der)).join(""));
    const args = ["verify", "-x509_strict", "-crl_check_all", "-CRLfile", pem, "-CAfile", anchor];
    return spawnSync("openssl", [...args, "-untrusted", chain, chain]).status === 0;
  };

  it("finds a device genuine by the root and the lists of the whole chain, and openssl agrees", async () => {
    const { code, stdout, stderr } = await offline(lists.root, lists.ca);
    expect(code, stderr).to.equal(0);
    expect(stdout).to.match(/^device_certificate_revocation +passed$/m);
    expect(stdout).to.contain("verdict      GENUINE");
    expect(stdout).to.contain("not checked  whether the asset is in use");
    expect(opensslSays([listOf("root"), listOf("ca")])).to.equal(true);
  });

  it("refuses what a list revokes or does not tell of, and openssl agrees", async () => {
    const revoked = await offline(lists.root, lists.caWithDevice);
    expect(revoked.code).to.equal(1);
    expect(revoked.stdout).to.match(/^device_certificate_revocation +failed +DEVICE_CERTIFICATE_REVOKED$/m);
    expect(revoked.stdout).to.contain("verdict      NOT GENUINE");
    expect(opensslSays([listOf("root"), listOf("ca", [device.serial])])).to.equal(false);

    const withdrawn = await offline(lists.rootWithCa, lists.ca);
    expect(withdrawn.stdout).to.match(
      /^publisher_certificate_revocation +failed +PUBLISHER_CERTIFICATE_REVOKED$/m,
    );
    expect(opensslSays([listOf("root", [ca.serial]), listOf("ca")])).to.equal(false);

    const unknown = await offline(lists.root);
    expect(unknown.code).to.equal(1);
    expect(unknown.stdout).to.match(/^device_certificate_revocation +failed +REVOCATION_STATUS_UNKNOWN$/m);
    expect(opensslSays([listOf("root")])).to.equal(false);
  });

  it("prints JSON and nothing else when asked to", async () => {
    const { stdout } = await run("--root", anchor, "--crl", lists.root, lists.ca, "--json");
    const answer = JSON.parse(stdout);
    expect(answer).to.include({ genuine: true });
    expect(Date.parse(answer.expireTime)).to.be.within(Date.now(), Date.now() + 86_400_000);
  });

  it("ends with 2 when there is no verdict", async () => {
    for (const [args, words] of [
      [["--root", anchor], "must be given together"],
      [["--crl", lists.root], "must be given together"],
      [["--root", anchor, "--crl", anchor], "root.crt is not a revocation list"],
      [["--root", anchor, "--crl", join(directory.path, "none.crl")], "none.crl cannot be opened"],
      [["--root", lists.root, "--crl", lists.root], "root.crl has no valid certificate"],
      [["--root", anchor, "--crl", lists.root, "--url", "https://pda.example"], "cannot be used with"],
    ] as const) {
      const { code, stderr } = await run(...args);
      expect(code, stderr).to.equal(2);
      expect(stderr).to.contain(words);
    }
  });
});
