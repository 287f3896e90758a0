// Access tokens of OAuth issuers (RFC 9068) as the core judges them, with jose as the issuer.
import { createHash, randomBytes } from "node:crypto";
import { expect } from "chai";
import fc from "fast-check";
import type { JWTPayload } from "jose";
import { type Principal, PrincipalKind } from "../../gen/ts/pda/access/v1/access.ts";
import { RequestSigning } from "../../gen/ts/pda/access/v1/request_signing.ts";
import { AuditMechanism } from "../../gen/ts/pda/audit/v1/audit.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { Failure } from "../../src/rpc/failure.ts";
import { Issuers, type IssuerSettings } from "../../src/services/access/oauth/issuers.ts";
import type { TokenBinding } from "../../src/services/access/oauth/oauth-token.ts";
import { type Jws, readJws } from "../../src/trust/jws.ts";
import { eventually } from "../e2e/support/scene.ts";
import { newKey, TestIssuer, type TokenChange } from "./support/issuer.ts";

const publicUrl = "https://localhost:8443";
const merchantId = newId("merchant");
/** A merchant that wants requests signed. */
const signing = newId("merchant");
/** The only tenant that does not exist. */
const stranger = newId("merchant");

describe("access tokens of OAuth issuers", function () {
  this.timeout(60_000);
  let issuer: TestIssuer;
  let issuers: Issuers;

  const fingerprint = createHash("sha256").update("certificate").digest();
  const bound: JWTPayload = { cnf: { "x5t#S256": fingerprint.toString("base64url") } };

  const trust = (over: Partial<IssuerSettings> = {}, binding?: TokenBinding): Issuers =>
    new Issuers(
      [
        {
          issuer: issuer.issuer,
          caFile: issuer.caFile,
          tenants: ["merchant", "publisher"],
          ...over,
        },
      ],
      {
        publicUrl,
        ...(binding ? { binding } : {}),
        signingOf: async (tenantId) =>
          tenantId === stranger ? undefined : tenantId === signing ? "sensitive" : "optional",
      },
    );

  beforeEach(async () => {
    issuer = await TestIssuer.start();
    issuers = trust();
  });
  afterEach(async () => {
    await issuers[Symbol.asyncDispose]();
    await issuer[Symbol.asyncDispose]();
  });

  const resolve = async (token: string, certificateFingerprint?: Buffer): Promise<Principal> => {
    const jws = readJws(token);
    if (typeof jws === "string") throw new Error(jws);
    return issuers.principalOf(token, jws, { certificateFingerprint, address: "192.0.2.1" });
  };
  const reasonOf = async (token: string, fingerprint?: Buffer): Promise<string> => {
    const outcome = await resolve(token, fingerprint).catch((error: unknown) => error);
    if (!(outcome instanceof Failure)) throw new Error("the token was accepted", { cause: outcome });
    return outcome.reason;
  };
  const refusal = async (change: TokenChange): Promise<string> =>
    reasonOf(await issuer.token(merchantId, change));
  const seconds = (ahead: number): number => Math.floor(Date.now() / 1000) + ahead;

  it("speak for nobody who does not exist", async () => {
    expect(await reasonOf(await issuer.token(stranger))).to.equal("TOKEN_CLAIMS_MALFORMED");
  });

  it("have the requests signed that their merchant wants signed", async () => {
    expect(await resolve(await issuer.token(signing))).to.have.property(
      "requestSigning",
      RequestSigning.REQUEST_SIGNING_SENSITIVE_REQUIRED,
    );
    expect(await resolve(await issuer.token(merchantId))).not.to.have.property("requestSigning");
  });

  it("name who calls in as many characters as a subject of a quota may have", async () => {
    const named = async (letter: string): Promise<string> =>
      (await resolve(await issuer.token(merchantId, { claims: { client_id: letter.repeat(255) } })))
        .credentialId;
    const [one, other] = [await named("%"), await named("#")];
    expect(one.length).to.be.within(20, 512);
    expect(one).not.to.equal(other);
  });

  it("name a merchant or a publisher, with the scopes that it may hold", async () => {
    const publisherId = newId("publisher");
    const expireTime = seconds(240);
    for (const [tenant, kind, scope, scopes] of [
      [
        merchantId,
        PrincipalKind.PRINCIPAL_KIND_MERCHANT,
        "openid payments.read merchants.admin",
        ["payments.read"],
      ],
      [
        publisherId,
        PrincipalKind.PRINCIPAL_KIND_PUBLISHER,
        "publishers.issue payments.write",
        ["publishers.issue"],
      ],
    ] as const)
      expect(await resolve(await issuer.token(tenant, { claims: { scope, exp: expireTime } }))).to.deep.equal(
        {
          kind,
          tenantId: tenant,
          // With the path: another issuer of the same host has clients of its own.
          credentialId: `${new URL(issuer.url).host}/tenant#client-1`,
          scopes,
          tokenExpireTime: { seconds: BigInt(expireTime + 10), nanos: 0 },
          authentication: {
            mechanism: AuditMechanism.AUDIT_MECHANISM_ISSUER_ACCESS_TOKEN,
            tokenBinding: undefined,
            clientId: "client-1",
          },
        },
      );
  });

  it("tell apart for whom a program acts, without a name, and cannot take the name of another", async () => {
    const credentialOf = async (sub: string, clientId: string): Promise<string> =>
      (await resolve(await issuer.token(merchantId, { claims: { sub, client_id: clientId } }))).credentialId;
    const program = `${new URL(issuer.url).host}/tenant#portal`;
    expect(await credentialOf("portal", "portal")).to.equal(program);
    const hash = createHash("sha256")
      .update("ada@shop.example")
      .digest()
      .subarray(0, 16)
      .toString("base64url");
    expect(await credentialOf("ada@shop.example", "portal")).to.equal(`${program}#${hash}`);
    expect(await credentialOf("ben@shop.example", "portal")).not.to.equal(`${program}#${hash}`);
    // A client may be called so at the issuer.
    expect(await credentialOf(`portal#${hash}`, `portal#${hash}`)).to.equal(`${program}%23${hash}`);
    expect(await credentialOf(`portal%23${hash}`, `portal%23${hash}`)).to.equal(`${program}%2523${hash}`);
  });

  it("hold no right without the claim scope", async () => {
    expect((await resolve(await issuer.token(merchantId, { without: ["scope"] }))).scopes).to.deep.equal([]);
  });

  for (const algorithm of ["ES256", "PS256", "EdDSA"])
    it(`are signed with ${algorithm}`, async () => {
      await issuer.rotate(algorithm);
      expect((await resolve(await issuer.token(merchantId))).tenantId).to.equal(merchantId);
    });

  for (const algorithm of ["RS256", "ES384"])
    it(`are not signed with ${algorithm}`, async () => {
      await issuer.rotate(algorithm);
      expect(await refusal({})).to.equal("CREDENTIAL_REFUSED");
    });

  it("speak only for tenants that the settings name", async () => {
    expect(await reasonOf(await issuer.token("operator"))).to.equal("TOKEN_CLAIMS_MALFORMED");
    await issuers[Symbol.asyncDispose]();
    issuers = trust({ tenants: ["operator", merchantId] });
    const operator = await resolve(await issuer.token("operator", { claims: { scope: "merchants.admin" } }));
    expect(operator).to.deep.include({ kind: PrincipalKind.PRINCIPAL_KIND_OPERATOR, tenantId: "" });
    expect((await resolve(await issuer.token(merchantId))).tenantId).to.equal(merchantId);
    expect(await reasonOf(await issuer.token(newId("merchant")))).to.equal("TOKEN_CLAIMS_MALFORMED");
  });

  describe("are refused", () => {
    const cases: [string, () => TokenChange, string][] = [
      [
        "when they have expired",
        () => ({ claims: { iat: seconds(-400), exp: seconds(-60) } }),
        "TOKEN_EXPIRED",
      ],
      ["before they are valid", () => ({ claims: { nbf: seconds(60) } }), "TOKEN_NOT_YET_VALID"],
      [
        "when they were issued in the future",
        () => ({ claims: { iat: seconds(60) } }),
        "TOKEN_NOT_YET_VALID",
      ],
      [
        "for another service",
        () => ({ claims: { aud: "https://other.example" } }),
        "TOKEN_OF_OTHER_AUDIENCE",
      ],
      [
        "when they live for more than an hour",
        () => ({ claims: { exp: seconds(7200) } }),
        "TOKEN_CLAIMS_MALFORMED",
      ],
      ["as identity tokens", () => ({ header: { typ: "JWT" } }), "CREDENTIAL_REFUSED"],
      ["with a critical header", () => ({ header: { crit: ["b64"], b64: true } }), "CREDENTIAL_REFUSED"],
      [
        "with a binding that the service does not know",
        () => ({ claims: { cnf: { kid: "x".repeat(43) } } }),
        "TOKEN_CLAIMS_MALFORMED",
      ],
      [
        "for something that is no tenant",
        () => ({ claims: { pda_tenant: "mer_1" } }),
        "TOKEN_CLAIMS_MALFORMED",
      ],
    ];
    for (const name of ["exp", "iat", "sub", "client_id", "jti", "pda_tenant"])
      cases.push([`without the claim ${name}`, () => ({ without: [name] }), "TOKEN_CLAIMS_MALFORMED"]);
    for (const [what, change, reason] of cases)
      it(what, async () => {
        expect(await refusal(change())).to.equal(reason);
      });

    it("with the key of somebody else, also under a published key's name", async () => {
      const { kid } = await issuer.rotate();
      const foreign = await newKey();
      expect(await refusal({ key: foreign })).to.equal("CREDENTIAL_REFUSED");
      expect(await refusal({ key: { ...foreign, kid } })).to.equal("CREDENTIAL_REFUSED");
    });

    it("of another issuer", async () => {
      const issuedBy = { iss: `${issuer.url}/other` };
      expect(await refusal({ claims: issuedBy })).to.equal("CREDENTIAL_REFUSED");
    });

    it("after any change of their text", async () => {
      const token = await issuer.token(merchantId);
      await resolve(token);
      await fc.assert(
        fc.asyncProperty(fc.nat(token.length - 1), fc.constantFrom(..."AZaz09-_"), async (place, letter) => {
          fc.pre(token[place] !== letter && token[place] !== ".");
          const changed = token.slice(0, place) + letter + token.slice(place + 1);
          const jws = readJws(changed);
          if (typeof jws === "string") return;
          const outcome = await issuers
            .principalOf(changed, jws, { address: "" })
            .catch((error: unknown) => error);
          expect(outcome).to.be.instanceOf(Failure);
        }),
        { numRuns: 300 },
      );
    });

    it("when a claim is there twice, of which programs could read either", async () => {
      const [head = "", body = "", tail = ""] = (await issuer.token(merchantId)).split(".");
      const text = Buffer.from(body, "base64url").toString();
      const twice = Buffer.from(`${text.slice(0, -1)},"pda_tenant":"operator"}`).toString("base64url");
      const jws = readJws(`${head}.${twice}.${tail}`);
      expect(typeof jws === "string" || !issuers.hasIssuerOf(jws)).to.equal(true);
    });
  });

  describe("bound to a client certificate", () => {
    it("are accepted with it, and with no other and none", async () => {
      const token = await issuer.token(merchantId, { claims: bound });
      expect((await resolve(token, fingerprint)).tenantId).to.equal(merchantId);
      expect(await reasonOf(token, randomBytes(32))).to.equal("TOKEN_BOUND");
      expect(await reasonOf(token)).to.equal("TOKEN_BOUND");
    });

    it("are refused when another proof is asked for beside", async () => {
      const both = { cnf: { ...(bound.cnf as object), jkt: "x".repeat(43) } };
      expect(await reasonOf(await issuer.token(merchantId, { claims: both }), fingerprint)).to.equal(
        "TOKEN_CLAIMS_MALFORMED",
      );
    });
  });

  describe("bound to a key", () => {
    const jkt = randomBytes(32).toString("base64url");
    const proved = async (token: string, keyThumbprint?: string): Promise<string> => {
      const jws = readJws(token);
      if (typeof jws === "string") throw new Error(jws);
      const outcome = await issuers
        .principalOf(token, jws, { keyThumbprint, address: "" })
        .catch((error: unknown) => error);
      return outcome instanceof Failure ? outcome.reason : "accepted";
    };

    it("are accepted with its proof, and with no other and none; others are refused with a proof", async () => {
      const token = await issuer.token(merchantId, { claims: { cnf: { jkt } } });
      expect(await proved(token, jkt)).to.equal("accepted");
      expect(await proved(token, randomBytes(32).toString("base64url"))).to.equal("TOKEN_BOUND");
      expect(await proved(token)).to.equal("TOKEN_BOUND");
      expect(await proved(await issuer.token(merchantId), jkt)).to.equal("TOKEN_NOT_BOUND");
    });

    it("may be the only ones that the settings allow", async () => {
      const bindings = { unbound: {}, key: { cnf: { jkt } }, certificate: bound };
      const acceptedWith = async (binding: TokenBinding): Promise<string[]> => {
        await using strict = trust({}, binding);
        const accepted = [];
        for (const [name, claims] of Object.entries(bindings)) {
          const token = await issuer.token(merchantId, { claims });
          const jws = readJws(token) as Jws;
          const proof = {
            address: "",
            ...(name === "key" ? { keyThumbprint: jkt } : {}),
            ...(name === "certificate" ? { certificateFingerprint: fingerprint } : {}),
          };
          const outcome = await strict.principalOf(token, jws, proof).catch((error: unknown) => error);
          if (outcome instanceof Failure) expect(outcome.reason).to.equal("TOKEN_NOT_BOUND");
          else accepted.push(name);
        }
        return accepted;
      };
      expect(await acceptedWith("optional")).to.deep.equal(["unbound", "key", "certificate"]);
      expect(await acceptedWith("required")).to.deep.equal(["key", "certificate"]);
      expect(await acceptedWith("dpop")).to.deep.equal(["key"]);
    });
  });

  describe("the keys of the issuer", () => {
    it("are read once for many tokens", async () => {
      await Promise.all(Array.from({ length: 20 }, async () => resolve(await issuer.token(merchantId))));
      expect(issuer.asked).to.deep.equal(["/.well-known/oauth-authorization-server/tenant", "/keys"]);
    });

    it("are found by OpenID Connect Discovery, too, and at the address in the settings", async () => {
      issuer.openIdOnly = true;
      await resolve(await issuer.token(merchantId));
      await issuers[Symbol.asyncDispose]();
      issuer.asked.length = 0;
      issuers = trust({ jwksUri: `${issuer.url}/keys` });
      await resolve(await issuer.token(merchantId));
      expect(issuer.asked).to.deep.equal(["/keys"]);
    });

    it("are read anew when they were replaced, and not for each unknown key", async () => {
      const old = await issuer.token(merchantId);
      await resolve(old);
      await issuer.rotate();
      await eventually(
        "the token is accepted",
        async () => (await reasonOrNone(await issuer.token(merchantId))) === undefined,
      );
      const asked = issuer.asked.length;
      const foreign = await newKey();
      for (let turn = 0; turn < 20; turn++)
        expect(await refusal({ key: foreign })).to.equal("CREDENTIAL_REFUSED");
      expect(issuer.asked.length - asked).to.be.at.most(1);
      expect(await reasonOf(old)).to.equal("CREDENTIAL_REFUSED");
    });

    for (const misbehaviour of ["hang", "fail", "redirect", "huge", "nonsense"] as const)
      it(`do not arrive when the issuer answers with: ${misbehaviour}; then nobody is refused or accepted`, async () => {
        const token = await issuer.token(merchantId);
        issuer.misbehaviour = misbehaviour;
        expect(await reasonOf(token)).to.equal("CREDENTIAL_UNCHECKED");
        issuer.misbehaviour = undefined;
        await eventually("the token is accepted", async () => (await reasonOrNone(token)) === undefined);
      });

    for (const misbehaviour of ["hang", "fail", "redirect", "huge", "nonsense", "empty"] as const)
      it(`do not arrive when their own address answers with: ${misbehaviour}; then nobody is refused or accepted`, async () => {
        const token = await issuer.token(merchantId);
        await issuers[Symbol.asyncDispose]();
        issuers = trust({ jwksUri: `${issuer.url}/keys` });
        issuer.misbehaviour = misbehaviour;
        expect(await reasonOf(token)).to.equal("CREDENTIAL_UNCHECKED");
        issuer.misbehaviour = undefined;
        await eventually("the token is accepted", async () => (await reasonOrNone(token)) === undefined);
      });

    for (const misbehaviour of ["fail", "nonsense", "empty"] as const)
      it(`are not asked for by each token when they do not arrive: ${misbehaviour}`, async () => {
        await issuers[Symbol.asyncDispose]();
        issuers = trust({ jwksUri: `${issuer.url}/keys` });
        issuer.misbehaviour = misbehaviour;
        const start = performance.now();
        for (let turn = 0; turn < 20; turn++) expect(await refusal({})).to.equal("CREDENTIAL_UNCHECKED");
        expect(issuer.asked.length).to.be.at.most(1 + (performance.now() - start) / 2_000);
      });

    it("are not taken from metadata of another issuer", async () => {
      issuer.named = "https://other.example";
      expect(await refusal({})).to.equal("CREDENTIAL_UNCHECKED");
    });

    const reasonOrNone = async (token: string): Promise<string | undefined> => {
      const outcome = await resolve(token).catch((error: unknown) => error);
      return outcome instanceof Failure ? outcome.reason : undefined;
    };
  });
});
