import { createHash, X509Certificate } from "node:crypto";
import { expect } from "chai";
import { createLocalJWKSet, type JWTPayload, jwtVerify } from "jose";
import type { Authenticity } from "../../gen/ts/pda/verification/v1/authenticity.ts";
import type { GetVerificationKeysResponse } from "../../gen/ts/pda/verification/v1/record_service.ts";
import type { VerifyAuthenticityResponse } from "../../gen/ts/pda/verification/v1/verification_service.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { Failure } from "../../src/rpc/failure.ts";
import type { CallOptions } from "../support/service.ts";
import { challengeFor, prover, signatureOf, withProof } from "./support/prover.ts";
import { anonymous, asPublisher, type BoundAsset, publicUrl, Registry } from "./support/registry.ts";

describe("receipts of verifications", function () {
  this.timeout(60_000);
  let registry: Registry;
  let bound: BoundAsset;
  before(async () => {
    registry = await Registry.start();
    const { publisherId } = await registry.publisher();
    bound = await registry.boundAsset(publisherId);
  });
  after(() => registry[Symbol.asyncDispose]());

  const verify = async (
    over: object = {},
    options: CallOptions = { as: anonymous },
  ): Promise<Authenticity> => {
    const request = {
      assetId: bound.assetId,
      deviceCertificate: bound.binding.deviceCertificate,
      receipt: true,
      ...over,
    };
    const answer = await registry.harness.call<VerifyAuthenticityResponse>(
      "VerifyAuthenticity",
      request,
      options,
    );
    return answer.authenticity as Authenticity;
  };

  /** The claims, verified by jose with the published keys. */
  const read = async ({ receipt }: Authenticity): Promise<JWTPayload & Record<string, unknown>> => {
    const keys = await registry.harness.call<GetVerificationKeysResponse>(
      "GetVerificationKeys",
      {},
      { as: anonymous },
    );
    const set = createLocalJWKSet({ keys: [...(keys.keySet?.keys ?? [])] });
    const { payload, protectedHeader } = await jwtVerify(receipt as string, set, {
      issuer: publicUrl,
      typ: "pda-receipt+jwt",
      algorithms: ["ES256"],
      requiredClaims: ["iat", "exp", "jti", "kind"],
    });
    expect(Object.keys(protectedHeader).sort()).to.deep.equal(["alg", "kid", "typ"]);
    return payload;
  };

  it("are made only when asked for", async () => {
    expect((await verify({ receipt: false })).receipt).to.equal(undefined);
    expect((await verify()).receipt).to.be.a("string");
  });

  it("say what was answered, about which certificate, and where the asset is listed", async () => {
    const answer = await verify();
    const claims = await read(answer);
    const { iat, exp, jti, status, device_status, publisher_status, checks, ...rest } = claims;
    const der = new X509Certificate(bound.binding.deviceCertificate).raw;
    expect(rest).to.deep.equal({
      iss: publicUrl,
      kind: "authenticity",
      assetId: bound.assetId,
      certificateFingerprint: createHash("sha256").update(der).digest("hex"),
      trusted: true,
      outcome: "passed",
      assurance: "static",
    });
    expect(exp).to.equal(Number(answer.expireTime?.seconds));
    expect((exp ?? 0) - (iat ?? 0)).to.be.within(298, 300);
    expect(jti).to.match(/^[A-Za-z0-9_-]{22}$/);
    expect(checks).to.have.length(answer.checks.length);
    for (const [claim, list] of [
      [status, "assets-0"],
      [device_status, "devices-0"],
      [publisher_status, "publishers-0"],
    ] as const) {
      const { idx, uri } = (claim as { status_list: { idx: number; uri: string } }).status_list;
      expect(uri).to.equal(`${publicUrl}/api/v1/verification/status-lists/${list}`);
      expect(idx).to.be.within(0, 131_071);
    }
  });

  it("of a proof name its nonce", async () => {
    const device = await prover(registry, bound.publisherId, "04:77");
    const challenge = await challengeFor(registry, device.assetId);
    const answer = await verify(withProof(device, challenge.nonce, signatureOf(device, challenge)));
    expect(await read(answer)).to.include({
      assurance: "proof_of_possession",
      nonce: challenge.nonce,
      trusted: true,
    });
  });

  it("of an unknown asset and of another's certificate are alike, and name no list", async () => {
    const other = await registry.boundAsset(bound.publisherId);
    const [unknown, foreign] = await Promise.all([
      verify({ assetId: newId("asset") }).then(read),
      verify({ assetId: other.assetId }).then(read),
    ]);
    const comparable = (claims: JWTPayload): object => {
      const own = ["iat", "exp", "jti", "assetId"];
      return Object.fromEntries(Object.entries(claims).filter(([name]) => !own.includes(name)));
    };
    expect(comparable(unknown)).to.deep.equal(comparable(foreign));
    expect(unknown).to.include({ trusted: false, outcome: "failed", assurance: "none" });
    expect(unknown).to.not.have.any.keys("status", "device_status", "publisher_status");
  });

  it("say no more to the asset's publisher than to anyone, because they travel", async () => {
    const other = await registry.boundAsset(bound.publisherId);
    const { assetId } = other;
    const as = asPublisher(bound.publisherId);
    const answer = await verify({ assetId }, { as });
    expect(JSON.stringify(answer.checks)).to.contain("DEVICE_OF_OTHER_ASSET");
    expect((await read(answer)).checks).to.deep.equal((await read(await verify({ assetId }))).checks);
  });

  it("that were changed, or are of another kind, do not verify", async () => {
    const answer = await verify();
    const [header = "", claims = "", signature = ""] = (answer.receipt as string).split(".");
    const forged = Buffer.from(Buffer.from(claims, "base64url").toString().replace("true", "null")).toString(
      "base64url",
    );
    const refused = async (receipt: string): Promise<boolean> =>
      read({ ...answer, receipt }).then(
        () => false,
        () => true,
      );
    expect(await refused(`${header}.${forged}.${signature}`)).to.equal(true);
    const pass = registry.receipts.signPass({ exp: Math.floor(Date.now() / 1000) + 60 });
    expect(await refused(pass)).to.equal(true);
  });

  it("use up no challenge when they cannot be made, so that the call can be repeated", async () => {
    const device = await prover(registry, bound.publisherId, "04:79");
    const challenge = await challengeFor(registry, device.assetId);
    const proof = withProof(device, challenge.nonce, signatureOf(device, challenge));
    const { receipts } = registry;
    const sign = receipts.sign.bind(receipts);
    receipts.sign = () => {
      throw new Failure("SIGNING_KEY_UNAVAILABLE");
    };
    try {
      const refusal = await verify(proof).catch((error: unknown) => error);
      expect((refusal as Failure).reason).to.equal("SIGNING_KEY_UNAVAILABLE");
    } finally {
      receipts.sign = sign;
    }
    expect(await verify(proof)).to.include({ trusted: true });
  });

  it("are repeated word for word under an idempotency key of a proof", async () => {
    const device = await prover(registry, bound.publisherId, "04:78");
    const challenge = await challengeFor(registry, device.assetId);
    const proof = withProof(device, challenge.nonce, signatureOf(device, challenge));
    const as = asPublisher(bound.publisherId);
    const first = await verify(proof, { as, key: "receipt-1" });
    const again = await verify(proof, { as, key: "receipt-1" });
    expect(again.receipt).to.equal(first.receipt);
    expect(await read(again)).to.include({ trusted: true });
  });
});
