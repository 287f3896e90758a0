import { generateKeyPairSync } from "node:crypto";
import { expect } from "chai";
import pg from "pg";
import type { GetVerificationKeysResponse } from "../../gen/ts/pda/verification/v1/record_service.ts";
import {
  KEYS_MAX_AGE_SECONDS,
  PASS_LIFETIME_DAYS,
  REPLACED_KEY_PUBLISHED_DAYS,
  ROTATION_LEAD_SECONDS,
} from "../../src/domain/signing/signing-key.ts";
import { rotateSigningKey, SigningKeys } from "../../src/services/signing/signing-keys.ts";
import { p256PublicKey } from "../../src/trust/jwk.ts";
import { anonymous, Registry } from "./support/registry.ts";

const seconds = (count: number): Date => new Date(Date.now() + count * 1000);

describe("the keys of the service", function () {
  this.timeout(60_000);
  let registry: Registry;
  beforeEach(async () => {
    registry = await Registry.start();
  });
  afterEach(() => registry[Symbol.asyncDispose]());

  const rotate = (how: "overlap" | "compromised" = "overlap") =>
    rotateSigningKey(registry.harness.store, registry.harness.sealer, "receipt", how);
  const published = async (): Promise<string[]> => {
    const answer = await registry.harness.call<GetVerificationKeysResponse>(
      "GetVerificationKeys",
      {},
      { as: anonymous },
    );
    return (answer.keySet?.keys ?? []).map(({ kid }) => kid);
  };

  it("are one for each purpose from the first start on, published as RFC 7517 wants them", async () => {
    const answer = await registry.harness.call<GetVerificationKeysResponse>(
      "GetVerificationKeys",
      {},
      { as: anonymous },
    );
    const keys = answer.keySet?.keys ?? [];
    expect(keys).to.have.length(3);
    for (const { x, y, ...key } of keys) {
      // No verifier of receipts takes the key of answers, which gateways hold.
      const alg = key.kid === registry.signingKeys.of("answer").keyId ? "ecdsa-p256-sha256" : "ES256";
      expect(key).to.deep.equal({ kty: "EC", use: "sig", alg, crv: "P-256", kid: key.kid });
      expect(Buffer.from(x, "base64url")).to.have.length(32);
      expect(Buffer.from(y, "base64url")).to.have.length(32);
    }
    const { signingKeys } = registry;
    expect(keys.map(({ kid }) => kid)).to.have.members([
      signingKeys.of("receipt").keyId,
      signingKeys.of("status_list").keyId,
      signingKeys.of("answer").keyId,
    ]);
    expect(p256PublicKey(signingKeys.of("receipt").key)?.thumbprint).to.equal(
      signingKeys.of("receipt").keyId,
    );
  });

  it("lie in the store sealed, each to its own place", async () => {
    const client = new pg.Client({ connectionString: registry.harness.url });
    await client.connect();
    const { rows } = await client.query(
      "select purpose, key_id, sealed_key from signing_key where purpose in ('receipt', 'status_list') order by purpose",
    );
    await client.query("update signing_key set sealed_key = $1 where purpose = 'receipt'", [
      rows[1].sealed_key,
    ]);
    await client.end();
    const key = registry.signingKeys.of("receipt").key.export({ type: "pkcs8", format: "der" });
    expect((rows[0].sealed_key as Buffer).includes(key.subarray(-32))).to.equal(false);
    const others = new SigningKeys(registry.harness);
    const error = await others.refresh().then(
      () => undefined,
      (thrown: Error) => thrown,
    );
    expect(error).to.be.an("error");
  });

  it("are replaced with overlap: published before they sign, and long after", async () => {
    const before = registry.signingKeys.of("receipt").keyId;
    const next = await rotate();
    await registry.signingKeys.refresh();
    expect(next?.keyId).to.not.equal(before);
    expect(await published()).to.include.members([before, next?.keyId]);
    expect(ROTATION_LEAD_SECONDS).to.be.above(KEYS_MAX_AGE_SECONDS + 60);
    expect(registry.signingKeys.of("receipt").keyId).to.equal(before);
    expect(registry.signingKeys.of("receipt", seconds(ROTATION_LEAD_SECONDS - 5)).keyId).to.equal(before);
    expect(registry.signingKeys.of("receipt", seconds(ROTATION_LEAD_SECONDS + 5)).keyId).to.equal(
      next?.keyId,
    );
    expect(REPLACED_KEY_PUBLISHED_DAYS).to.be.above(PASS_LIFETIME_DAYS + 1);
    const after = (days: number) =>
      registry.signingKeys.published(seconds(days * 86_400)).map(({ keyId }) => keyId);
    expect(after(PASS_LIFETIME_DAYS + 1)).to.include(before);
    expect(after(REPLACED_KEY_PUBLISHED_DAYS + 1)).to.not.include(before);
    expect(after(REPLACED_KEY_PUBLISHED_DAYS + 1)).to.include(next?.keyId);
    expect(registry.signingKeys.of("status_list")).to.not.equal(undefined);
  });

  it("are not replaced again while the next one is on its way", async () => {
    const next = await rotate();
    expect(next).to.not.equal(undefined);
    expect(await rotate()).to.equal(undefined);
  });

  it("lose their private part once they have signed for the last time", async () => {
    const before = registry.signingKeys.of("receipt").keyId;
    await rotate();
    const client = new pg.Client({ connectionString: registry.harness.url });
    await client.connect();
    // As if the lead was over.
    await client.query(
      "update signing_key set signs_from = now() where signs_from > now(); update signing_key set signs_until = now() where signs_until is not null",
    );
    await registry.signingKeys.load();
    const { rows } = await client.query("select sealed_key from signing_key where key_id = $1", [before]);
    await client.end();
    expect(rows).to.deep.equal([{ sealed_key: null }]);
    expect(registry.signingKeys.of("receipt").keyId).to.not.equal(before);
    expect(await published()).to.include(before);
  });

  it("that are compromised are gone at once, also one that was to follow", async () => {
    const first = registry.signingKeys.of("receipt").keyId;
    const waiting = await rotate();
    const next = await rotate("compromised");
    await registry.signingKeys.refresh();
    expect(registry.signingKeys.of("receipt").keyId).to.equal(next?.keyId);
    const shown = await published();
    expect(shown).to.include(next?.keyId);
    expect(shown).to.not.include(first);
    expect(shown).to.not.include(waiting?.keyId);
  });

  it("that were replaced before are gone, too, when one is compromised: a copy of the database has those of its day", async () => {
    const stolen = registry.signingKeys.of("receipt").keyId;
    await rotate();
    const client = new pg.Client({ connectionString: registry.harness.url });
    await client.connect();
    // As if the stolen key had signed for the last time a month ago.
    await client.query(
      `update signing_key set signs_from = now() - interval '30 days' where signs_from > now();
       update signing_key set signs_until = now() - interval '30 days' where signs_until is not null`,
    );
    await client.end();
    await registry.signingKeys.load();
    expect(await published()).to.include(stolen);
    const next = await rotate("compromised");
    await registry.signingKeys.refresh();
    const of = (wanted: string) =>
      registry.signingKeys
        .published()
        .filter(({ purpose }) => purpose === wanted)
        .map(({ keyId }) => keyId);
    expect(of("receipt")).to.deep.equal([next?.keyId]);
    expect(of("status_list")).to.deep.equal([registry.signingKeys.of("status_list").keyId]);
  });

  it("without one that signs now, nothing is signed", () => {
    using none = new SigningKeys(registry.harness);
    expect(() => none.of("receipt"))
      .to.throw()
      .with.property("entry", "UNAVAILABLE");
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-384" });
    expect(p256PublicKey(privateKey)).to.equal(undefined);
  });
});
