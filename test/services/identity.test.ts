// Digital identities over a real registry: who may issue them, what revokes them, what is asked and what is told.
import { createHash } from "node:crypto";
import { expect } from "chai";
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from "jose";
import pg from "pg";
import { PrincipalKind } from "../../gen/ts/pda/access/v1/access.ts";
import type { ListPublisherCertificatesResponse } from "../../gen/ts/pda/publisher/v1/certificate_service.ts";
import type { GetVerificationKeysResponse } from "../../gen/ts/pda/verification/v1/record_service.ts";
import { Assurance, VerificationOutcome } from "../../gen/ts/pda/verification/v1/authenticity.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { asMerchant } from "../support/service.ts";
import { credential, keyPair, seconds } from "../support/sd-jwt-issuer.ts";
import { prover } from "./support/prover.ts";
import { anonymous, publicUrl, Registry } from "./support/registry.ts";
import {
  adultRequest,
  bar,
  claimValues,
  credentialType,
  type Held,
  identityChallenge,
  identityOf,
  show,
  type Signer,
  signerOf,
  validate,
  verdictOf,
} from "./support/wallet-app.ts";

describe("digital identities", function () {
  this.timeout(60_000);
  let registry: Registry;
  let signer: Signer;
  let held: Held;

  before(async () => {
    registry = await Registry.start();
    const { publisherId } = await registry.publisher("City");
    signer = await signerOf(registry, publisherId);
    held = await identityOf(registry, signer);
  });
  after(() => registry[Symbol.asyncDispose]());

  /** Challenge, presentation, verdict. */
  const judged = async (
    whose: Held,
    over: Parameters<typeof show>[2] = {},
    request: object = {},
  ): Promise<string> => {
    const challenge = await identityChallenge(registry);
    return verdictOf(
      await validate(registry, adultRequest(await show(whose, challenge, over), challenge.nonce, request)),
    );
  };

  it("show what is asked for, and are proven to be in their holder's hands", async () => {
    const challenge = await identityChallenge(registry, "https://bar.example");
    const answer = await validate(registry, adultRequest(await show(held, challenge), challenge.nonce));
    expect(answer).to.include({
      satisfied: true,
      outcome: VerificationOutcome.VERIFICATION_OUTCOME_PASSED,
      assurance: Assurance.ASSURANCE_PROOF_OF_POSSESSION,
      receipt: undefined,
    });
    expect(answer.checks).to.have.length(9);
    expect(Number(answer.expireTime?.seconds) - Number(answer.evaluateTime?.seconds)).to.equal(300);
  });

  it("are asked for by challenges of 32 bytes for this service, unless another audience is named", async () => {
    const challenge = await identityChallenge(registry);
    expect(challenge.audience).to.equal(publicUrl);
    expect(Buffer.from(challenge.nonce, "base64url")).to.have.length(32);
    expect(Number(challenge.expireTime?.seconds) - seconds()).to.be.within(290, 310);
  });

  it("are not satisfied by what is not shown or is otherwise", async () => {
    expect(await judged(held, { disclosures: [held.shown.german] })).to.equal(
      "requested_claims: CLAIM_MISSING",
    );
    const minor = { conditions: [{ path: ["age_over_18"], expected: { $case: "boolean", value: false } }] };
    expect(await judged(held, {}, minor)).to.equal("requested_claims: CLAIM_DIFFERENT");
    expect(await judged(held, {}, { acceptedTypes: ["https://other.example"] })).to.equal(
      "requested_claims: CREDENTIAL_TYPE_NOT_ACCEPTED",
    );
    const nationality = (oneOf: string[]) => ({
      conditions: [
        { path: ["nationalities", "*"], expected: { $case: "text", value: { oneOf } } },
        { path: ["age_over_18"] },
      ],
    });
    expect(await judged(held, {}, nationality(["FR", "DE"]))).to.equal("satisfied");
    expect(await judged(held, {}, nationality(["FR"]))).to.equal("requested_claims: CLAIM_DIFFERENT");
  });

  it("answer a challenge once, and only the challenge of who asks", async () => {
    const challenge = await identityChallenge(registry);
    const request = adultRequest(await show(held, challenge), challenge.nonce);
    const stranger = asMerchant(newId("merchant"));
    expect(verdictOf(await validate(registry, request, { as: stranger }))).to.equal(
      "nonce: CHALLENGE_UNKNOWN",
    );
    expect(verdictOf(await validate(registry, request))).to.equal("satisfied");
    expect(verdictOf(await validate(registry, request))).to.equal("nonce: CHALLENGE_UNKNOWN");
  });

  it("use the challenge up also when they are not accepted", async () => {
    const challenge = await identityChallenge(registry);
    const presentation = await show(held, challenge);
    expect(verdictOf(await validate(registry, adultRequest("x", challenge.nonce)))).to.equal(
      "format: PRESENTATION_MALFORMED",
    );
    expect(verdictOf(await validate(registry, adultRequest(presentation, challenge.nonce)))).to.equal(
      "nonce: CHALLENGE_UNKNOWN",
    );
  });

  it("are too late after five minutes", async () => {
    const challenge = await identityChallenge(registry);
    const client = new pg.Client({ connectionString: registry.harness.url });
    await client.connect();
    await client.query("update identity_challenge set expires_at = now() where nonce = $1", [
      Buffer.from(challenge.nonce, "base64url"),
    ]);
    await client.end();
    const answer = await validate(registry, adultRequest(await show(held, challenge), challenge.nonce));
    expect(verdictOf(answer)).to.equal("nonce: CHALLENGE_EXPIRED");
  });

  it("follow the life of their asset at once", async () => {
    const { publisherId } = signer;
    const own = await identityOf(registry, signer);
    const { assetId } = own;
    const change = (verb: string) => registry.harness.call(verb, { publisherId, assetId });
    expect(await judged(own)).to.equal("satisfied");
    await change("SuspendAsset");
    expect(await judged(own)).to.equal("status: ASSET_SUSPENDED");
    await change("ResumeAsset");
    expect(await judged(own)).to.equal("satisfied");
    await change("RevokeAsset");
    expect(await judged(own)).to.equal("status: ASSET_REVOKED");
  });

  it("stand for an identity of their issuer and nothing else", async () => {
    const { publisherId } = signer;
    const { assetIdentifier: good } = await registry.asset(publisherId);
    await registry.harness.call("ActivateAsset", { publisherId, assetId: good });
    const other = await signerOf(registry, (await registry.publisher("Other city")).publisherId);
    const theirs = await identityOf(registry, other);
    for (const assetId of [good, theirs.assetId, newId("asset"), "ast_x", 1, undefined])
      expect(await judged(await identityOf(registry, signer, { assetId }))).to.equal(
        "status: ASSET_NOT_RECOGNISED",
      );
  });

  it("are found in the status list that they name, which has to be ours", async () => {
    const { assetId } = held;
    const named = { assetId, fingerprint: "", keyIdentifier: "" };
    const { asset } = await registry.harness.store.transact((tx) => tx.identityEvidence.find(named));
    const status = registry.statusLists.claim("assets", asset?.statusNumber as number);
    const listed = async (claims: object) => {
      const payload = {
        vct: credentialType,
        assetId: held.assetId,
        cnf: { jwk: (({ kty, crv, x, y }) => ({ kty, crv, x, y }))(held.key.export({ format: "jwk" })) },
        _sd: [held.shown.adult.digest, held.shown.german.digest],
        ...claims,
      };
      return {
        ...held,
        credential: await credential(signer, { ...payload, _sd: [held.shown.adult.digest] }),
      };
    };
    const only = { disclosures: [held.shown.adult] };
    expect(await judged(await listed({ status }), only)).to.equal("satisfied");
    const another = { status_list: { ...status.status_list, idx: status.status_list.idx + 1 } };
    expect(await judged(await listed({ status: another }), only)).to.equal("status: STATUS_OF_OTHER_ASSET");
    const foreign = { status_list: { idx: 1, uri: "https://city.example/list" } };
    expect(await judged(await listed({ status: foreign }), only)).to.equal("status: STATUS_NOT_OURS");
  });

  it("end with their issuer's key, and with its publisher", async () => {
    const { publisherId } = await registry.publisher("Third city");
    const [own, second] = [await signerOf(registry, publisherId), await signerOf(registry, publisherId)];
    const [mine, yours] = [await identityOf(registry, own), await identityOf(registry, second)];
    const { certificateId } = own.issuer;
    await registry.harness.call("RevokeIdentityIssuer", { publisherId, certificateId });
    expect(await judged(mine)).to.equal("issuer_path: ISSUER_CERTIFICATE_REVOKED");
    expect(await judged(yours)).to.equal("satisfied");
    await registry.harness.call("SuspendPublisher", { publisherId });
    expect(await judged(yours)).to.equal("issuer_path: PUBLISHER_NOT_ACTIVE");
    await registry.harness.call("ResumePublisher", { publisherId });
    expect(await judged(yours)).to.equal("satisfied");
    const { items } = await registry.harness.call<ListPublisherCertificatesResponse>(
      "ListPublisherCertificates",
      {
        publisherId,
      },
    );
    const ca = { publisherId, certificateId: items[0]?.certificateId };
    await registry.harness.call("RevokePublisherCertificate", ca);
    expect(await judged(yours)).to.equal("issuer_path: PUBLISHER_CERTIFICATE_REVOKED");
  });

  it("cannot be signed with a chip, nor with a key that only looks registered", async () => {
    const chip = await prover(registry, signer.publisherId, "04:99");
    const { key } = chip;
    const der = Buffer.from(chip.deviceCertificate.split("-----")[2] as string, "base64").toString("base64");
    const payload = { vct: credentialType, assetId: held.assetId };
    const byChip = { ...held, credential: await credential({ key, x5c: [der] }, payload) };
    expect(await judged(byChip, { disclosures: [] })).to.equal("issuer_path: NOT_AN_ISSUER_CERTIFICATE");
    const forged = {
      ...held,
      credential: await credential({ key: keyPair().privateKey, x5c: signer.x5c }, payload),
    };
    expect(await judged(forged, { disclosures: [] })).to.equal("signature: SIGNATURE_INVALID");
  });

  it("are refused with a word, never with a failure of ours, whatever is presented", async () => {
    const base = await show(held, await identityChallenge(registry));
    const [jwt = ""] = base.split("~");
    const encoded = (bytes: string | Uint8Array) => Buffer.from(bytes).toString("base64url");
    const bombs = [
      "a",
      "~",
      "~~~~",
      "..~..",
      `${jwt}~`,
      `${jwt}~${encoded("[".repeat(20_000))}~`,
      `${encoded("[".repeat(20_000))}.${encoded("{}")}.${"A".repeat(86)}~`,
      `${encoded(Uint8Array.of(0xff, 0xfe))}.${encoded("{}")}.${"A".repeat(86)}~`,
      `${jwt}~${"WyJhIl0~".repeat(300)}`,
      `${jwt}~${"A".repeat(60_000)}~`,
      `${encoded('{"alg":"none","typ":"dc+sd-jwt"}')}.${encoded("{}")}.~`,
    ];
    for (const presentation of bombs) {
      const { nonce } = await identityChallenge(registry);
      const answer = await validate(registry, adultRequest(presentation, nonce));
      expect(answer.satisfied).to.equal(false);
      expect(verdictOf(answer)).to.match(/^[a-z_]+: [A-Z0-9_]+$/);
    }
  });

  it("are asked for within bounds, and refusals repeat nothing of what was sent", async () => {
    const { nonce } = await identityChallenge(registry);
    const request = adultRequest("Möbius~", nonce);
    const wrong: [string, object][] = [
      ["presentation", request],
      ["presentation", { ...request, presentation: "A".repeat(65_537) }],
      ["presentation", { ...request, presentation: "" }],
      ["nonce", adultRequest("a~", "short")],
      ["accepted_types", adultRequest("a~", nonce, { acceptedTypes: [] })],
      [
        "conditions[0].path",
        adultRequest("a~", nonce, {
          conditions: [{ path: [], expected: { $case: "boolean", value: true } }],
        }),
      ],
      [
        "conditions[0].text.one_of",
        adultRequest("a~", nonce, {
          conditions: [{ path: ["a"], expected: { $case: "text", value: { oneOf: [] } } }],
        }),
      ],
    ];
    for (const [field, each] of wrong) {
      const failure = await registry.harness.failure("ValidateIdentity", each, { as: bar });
      expect(failure.entry, field).to.equal("INVALID_ARGUMENT");
      expect(failure.violations.map((violation) => violation.field)).to.include(field);
      expect(JSON.stringify([failure.message, failure.violations])).to.not.match(/Möbius|AAAA/);
    }
  });

  it("are validated for callers with the scope only", async () => {
    const { nonce } = await identityChallenge(registry);
    const withoutScope = asMerchant(bar.tenantId, ["payments.read"]);
    for (const method of ["CreateIdentityChallenge", "ValidateIdentity"]) {
      const request = method === "ValidateIdentity" ? adultRequest("a~", nonce) : {};
      expect((await registry.harness.failure(method, request, { as: anonymous })).entry).to.equal(
        "UNAUTHENTICATED",
      );
      expect((await registry.harness.failure(method, request, { as: withoutScope })).entry).to.equal(
        "PERMISSION_DENIED",
      );
    }
    expect(bar.kind).to.equal(PrincipalKind.PRINCIPAL_KIND_MERCHANT);
  });

  describe("receipts", () => {
    const keys = async () => {
      const { keySet } = await registry.harness.call<GetVerificationKeysResponse>(
        "GetVerificationKeys",
        {},
        { as: anonymous },
      );
      return createLocalJWKSet(keySet as unknown as JSONWebKeySet);
    };

    it("say that it was shown, to whom and when, and hold nothing of it", async () => {
      const challenge = await identityChallenge(registry, "https://bar.example");
      const presentation = await show(held, challenge);
      const answer = await validate(registry, adultRequest(presentation, challenge.nonce, { receipt: true }));
      const options = { typ: "pda-receipt+jwt", issuer: publicUrl, algorithms: ["ES256"] };
      const { payload } = await jwtVerify(answer.receipt ?? "", await keys(), options);
      expect(payload).to.include({
        kind: "identity",
        satisfied: true,
        outcome: "passed",
        assurance: "proof_of_possession",
        nonce: challenge.nonce,
        audience: "https://bar.example",
        exp: Number(answer.expireTime?.seconds),
      });
      // RFC 8785 by hand: members in order, no blanks.
      const question = `{"acceptedTypes":["${credentialType}"],"conditions":[{"boolean":true,"path":["age_over_18"]}]}`;
      const evidence = createHash("sha256").update(`${question}\n${presentation}`).digest("base64url");
      expect(payload.evidence).to.equal(evidence);
      const told = JSON.stringify(payload);
      for (const value of [...claimValues, held.assetId, credentialType]) expect(told).to.not.contain(value);
    });

    it("say no, where it was not", async () => {
      const { nonce } = await identityChallenge(registry);
      const answer = await validate(registry, adultRequest("x~", nonce, { receipt: true }));
      const { payload } = await jwtVerify(answer.receipt ?? "", await keys());
      expect(payload).to.include({ satisfied: false, outcome: "failed", assurance: "none" });
    });

    it("are repeated word for word under an idempotency key, and kept sealed", async () => {
      const challenge = await identityChallenge(registry);
      const request = adultRequest(await show(held, challenge), challenge.nonce, { receipt: true });
      const first = await validate(registry, request, { as: bar, key: "identity-1" });
      expect(verdictOf(first)).to.equal("satisfied");
      expect(await validate(registry, request, { as: bar, key: "identity-1" })).to.deep.equal(first);
    });
  });

  it("leave nothing of what they say in the database", async () => {
    const challenge = await identityChallenge(registry);
    const disclosures = Object.values(held.shown);
    const presentation = await show(held, challenge, { disclosures });
    const key = "identity-2";
    const answer = await validate(registry, adultRequest(presentation, challenge.nonce, { receipt: true }), {
      as: bar,
      key,
    });
    expect(verdictOf(answer)).to.equal("satisfied");
    const client = new pg.Client({ connectionString: registry.harness.url });
    await client.connect();
    const { rows: tables } = await client.query(
      "select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
    );
    let everything = "";
    for (const { name } of tables) {
      const { rows } = await client.query(`select t::text as row from ${name} t`);
      for (const { row } of rows)
        everything += `${row}\n${(row as string).replace(/\\\\?x([0-9a-f]+)/g, (_all, hex) => Buffer.from(hex, "hex").toString("latin1"))}\n`;
    }
    await client.end();
    expect(everything).to.contain("Identity card");
    const secrets = [
      ...claimValues,
      Buffer.from("Möbius-Sekretär").toString("latin1"),
      presentation,
      answer.receipt ?? "",
    ];
    secrets.push(...disclosures.map(({ text }) => text), held.credential.split(".")[2] as string);
    for (const secret of secrets) expect(everything.includes(secret), secret).to.equal(false);
  });
});
