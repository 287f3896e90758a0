// RFC 5280 §4.1.2.2: authority and serial number identify a certificate. Its bytes do not, for an ECDSA signature has two forms.
import { createHash, X509Certificate } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import pg from "pg";
import { RevocationStatus } from "../../gen/ts/pda/verification/v1/verdict.ts";
import type { VerifyRevocationResponse } from "../../gen/ts/pda/verification/v1/verification_service.ts";
import { newId, uuidOf } from "../../src/domain/identifier/identifier.ts";
import { emptyDatabase } from "../support/postgres.ts";
import { revoke } from "./support/chips.ts";
import { newKey, newRequest, signDevice, verify } from "./support/openssl.ts";
import { otherSignature } from "./support/other-signature.ts";
import { assetDomain, failedChecks, newSerialNumber, Registry } from "./support/registry.ts";

const hostOf = (publisherId: string): string => `${publisherId.replace("_", "-")}.${assetDomain}`;

describe("authority and serial number of a certificate", function () {
  this.timeout(60_000);
  let registry: Registry;
  let publisherId: string;
  let ca: string;
  const caKey = newKey();

  before(async () => {
    registry = await Registry.start();
    ({ publisherId } = await registry.publisher());
    ({ certificate: ca } = await registry.certificate(publisherId, newRequest(caKey)));
  });
  after(() => registry[Symbol.asyncDispose]());

  const revocation = async (request: object) =>
    (await registry.harness.call<VerifyRevocationResponse>("VerifyRevocation", request)).revocation
      ?.revocationStatus;
  const bindRequest = (assetId: string, serialNumber: string, value: string) => ({
    publisherId,
    assetId,
    serialNumber,
    credential: { $case: "deviceCertificate", value },
  });
  const taken = (failure: { entry: string; reason: string; violations: readonly { field: string }[] }) => {
    expect(failure).to.include({ entry: "ALREADY_EXISTS", reason: "TAKEN" });
    return failure.violations[0]?.field;
  };

  it("stand for it once it is revoked, however its signature is written", async () => {
    const { assetId, binding } = await registry.boundAsset(publisherId);
    const other = otherSignature(binding.deviceCertificate);
    expect(new X509Certificate(other).fingerprint256).not.to.equal(
      new X509Certificate(binding.deviceCertificate).fingerprint256,
    );
    const above = binding.deviceCertificate.split(/(?<=-----END CERTIFICATE-----\n)/).slice(1);
    expect(verify([other, ...above].join(""), registry.root).ok).to.equal(true);
    expect(await revocation({ deviceCertificate: other })).to.equal(
      RevocationStatus.REVOCATION_STATUS_UNKNOWN,
    );

    await registry.harness.call("RevokeDevice", revoke({ publisherId, assetId, binding }));
    const again = bindRequest(assetId, binding.serialNumber, other);
    expect(taken(await registry.harness.failure("BindDevice", again))).to.equal("device_certificate");
    for (const deviceCertificate of [binding.deviceCertificate, other]) {
      const answer = await registry.verify(assetId, deviceCertificate);
      expect(answer.trusted).to.equal(false);
      expect(failedChecks(answer)).to.include("device_certificate_revocation: DEVICE_CERTIFICATE_REVOKED");
      for (const question of [{ deviceCertificate }, { assetId, deviceCertificate }])
        expect(await revocation(question)).to.equal(RevocationStatus.REVOCATION_STATUS_REVOKED);
    }
  });

  it("belong to one device: of one certificate in two forms, bound at once, one is", async () => {
    const { assetIdentifier: assetId } = await registry.asset(publisherId);
    const serialNumber = newSerialNumber();
    const uri = `https://${hostOf(publisherId)}/a/${assetId}`;
    const certificate = signDevice({ ca, caKey, publisherId, serialNumber, uri });
    const forms = [certificate, otherSignature(certificate)];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, turn) =>
        registry.harness.call("BindDevice", bindRequest(assetId, serialNumber, forms[turn % 2] as string)),
      ),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).to.have.length(1);
    for (const outcome of outcomes)
      if (outcome.status === "rejected") expect(outcome.reason).to.include({ entry: "ALREADY_EXISTS" });
  });

  it("belong to one device, also where a publisher's own CA gives them twice", async () => {
    const number = "012C6D";
    const signed = async (serialNumber: string, with_ = { ca, caKey }) => {
      const { assetIdentifier } = await registry.asset(publisherId);
      const uri = `https://${hostOf(publisherId)}/a/${assetIdentifier}`;
      const certificate = signDevice({ ...with_, publisherId, serialNumber, uri, number });
      return bindRequest(assetIdentifier, serialNumber, certificate);
    };
    const first = await registry.bind(publisherId, "", await signed(newSerialNumber()));
    const second = await signed(newSerialNumber());
    expect(taken(await registry.harness.failure("BindDevice", second))).to.equal("device_certificate");
    await registry.harness.call(
      "RevokeDevice",
      revoke({ publisherId, assetId: first.assetId, binding: first }),
    );
    expect(taken(await registry.harness.failure("BindDevice", second))).to.equal("device_certificate");
    const otherKey = newKey();
    const { certificate: otherCa } = await registry.certificate(publisherId, newRequest(otherKey));
    await registry.bind(publisherId, "", await signed(newSerialNumber(), { ca: otherCa, caKey: otherKey }));
  });

  it("belong to one key that signs identities", async () => {
    const signed = (number: string): string =>
      signDevice({
        ca,
        caKey,
        publisherId,
        serialNumber: "HSM-1",
        uri: `https://${hostOf(publisherId)}/identities`,
        extendedKeyUsage: "2.25.177773484101631252159251390410241964301.2.2",
        number,
      });
    const register = (value: string) => ({ publisherId, credential: { $case: "certificate", value } });
    const certificate = signed("0100");
    await registry.harness.call("RegisterIdentityIssuer", register(certificate));
    for (const value of [otherSignature(certificate), signed("0100")]) {
      const failure = await registry.harness.failure("RegisterIdentityIssuer", register(value));
      expect(taken(failure)).to.equal("certificate");
    }
    await registry.harness.call("RegisterIdentityIssuer", register(signed("0101")));
  });

  it("are read from certificates that were bound before; of those with the same, the first holds them", async () => {
    await using database = await emptyDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      const folder = join(import.meta.dirname, "../../src/store/migrations");
      const names = readdirSync(folder).sort();
      const ours = names.findIndex((name) => name.endsWith("_certificate_number.sql"));
      for (const name of names.slice(0, ours)) await client.query(readFileSync(join(folder, name), "utf8"));
      const owner = newId("publisher");
      const [o, a, c] = [owner, newId("asset"), newId("certificate")].map((id) =>
        uuidOf(id.startsWith("pub") ? "publisher" : id.startsWith("ast") ? "asset" : "certificate", id),
      );
      await client.query("insert into publisher (publisher_id, name, created_at) values ($1, 'A', now())", [
        o,
      ]);
      await client.query(
        `insert into asset (publisher_id, asset_id, kind, name, description, networks, metadata, created_at)
          values ($1, $2, 'good', 'Watch', '', '{}', '{}', now())`,
        [o, a],
      );
      const keyIdentifier = Buffer.alloc(20, 7);
      await client.query(
        `insert into publisher_certificate (publisher_id, certificate_id, custody, serial_number, key_identifier, fingerprint,
            certificate, not_before, not_after, created_at)
          values ($1, $2, 'external', '01', $3, sha256('\\x01'), '\\x01', now(), now(), now())`,
        [o, c, keyIdentifier],
      );
      const made = (number: string) => {
        const uri = `https://${hostOf(publisherId)}/a/b`;
        return signDevice({ ca, caKey, publisherId, serialNumber: "S", uri, number });
      };
      const bound = made("00FF");
      const numbers = ["01", "7F", "00FF", `4A${"0B".repeat(19)}`];
      const certificates = [made("01"), made("7F"), bound, made(numbers[3] as string), otherSignature(bound)];
      for (const [place, certificate] of certificates.entries()) {
        const der = new X509Certificate(certificate).raw;
        await client.query(
          `insert into device (publisher_id, device_id, asset_id, serial_number, certificate, issuer_certificate_id, fingerprint,
              not_after, created_at)
            values ($1, gen_random_uuid(), $2, $3, $4, $5, sha256($4), now(), now() + make_interval(secs => $6))`,
          [o, a, `S${place}`, der, c, place],
        );
        await client.query(
          `insert into identity_issuer (publisher_id, certificate_id, certificate, fingerprint, issuer_certificate_id, not_after,
              created_at)
            values ($1, gen_random_uuid(), $2, sha256($2), $3, now(), now() + make_interval(secs => $4))`,
          [o, der, c, place],
        );
      }
      await client.query(readFileSync(join(folder, names[ours] as string), "utf8"));
      const expected = [...numbers, "00FF"].map((number, place) => [
        keyIdentifier.toString("hex") + number.toLowerCase(),
        place < 4,
      ]);
      for (const table of ["device", "identity_issuer"]) {
        const { rows } = await client.query(
          `select encode(certificate_number, 'hex') as number, holds_number from ${table} order by created_at`,
        );
        expect(
          rows.map((row) => Object.values(row)),
          table,
        ).to.deep.equal(expected);
      }

      // Of the two forms of one certificate the newer one holds its key; the key of each other one is its own.
      const keys = names.find((name) => name.endsWith("_device_certificate_key.sql")) as string;
      await client.query(readFileSync(join(folder, keys), "utf8"));
      const { rows } = await client.query("select key_digest from device order by created_at");
      const digests = certificates.map((certificate) => {
        const spki = new X509Certificate(certificate).publicKey.export({ type: "spki", format: "der" });
        return createHash("sha256").update(spki).digest("hex");
      });
      expect(rows.map((row) => row.key_digest?.toString("hex"))).to.deep.equal(
        digests.map((digest, place) => (place === 2 ? undefined : digest)),
      );
    } finally {
      await client.end();
    }
  });
});
