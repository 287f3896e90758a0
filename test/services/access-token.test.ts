// JWTs of registered keys as credentials: what makes one good, and that each counts once.
import { createHmac, createPublicKey, generateKeyPairSync, randomUUID } from "node:crypto";
import { expect } from "chai";
import fc from "fast-check";
import { Authentication, PrincipalKind } from "../../gen/ts/pda/access/v1/access.ts";
import type { RegisterMerchantPublicKeyResponse } from "../../gen/ts/pda/merchant/v1/public_key_service.ts";
import { AuditMechanism } from "../../gen/ts/pda/audit/v1/audit.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { spendOnce } from "../../src/services/access/spend-once.ts";
import { forgetNonces } from "../../src/workers/forget-nonces.ts";
import {
  accessToken,
  type CallerKey,
  callerKey,
  proofOf,
  seconds,
  signed,
} from "../support/access-tokens.ts";
import { Merchants } from "./support/merchants.ts";
import { publicUrl } from "./support/names.ts";
import { principalOfProof } from "./support/single-use.ts";

describe("JWTs of registered keys", function () {
  this.timeout(120_000);
  let merchants: Merchants;
  let merchantId: string;
  const key = callerKey();
  let kid: string;

  before(async () => {
    merchants = await Merchants.start();
    ({ merchantId } = await merchants.register());
    kid = await register(key);
  });
  after(() => merchants[Symbol.asyncDispose]());

  const register = async (caller: CallerKey, over: object = {}): Promise<string> =>
    (
      await merchants.harness.call<RegisterMerchantPublicKeyResponse>("RegisterMerchantPublicKey", {
        merchantId,
        name: "office",
        scopes: ["payments.read"],
        publicKey: caller.publicKey,
        proof: await proofOf(caller, publicUrl, merchantId),
        ...over,
      })
    ).publicKey!.publicKeyId;
  // Wrong credentials count for their address: each call has its own, unless a test names one.
  let calls = 0;
  const someAddress = (): string => {
    calls += 1;
    return `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`;
  };
  const resolve = async (token: string, address = someAddress()) => ({
    principal: await principalOfProof(merchants.harness, { $case: "token", value: { token, address } }),
  });
  const reasonOf = async (token: string | Promise<string>, address = someAddress()): Promise<string> => {
    try {
      await resolve(await token, address);
      return "accepted";
    } catch (error) {
      const { entry, reason } = error as { entry: string; reason: string };
      expect(entry, reason).to.equal(reason === "CREDENTIAL_DELAYED" ? "RATE_LIMITED" : "UNAUTHENTICATED");
      return reason;
    }
  };
  const made = (claims: object = {}, header: object = {}): Promise<string> =>
    accessToken(key, { kid, aud: publicUrl }, { claims: { ...claims }, header: { ...header } });

  it("act as the owner of the key, with the scopes of the key", async () => {
    const { principal } = await resolve(await made());
    expect(principal).to.deep.equal({
      kind: PrincipalKind.PRINCIPAL_KIND_MERCHANT,
      tenantId: merchantId,
      credentialId: kid,
      scopes: ["payments.read"],
      deviceId: undefined,
      limits: undefined,
      delegation: undefined,
      requestSigning: undefined,
      signedBy: undefined,
      issuedToken: undefined,
      tokenExpireTime: undefined,
      authentication: Authentication.fromPartial({
        mechanism: AuditMechanism.AUDIT_MECHANISM_SELF_SIGNED_JWT,
      }),
    });
  });

  it("tell what is wrong with them, when the key has signed them", async () => {
    const now = seconds();
    const cases: [object, string][] = [
      [{ iat: now - 300, exp: now - 61 }, "TOKEN_EXPIRED"],
      [{ iat: now + 90, exp: now + 120 }, "TOKEN_NOT_YET_VALID"],
      [{ iat: now, exp: now + 301 }, "TOKEN_CLAIMS_MALFORMED"],
      [{ iat: now, exp: now }, "TOKEN_CLAIMS_MALFORMED"],
      [{ iat: now + 0.5 }, "TOKEN_CLAIMS_MALFORMED"],
      [{ iat: undefined }, "TOKEN_CLAIMS_MALFORMED"],
      [{ exp: undefined }, "TOKEN_CLAIMS_MALFORMED"],
      [{ exp: String(now + 60) }, "TOKEN_CLAIMS_MALFORMED"],
      [{ aud: "https://elsewhere.example" }, "TOKEN_OF_OTHER_AUDIENCE"],
      [{ aud: `${publicUrl}/` }, "TOKEN_OF_OTHER_AUDIENCE"],
      [{ aud: [publicUrl] }, "TOKEN_OF_OTHER_AUDIENCE"],
      [{ aud: undefined }, "TOKEN_OF_OTHER_AUDIENCE"],
      [{ jti: undefined }, "TOKEN_CLAIMS_MALFORMED"],
      [{ jti: "" }, "TOKEN_CLAIMS_MALFORMED"],
      [{ jti: "x".repeat(65) }, "TOKEN_CLAIMS_MALFORMED"],
      [{ jti: "a b" }, "TOKEN_CLAIMS_MALFORMED"],
      [{ jti: 1 }, "TOKEN_CLAIMS_MALFORMED"],
      [{ iss: merchantId }, "TOKEN_CLAIMS_MALFORMED"],
      [{ sub: newId("publicKey") }, "TOKEN_CLAIMS_MALFORMED"],
      [{ scope: "payments.read" }, "TOKEN_CLAIMS_MALFORMED"],
      [{ nbf: now }, "TOKEN_CLAIMS_MALFORMED"],
    ];
    for (const [claims, reason] of cases)
      expect(await reasonOf(made(claims)), JSON.stringify(claims)).to.equal(reason);
  });

  it("are accepted by clocks that differ by less than a minute, and for 300 s", async () => {
    const now = seconds();
    for (const claims of [
      { iat: now + 50, exp: now + 60 },
      { iat: now - 100, exp: now - 50 },
      { iat: now - 290, exp: now + 10 },
      { jti: "x".repeat(64) },
      { jti: "!" },
    ])
      expect(await reasonOf(made(claims)), JSON.stringify(claims)).to.equal("accepted");
  });

  it("have exactly the form of the service's JWTs", async () => {
    const cases: object[] = [
      { typ: "JWT" },
      { typ: undefined },
      { typ: "pda-key-proof+jwt" },
      { kid: undefined },
      { kid: merchantId },
      { kid: `${kid}x` },
      { crit: ["b64"], b64: false },
      { jwk: createPublicKey(key.publicKey).export({ format: "jwk" }) },
      { jku: "https://elsewhere.example" },
      { x5u: "https://elsewhere.example" },
      { x5c: [] },
      { cty: "json" },
    ];
    for (const header of cases) {
      const token = signedAnyhow(header);
      expect(await reasonOf(token), JSON.stringify(header)).to.equal("CREDENTIAL_MALFORMED");
    }
    const [head = "", body = "", tail = ""] = (await made()).split(".");
    const duplicate = base64url(`{"alg":"ES256","typ":"pda-access+jwt","kid":"${kid}","kid":"${kid}"}`);
    for (const token of [
      "..",
      "a.b.c",
      `${head}.${body}.`,
      `${head}..${tail}`,
      `.${body}.${tail}`,
      `${head}.${body}.${tail}=`,
      `${duplicate}.${body}.${tail}`,
      `${head}.${base64url("[]")}.${tail}`,
      `${head}.${base64url('{"aud":1,"aud":2}')}.${tail}`,
    ])
      expect(await reasonOf(token), token).to.equal("CREDENTIAL_MALFORMED");
  });

  it("are not verified by anything but the key and its one algorithm", async () => {
    const rsa = callerKey("PS256");
    const rsaId = await register(rsa);
    const head = { typ: "pda-access+jwt", kid };
    const claims = () => ({
      iss: kid,
      sub: kid,
      aud: publicUrl,
      jti: randomUUID(),
      iat: seconds(),
      exp: seconds() + 60,
    });
    const hmac = (secret: string | Buffer): string => {
      const text = `${base64url(JSON.stringify({ alg: "HS256", ...head }))}.${base64url(JSON.stringify(claims()))}`;
      return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
    };
    const der = createPublicKey(key.publicKey).export({ format: "der", type: "spki" });
    const none = `${base64url(JSON.stringify({ alg: "none", ...head }))}.${base64url(JSON.stringify(claims()))}`;
    for (const token of [hmac(key.publicKey), hmac(der), `${none}.`, `${none}.AAAA`])
      expect(await reasonOf(token)).to.equal("CREDENTIAL_MALFORMED");
    // RS256 by a registered RSA key, which could verify it.
    const rs256 = await signed(
      { ...rsa, algorithm: "RS256" as "PS256" },
      { ...head, kid: rsaId },
      {
        ...claims(),
        iss: rsaId,
        sub: rsaId,
      },
    );
    expect(await reasonOf(rs256)).to.equal("CREDENTIAL_MALFORMED");
    for (const other of [callerKey("ES256"), callerKey("EdDSA"), rsa]) {
      expect(await reasonOf(signed(other, head, claims())), other.algorithm).to.equal("CREDENTIAL_REFUSED");
      const unknown = newId("publicKey");
      const ofUnknown = { ...claims(), iss: unknown, sub: unknown };
      expect(await reasonOf(signed(other, { ...head, kid: unknown }, ofUnknown))).to.equal(
        "CREDENTIAL_REFUSED",
      );
    }
    // Another registered key's identifier, with one's own signature.
    expect(await reasonOf(accessToken(rsa, { kid, aud: publicUrl }))).to.equal("CREDENTIAL_REFUSED");
  });

  it("are never accepted with any part changed", async () => {
    const token = await made();
    const parts = token.split(".");
    await fc.assert(
      fc.asyncProperty(
        fc.nat(token.length - 1),
        fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.="),
        async (at, character) => {
          fc.pre(token[at] !== character);
          const changed = token.slice(0, at) + character + token.slice(at + 1);
          expect(await reasonOf(changed)).to.be.oneOf(["CREDENTIAL_MALFORMED", "CREDENTIAL_REFUSED"]);
        },
      ),
      { numRuns: 500 },
    );
    // Any JSON in place of the header or the claims.
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(0, 1), fc.jsonValue(), async (part, value) => {
        const other = parts.map((text, index) => (index === part ? base64url(JSON.stringify(value)) : text));
        expect(await reasonOf(other.join("."))).to.be.oneOf(["CREDENTIAL_MALFORMED", "CREDENTIAL_REFUSED"]);
      }),
      { numRuns: 200 },
    );
    expect(await reasonOf(token), "the token itself, which nothing has spent").to.equal("accepted");
  });

  it("count once for each key, however often and wherever they are presented", async () => {
    const jti = randomUUID();
    expect(await reasonOf(made({ jti }))).to.equal("accepted");
    expect(await reasonOf(made({ jti }))).to.equal("TOKEN_REPLAYED");
    const other = callerKey("EdDSA");
    const otherId = await register(other);
    const ofOther = accessToken(other, { kid: otherId, aud: publicUrl }, { claims: { jti } });
    expect(await reasonOf(ofOther)).to.equal("accepted");

    const token = await made();
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => reasonOf(token)));
    expect(outcomes.filter((outcome) => outcome === "accepted")).to.have.length(1);
    expect(outcomes.filter((outcome) => outcome === "TOKEN_REPLAYED")).to.have.length(99);
  });

  it("count once in several cores that spend many at once", async () => {
    const { store } = merchants.harness;
    const cores = [spendOnce(store), spendOnce(store), spendOnce(store)];
    const expiresAt = new Date(Date.now() + 60_000);
    const nonces = Array.from({ length: 50 }, () => randomUUID());
    const spent = await Promise.all(
      cores.flatMap((spend, turn) =>
        [...nonces, ...nonces]
          .map((nonce) => ({ kind: "jwt", credentialId: kid, nonce, expiresAt }) as const)
          .sort((a, b) => (turn === 0 ? 1 : -1) * a.nonce.localeCompare(b.nonce))
          .map(async (nonce) => ({ nonce: nonce.nonce, first: await spend(nonce) })),
      ),
    );
    const first = spent.filter((each) => each.first).map(({ nonce }) => nonce);
    expect(first.sort()).to.deep.equal(nonces.sort());
  });

  it("are not spent by a request that is refused for something else", async () => {
    const near = callerKey();
    const nearId = await register(near, { allowedNetworks: ["203.0.113.0/24"] });
    const token = await accessToken(near, { kid: nearId, aud: publicUrl });
    try {
      await resolve(token, "192.0.2.1");
      expect.fail("accepted from elsewhere");
    } catch (error) {
      expect(error).to.include({ entry: "PERMISSION_DENIED", reason: "NETWORK_NOT_ALLOWED" });
      expect((error as Error).message)
        .to.include("public key")
        .and.to.include("192.0.2.1");
    }
    expect(await reasonOf(token, "203.0.113.9")).to.equal("accepted");
  });

  it("that no key has signed count as wrong credentials of their address and key, which a signed one does not wait for", async () => {
    const address = "198.51.100.9";
    const stranger = callerKey();
    const wrong = () => reasonOf(accessToken(stranger, { kid, aud: publicUrl }), address);
    const reasons = [];
    for (let count = 0; count < 10; count += 1) reasons.push(await wrong());
    expect(reasons.slice(0, 5)).to.deep.equal(Array.from({ length: 5 }, () => "CREDENTIAL_REFUSED"));
    expect(reasons.slice(5)).to.include("CREDENTIAL_DELAYED");
    expect(await reasonOf(made(), address)).to.equal("accepted");
    expect(await reasonOf(made({ aud: "https://elsewhere.example" }), address)).to.equal(
      "TOKEN_OF_OTHER_AUDIENCE",
    );
  });

  it("are forgotten when they could not be presented again anyway", async () => {
    const { store } = merchants.harness;
    const spend = (nonce: string, minutes: number) =>
      store.reserved.spentNonces.spend([
        { kind: "jwt", credentialId: kid, nonce, expiresAt: new Date(Date.now() + minutes * 60_000) },
      ]);
    const [old, recent, present] = [randomUUID(), randomUUID(), randomUUID()];
    expect([await spend(old, -11), await spend(recent, -9), await spend(present, 5)]).to.deep.equal([
      [true],
      [true],
      [true],
    ]);
    await forgetNonces(store)();
    expect([await spend(old, -11), await spend(recent, -9), await spend(present, 5)]).to.deep.equal([
      [true],
      [false],
      [false],
    ]);
  });

  /** Signs with this header, also with one that libraries refuse to make. */
  const signedAnyhow = (over: object): string => {
    const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const header = { alg: "ES256", typ: "pda-access+jwt", kid, ...over };
    const text = `${base64url(JSON.stringify(header))}.${base64url("{}")}`;
    // The header is refused whatever the signature is.
    return `${text}.${createHmac("sha512", pair.publicKey.export({ format: "der", type: "spki" })).digest("base64url")}`;
  };
});

const base64url = (text: string): string => Buffer.from(text).toString("base64url");
