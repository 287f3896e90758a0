import { execFileSync, spawnSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import pg from "pg";
import type {
  IdentityIssuer,
  RegisterIdentityIssuerResponse,
} from "../../gen/ts/pda/publisher/v1/identity_issuer_service.ts";
import type { RevocationList } from "../../gen/ts/pda/verification/v1/record.ts";
import type { GetRevocationListResponse } from "../../gen/ts/pda/verification/v1/record_service.ts";
import type { Device } from "../../src/domain/asset/device.ts";
import { RevocationLists } from "../../src/services/revocation/revocation-lists.ts";
import { parseCertificate } from "../../src/trust/certificate.ts";
import { parseCrl } from "../../src/trust/crl.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { newKey, newRequest, printed } from "./support/openssl.ts";
import { anonymous, type BoundAsset, Registry } from "./support/registry.ts";

const crlOf = (der: Uint8Array): string =>
  execFileSync("openssl", ["crl", "-inform", "DER"], { input: der, encoding: "utf8" });

/** What openssl says of a device's chain with these CRLs. */
function judged(chain: string, root: string, crls: readonly Uint8Array[]): { ok: boolean; output: string } {
  using directory = temporaryDirectory();
  const at = (name: string, text: string): string => {
    const path = join(directory.path, name);
    writeFileSync(path, text);
    return path;
  };
  const [leaf = "", ...above] = chain.split(/(?<=-----END CERTIFICATE-----\n)/);
  const args = ["verify", "-x509_strict", "-crl_check_all", "-trusted", at("root.pem", root)];
  args.push(
    "-CRLfile",
    at("crls.pem", crls.map(crlOf).join("")),
    "-untrusted",
    at("above.pem", above.join("")),
  );
  const { status, stdout, stderr } = spawnSync("openssl", [...args, at("leaf.pem", leaf)], {
    encoding: "utf8",
  });
  return { ok: status === 0, output: `${stdout}${stderr}` };
}

describe("certificate revocation lists", function () {
  this.timeout(60_000);
  let registry: Registry;
  let publisherId: string;
  let client: pg.Client;
  before(async () => {
    registry = await Registry.start();
    ({ publisherId } = await registry.publisher());
    client = new pg.Client({ connectionString: registry.harness.url });
    await client.connect();
  });
  after(async () => {
    await client.end();
    await registry[Symbol.asyncDispose]();
  });

  const shown = async (revocationListId: string): Promise<RevocationList> => {
    const answer = await registry.harness.call<GetRevocationListResponse>(
      "GetRevocationList",
      { revocationListId },
      { as: anonymous },
    );
    return answer.revocationList as RevocationList;
  };
  /** What a core that has just started shows. */
  const der = async (id: string): Promise<Uint8Array> => {
    const fresh = new RevocationLists({ store: registry.harness.store, trust: registry.trust });
    return (await fresh.list(id))?.der as Uint8Array;
  };
  const issuerOf = async ({ binding }: BoundAsset): Promise<string> => {
    const device = await registry.harness.store.read.devices.get(
      publisherId,
      binding.assetId,
      binding.deviceId,
    );
    return issuerCertificateOf(device);
  };
  const revokeDevice = ({ binding }: BoundAsset) =>
    client.query("update device set status = 'revoked', revoked_at = now() where fingerprint = $1", [
      Buffer.from(binding.certificateFingerprint, "hex"),
    ]);

  it("let openssl accept a good device and refuse a revoked one", async () => {
    const [good, bad] = [await registry.boundAsset(publisherId), await registry.boundAsset(publisherId)];
    const ca = await issuerOf(good);
    const before = [await der("root"), await der(ca)];
    for (const { binding } of [good, bad]) {
      const verdict = judged(binding.deviceCertificate, registry.root, before);
      expect(verdict.ok, verdict.output).to.equal(true);
    }
    await revokeDevice(bad);
    const after = [await der("root"), await der(ca)];
    expect(judged(good.binding.deviceCertificate, registry.root, after).ok).to.equal(true);
    const refused = judged(bad.binding.deviceCertificate, registry.root, after);
    expect(refused.ok).to.equal(false);
    expect(refused.output).to.match(/certificate revoked/);
  });

  it("let openssl refuse a revoked key that signs digital identities, as RFC 5280 §5 wants of a complete list", async () => {
    const register = async () => {
      const answer = await registry.harness.call<RegisterIdentityIssuerResponse>("RegisterIdentityIssuer", {
        publisherId,
        credential: { $case: "certificateSigningRequest", value: newRequest(newKey()) },
      });
      return answer.identityIssuer as IdentityIssuer;
    };
    const [good, bad] = [await register(), await register()];
    const address = /URI:https:\/\/localhost:8443\/api\/v1\/verification\/crls\/(crt_[a-z0-9]+)/;
    const [, ca = ""] = address.exec(printed(bad.certificateChain)) ?? [];
    const lists = async () => [await der("root"), await der(ca)];
    expect(judged(bad.certificateChain, registry.root, await lists()).ok).to.equal(true);
    const { certificateId } = bad;
    await registry.harness.call("RevokeIdentityIssuer", { publisherId, certificateId });
    const after = await lists();
    expect(judged(good.certificateChain, registry.root, after).ok).to.equal(true);
    const refused = judged(bad.certificateChain, registry.root, after);
    expect(refused.ok).to.equal(false);
    expect(refused.output).to.match(/certificate revoked/);
  });

  it("let openssl refuse every device under a revoked publisher CA", async () => {
    const { publisherId: other } = await registry.publisher("Other Mint");
    const bound = await registry.boundAsset(other);
    const device = await registry.harness.store.read.devices.get(
      other,
      bound.assetId,
      bound.binding.deviceId,
    );
    const ca = issuerCertificateOf(device);
    expect(
      judged(bound.binding.deviceCertificate, registry.root, [await der("root"), await der(ca)]).ok,
    ).to.equal(true);
    await registry.harness.store.transact((tx) => tx.publisherCertificates.revoke(other, ca));
    const refused = judged(bound.binding.deviceCertificate, registry.root, [
      await der("root"),
      await der(ca),
    ]);
    expect(refused.ok).to.equal(false);
    expect(refused.output).to.match(/certificate revoked/);
  });

  it("say why a publisher's certificate was withdrawn, also when that turns out to be worse", async () => {
    const { certificateId, certificate } = await registry.certificate(publisherId, newRequest(newKey()));
    const { serial, issuer } = parseCertificate(new X509Certificate(certificate).raw);
    const reason = async () => parseCrl(await der("root")).entryOf({ issuer, serial })?.reason;
    expect(await reason()).to.equal(undefined);
    const revoke = (why: "superseded" | "key_compromise") =>
      registry.harness.store.transact((tx) =>
        tx.publisherCertificates.revoke(publisherId, certificateId, why),
      );
    await revoke("superseded");
    expect(await reason()).to.equal("superseded");
    await revoke("key_compromise");
    expect(await reason()).to.equal("keyCompromise");
  });

  it("are named in the certificates that are issued from now on", async () => {
    const bound = await registry.boundAsset(publisherId);
    const [leaf = "", ca = ""] = bound.binding.deviceCertificate.split(/(?<=-----END CERTIFICATE-----\n)/);
    const address = /URI:(https:\/\/localhost:8443\/api\/v1\/verification\/crls\/[a-z0-9_-]+)/;
    const [, atDevice = ""] = address.exec(printed(leaf)) ?? [];
    const [, atCa = ""] = address.exec(printed(ca)) ?? [];
    expect(atDevice.split("/").at(-1)).to.equal(await issuerOf(bound));
    const rootList = await shown(atCa.split("/").at(-1) as string);
    expect(rootList.revocationListId).to.match(/^root-[0-9a-f]{16}$/);
    expect(await shown("root")).to.deep.equal(rootList);
  });

  it("stay the same while they say the same, and get a greater number when they do not", async () => {
    const bound = await registry.boundAsset(publisherId);
    const ca = await issuerOf(bound);
    const first = parseCrl(await der(ca));
    expect(parseCrl(await der(ca)).fingerprint).to.equal(first.fingerprint);
    expect(first.nextUpdate.getTime() - first.thisUpdate.getTime()).to.equal(86_400_000);
    await revokeDevice(bound);
    const second = parseCrl(await der(ca));
    const number = ({ extensions }: typeof first): bigint => extensions.number as bigint;
    expect(number(second) > number(first)).to.equal(true);
    expect(second.entryCount).to.equal(first.entryCount + 1);
  });

  it("name a revoked certificate for a day after its end, so that a list of after its end has it (RFC 5280 §3.3)", async () => {
    const bound = await registry.boundAsset(publisherId);
    const ca = await issuerOf(bound);
    const [leaf] = bound.binding.deviceCertificate.split(/(?<=-----END CERTIFICATE-----\n)/);
    const { issuer, serial } = parseCertificate(new X509Certificate(leaf as string).raw);
    await revokeDevice(bound);
    const endedFor = (time: string) =>
      client.query("update device set not_after = now() - $2::interval where fingerprint = $1", [
        Buffer.from(bound.binding.certificateFingerprint, "hex"),
        time,
      ]);
    const entry = async () => parseCrl(await der(ca)).entryOf({ issuer, serial });
    await endedFor("23 hours 59 minutes");
    expect(await entry()).to.deep.include({ serial });
    await endedFor("24 hours 1 minute");
    expect(await entry()).to.equal(undefined);
  });

  it("get a certificate that is revoked while another one leaves them, whichever was revoked first", async () => {
    const [leaving, coming] = [
      await registry.boundAsset(publisherId),
      await registry.boundAsset(publisherId),
    ];
    const ca = await issuerOf(leaving);
    await revokeDevice(leaving);
    // The newest revocation stays the newest one.
    await revokeDevice(await registry.boundAsset(publisherId));
    const first = parseCrl(await der(ca));
    // A transaction that began before the first revocation, and commits after it.
    await client.query(
      `update device d set status = 'revoked', revoked_at = (select max(revoked_at) from device) - interval '1 s'
        where fingerprint = $1`,
      [Buffer.from(coming.binding.certificateFingerprint, "hex")],
    );
    await client.query("update device set not_after = now() - interval '2 days' where fingerprint = $1", [
      Buffer.from(leaving.binding.certificateFingerprint, "hex"),
    ]);
    const second = parseCrl(await der(ca));
    expect(second.fingerprint).to.not.equal(first.fingerprint);
    const refused = judged(coming.binding.deviceCertificate, registry.root, [
      await der("root"),
      await der(ca),
    ]);
    expect(refused.output).to.match(/certificate revoked/);
  });

  it("name devices by the stored serial numbers, so that a long list needs no certificate to be parsed", async () => {
    const bound = await registry.boundAsset(publisherId);
    const ca = await issuerOf(bound);
    const [leaf] = bound.binding.deviceCertificate.split(/(?<=-----END CERTIFICATE-----\n)/);
    const { issuer, serial } = parseCertificate(new X509Certificate(leaf as string).raw);
    await revokeDevice(bound);
    // Bytes that no parser accepts show that the list is made without them.
    await client.query("update device set certificate = '\\x00' where fingerprint = $1", [
      Buffer.from(bound.binding.certificateFingerprint, "hex"),
    ]);
    const entry = parseCrl(await der(ca)).entryOf({ issuer, serial });
    expect(entry).to.deep.include({ serial, reason: "unspecified" });
  });

  it("that cannot be made are not begun anew for everyone who asks", async () => {
    const ca = await issuerOf(await registry.boundAsset(publisherId));
    await revokeDevice(await registry.boundAsset(publisherId));
    let begun = 0;
    const issueHostedCrl = () => {
      begun += 1;
      throw new RangeError("the list is too long");
    };
    const trust = Object.create(registry.trust, { issueHostedCrl: { value: issueHostedCrl } });
    const lists = new RevocationLists({ store: registry.harness.store, trust });
    for (let asked = 0; asked < 5; asked++) {
      const failure = await lists.list(ca).catch((error: unknown) => error);
      expect(failure).to.be.an.instanceOf(RangeError);
    }
    expect(begun).to.equal(1);
  });

  it("are one and the same from cores that make one at once", async () => {
    for (let round = 0; round < 5; round++) {
      const { publisherId: other } = await registry.publisher("Third Mint");
      const { assetId, binding } = await registry.boundAsset(other);
      const device = await registry.harness.store.read.devices.get(other, assetId, binding.deviceId);
      const lists = await Promise.all(Array.from({ length: 10 }, () => der(issuerCertificateOf(device))));
      expect(new Set(lists.map((list) => parseCrl(list).fingerprint)).size).to.equal(1);
    }
  });

  it("are not here for a CA whose key its publisher keeps, nor for a root of somebody else", async () => {
    const key = newKey();
    const { certificateId } = await registry.certificate(publisherId, newRequest(key));
    for (const revocationListId of [
      certificateId,
      "root-0123456789abcdef",
      "crt_01h2xcejqtf2nbrexx3vqjhp41",
    ]) {
      const failure = await registry.harness.failure(
        "GetRevocationList",
        { revocationListId },
        { as: anonymous },
      );
      expect(failure.entry).to.equal("NOT_FOUND");
    }
    for (const revocationListId of ["", "root-", "ROOT", "crt_x"]) {
      const failure = await registry.harness.failure(
        "GetRevocationList",
        { revocationListId },
        { as: anonymous },
      );
      expect(failure.entry).to.equal("INVALID_ARGUMENT");
    }
  });

  it("without the root's key are only those that were imported (test/platform/crl.test.ts)", async () => {
    await using offline = await Registry.start({ offline: true });
    const failure = await offline.harness.failure(
      "GetRevocationList",
      { revocationListId: "root" },
      { as: anonymous },
    );
    expect(failure.entry).to.equal("NOT_FOUND");
  });
});

/** The CA certificate that a device's is signed with. */
function issuerCertificateOf(device: Device | undefined): string {
  if (device?.credential.kind !== "certificate") throw new Error("a device without a certificate");
  return device.credential.issuerCertificateId;
}
