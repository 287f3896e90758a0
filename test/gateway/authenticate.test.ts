import { status as grpc } from "@grpc/grpc-js";
import { expect } from "chai";
import { type Principal, PrincipalKind } from "../../gen/ts/pda/access/v1/access.ts";
import {
  ResolveCredentialRequest,
  ResolveCredentialResponse,
} from "../../gen/ts/pda/access/v1/access_service.ts";
import { type Authenticator, authenticator } from "../../src/gateway/authenticate.ts";
import { Failure } from "../../src/rpc/failure.ts";
import { ASSET_ID, asset, got, PAYMENT_ID } from "./support/answers.ts";
import { Rig } from "./support/rig.ts";
import { GrpcError, RESOLVE } from "./support/test-core.ts";

const path = `/api/v1/payments/${PAYMENT_ID}`;
const publicPath = `/api/v1/assets/${ASSET_ID}`;

const ADDRESS = "192.0.2.1";

describe("authentication", () => {
  let rig: Rig;
  before(async () => {
    rig = await Rig.start({
      config: { gateway: { credentialTtlMs: 5000, rate: { anonymousRequestsPerSecond: 100_000 } } },
    });
  });
  after(() => rig[Symbol.asyncDispose]());
  beforeEach(() => {
    rig.core.reset();
    rig.core.on("GetPayment", got);
    rig.core.on("GetAsset", asset);
  });
  const questions = () => rig.core.calls.filter(({ path }) => path === RESOLVE);
  // A verdict is kept: each test has credentials of its own.
  let count = 0;
  const fresh = () => `credential-${count++}`;

  it("asks the core once, as nobody, and calls it then as the credential's owner", async () => {
    const token = rig.allow(fresh(), { credentialId: "key_1", tenantId: "mer_1" });
    for (let repeat = 0; repeat < 3; repeat += 1)
      expect((await rig.ask(path, { token })).status).to.equal(200);
    expect(questions()).to.have.length(1);
    expect(ResolveCredentialRequest.decode(questions()[0]?.request as Buffer).credential).to.equal(token);
    expect(questions()[0]?.principal.kind).to.equal(PrincipalKind.PRINCIPAL_KIND_ANONYMOUS);
    for (const { principal } of rig.core.operationCalls) {
      expect(principal).to.deep.include({
        kind: PrincipalKind.PRINCIPAL_KIND_MERCHANT,
        credentialId: "key_1",
        tenantId: "mer_1",
      });
    }
  });

  it("asks once for requests that come together", async () => {
    const token = rig.allow(fresh());
    const replies = await Promise.all(Array.from({ length: 20 }, () => rig.ask(path, { token })));
    expect(replies.every(({ status }) => status === 200)).to.equal(true);
    expect(questions()).to.have.length(1);
  });

  it("answers 401 and what is asked for when there is no credential", async () => {
    const { status, headers, json } = await rig.ask(path);
    expect([status, json.errorCode, json.errors[0]?.reason]).to.deep.equal([
      401,
      "SVC-4011",
      "CREDENTIAL_MISSING",
    ]);
    expect(headers["www-authenticate"]).to.match(
      /^Bearer realm="pda", resource_metadata="[^"]+", DPoP realm="pda", .*algs="ES256 EdDSA Ed25519 PS256"$/,
    );
    expect(rig.core.calls).to.deep.equal([]);
  });

  const bad: [string, string | string[]][] = [
    ["another scheme", "Basic dXNlcjpwYXNz"],
    ["no scheme", "abcdef"],
    ["nothing after the scheme", "Bearer "],
    ["two words", "Bearer one two"],
    ["characters that no credential has", 'Bearer a"b'],
    ["more than 512 characters", `Bearer ${"x".repeat(513)}`],
    ["a megabyte's beginning", `Bearer ${"x".repeat(10_000)}`],
    ["two headers", ["Bearer one", "Bearer two"]],
  ];
  for (const [what, authorization] of bad) {
    it(`answers 401 without asking the core for ${what}`, async () => {
      const { status, headers, json } = await rig.ask(path, { headers: { authorization } });
      expect([status, json.errorCode, json.errors[0]?.reason]).to.deep.equal([
        401,
        "SVC-4011",
        "CREDENTIAL_MALFORMED",
      ]);
      expect(headers["www-authenticate"]).to.match(/^Bearer .*error="invalid_token"/);
      expect(rig.core.calls).to.deep.equal([]);
    });
  }

  it("takes 512 characters, and the scheme in any case", async () => {
    const token = rig.allow("y".repeat(512));
    expect((await rig.ask(path, { headers: { authorization: `bearer  ${token}` } })).status).to.equal(200);
  });

  it("answers 401 for an unknown credential, asking for it once within the second", async () => {
    const token = fresh();
    for (let repeat = 0; repeat < 2; repeat += 1) {
      const { status, json } = await rig.ask(path, { token });
      expect([status, json.errorCode]).to.deep.equal([401, "SVC-4011"]);
    }
    expect(questions()).to.have.length(1);
  });

  it("serves public operations without a credential, and still refuses a bad one", async () => {
    expect((await rig.ask(publicPath)).status).to.equal(200);
    expect(rig.core.operationCalls[0]?.principal).to.deep.equal({
      kind: PrincipalKind.PRINCIPAL_KIND_ANONYMOUS,
      tenantId: "",
      credentialId: "",
      scopes: [],
      deviceId: undefined,
      limits: undefined,
      delegation: undefined,
      requestSigning: undefined,
      signedBy: undefined,
      issuedToken: undefined,
      tokenExpireTime: undefined,
      authentication: undefined,
    });
    expect((await rig.ask(publicPath, { token: fresh() })).status).to.equal(401);
    const token = rig.allow(fresh(), { scopes: [] });
    expect((await rig.ask(publicPath, { token })).status).to.equal(200);
  });

  it("needs any credential for a public operation that the deployment has closed", async () => {
    await using closed = await Rig.start({ config: { publicOperations: { closed: ["GetAsset"] } } });
    closed.core.on("GetAsset", asset);
    expect((await closed.ask(publicPath)).status).to.equal(401);
    expect((await closed.ask(publicPath, { token: closed.allow("any", { scopes: [] }) })).status).to.equal(
      200,
    );
  });

  it("does not start when what is closed is no public operation", async () => {
    for (const name of ["GetPayment", "GetAssets"]) {
      let refused: unknown;
      try {
        const rig = await Rig.start({ config: { publicOperations: { closed: [name] } } });
        await rig[Symbol.asyncDispose]();
      } catch (error) {
        refused = error;
      }
      expect(String(refused)).to.contain(`${name} is not a public operation`);
    }
  });

  it("answers 403 when the credential lacks the operation's scope, without asking for anything else", async () => {
    const token = rig.allow(fresh(), { scopes: ["payments.write"] });
    const { status, json, headers } = await rig.ask(path, { token });
    expect([status, json.errorCode, json.errors[0]?.reason]).to.deep.equal([
      403,
      "SVC-4030",
      "SCOPE_MISSING",
    ]);
    expect(headers["www-authenticate"]).to.match(
      /^Bearer realm="pda".*, error="insufficient_scope", scope="payments.read"$/,
    );
    expect(rig.core.operationCalls).to.deep.equal([]);
  });

  it("answers 503 and never 401 when the core cannot say, and asks again", async () => {
    const token = rig.allow(fresh());
    for (const code of [grpc.UNAVAILABLE, grpc.DEADLINE_EXCEEDED]) {
      rig.core.on("ResolveCredential", () => new GrpcError(code, "down"));
      const { status, json } = await rig.ask(path, { token });
      expect([status, json.errorCode]).to.deep.equal([503, "SVC-5030"]);
    }
    rig.core.on("ResolveCredential", () => new GrpcError(grpc.UNKNOWN, "secret text"));
    const broken = await rig.ask(path, { token });
    expect([broken.status, broken.json.errorCode]).to.deep.equal([500, "SVC-5000"]);
    expect(broken.text).to.not.contain("secret text");
    rig.core.reset();
    rig.core.on("GetPayment", got);
    rig.allow(token);
    expect((await rig.ask(path, { token })).status).to.equal(200);
  });

  it("is not fooled by metadata of the core in HTTP headers", async () => {
    const token = rig.allow(fresh(), { credentialId: "key_1" });
    await rig.ask(path, { token, headers: { "pda-principal-bin": "CAI=", "x-forwarded-for": "1.2.3.4" } });
    expect(rig.core.operationCalls[0]?.principal.credentialId).to.equal("key_1");
  });
});

describe("verdicts on credentials", () => {
  const principal = {
    kind: PrincipalKind.PRINCIPAL_KIND_MERCHANT,
    tenantId: "",
    credentialId: "key_1",
    scopes: [],
  };
  const answer = async () => {
    const told = { principal, allowedNetworks: [] };
    return { response: ResolveCredentialResponse.encode(told).finish(), replayed: false };
  };

  const authenticate = async (verdicts: Authenticator, credential: string) =>
    verdicts.authenticate(key(credential), "r", ADDRESS);
  const key = (credential: string) => ({ authorization: `Bearer ${credential}`, certificate: undefined });

  it("are there at once when they are known", async () => {
    const verdicts = authenticator({ credentialTtlMs: 5000, core: { call: answer } });
    expect(verdicts.authenticate(key("a"), "r", ADDRESS)).to.be.an.instanceOf(Promise);
    await authenticate(verdicts, "a");
    expect(verdicts.authenticate(key("a"), "r", ADDRESS)).to.deep.include({ credentialId: "key_1" });
  });

  it("are asked for each time when they may not be kept", async () => {
    let asked = 0;
    const verdicts = authenticator({
      credentialTtlMs: 0,
      core: { call: async () => (asked++, answer()) },
    });
    for (let repeat = 0; repeat < 3; repeat += 1)
      expect((await authenticate(verdicts, "a")).credentialId).to.equal("key_1");
    expect(asked).to.equal(3);
  });

  it("are forgotten after their time: a revoked credential stops working", async () => {
    let revoked = false;
    const core = {
      call: async () => {
        if (revoked) throw new Failure("CREDENTIAL_REFUSED");
        return answer();
      },
    };
    const verdicts = authenticator({ credentialTtlMs: 50, core });
    await authenticate(verdicts, "a");
    revoked = true;
    for (;;) {
      const refused = await authenticate(verdicts, "a").then(
        () => undefined,
        (error: Failure) => error.entry,
      );
      if (refused === "UNAUTHENTICATED") break;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  });

  it("on guesses do not push out those on real credentials", async () => {
    const asked: string[] = [];
    const core = {
      call: async (_path: string, request: Uint8Array) => {
        const { credential } = ResolveCredentialRequest.decode(request);
        asked.push(credential);
        if (credential !== "real") throw new Failure("CREDENTIAL_REFUSED");
        return answer();
      },
    };
    const verdicts = authenticator({ credentialTtlMs: 5000, core });
    await authenticate(verdicts, "real");
    for (let guess = 0; guess < 12_000; guess += 1)
      await authenticate(verdicts, `g${guess}`).catch(() => undefined);
    await authenticate(verdicts, "real");
    expect(asked.filter((credential) => credential === "real")).to.have.length(1);
  });

  describe("on client certificates", () => {
    const certificate = (fingerprint: string, bytes = 600) => ({ der: Buffer.alloc(bytes, 1), fingerprint });
    const merchantOf: Record<string, Partial<Principal>> = {
      pda_office: {},
      pda_till: { deviceId: "dev_1" },
      pda_other: { tenantId: "mer_2" },
    };
    const judge = (asked: string[] = []) =>
      authenticator({
        credentialTtlMs: 5000,
        core: {
          call: async (path, request) => {
            asked.push(path);
            const { credential } =
              path === RESOLVE ? ResolveCredentialRequest.decode(request) : { credential: "certificate" };
            const told = {
              principal: { ...principal, credentialId: credential, ...merchantOf[credential] },
              allowedNetworks: [],
            };
            return { response: ResolveCredentialResponse.encode(told).finish(), replayed: false };
          },
        },
      });

    it("are asked for once for each certificate", async () => {
      const asked: string[] = [];
      const verdicts = judge(asked);
      const show = (fingerprint: string) =>
        verdicts.authenticate(
          { authorization: undefined, certificate: certificate(fingerprint) },
          "r",
          ADDRESS,
        );
      for (const fingerprint of ["a", "a", "b", "a"])
        expect((await show(fingerprint)).credentialId).to.equal("certificate");
      expect(asked).to.deep.equal([
        "/pda.access.v1.AccessService/ResolveCertificate",
        "/pda.access.v1.AccessService/ResolveCertificate",
      ]);
    });

    it("keep the refusal of a publisher's certificate like that of an unknown one", async () => {
      for (const reason of ["ACCESS_CERTIFICATE_NOT_VALID", "CLIENT_CERTIFICATE_REFUSED"] as const) {
        let asked = 0;
        const core = {
          call: () => {
            asked += 1;
            return Promise.reject(new Failure(reason));
          },
        };
        const verdicts = authenticator({ credentialTtlMs: 5000, core });
        const shown = { authorization: undefined, certificate: certificate("a") };
        for (let repeat = 0; repeat < 3; repeat += 1) {
          const refused = await Promise.resolve()
            .then(() => verdicts.authenticate(shown, "r", ADDRESS))
            .catch((error: Failure) => error.reason);
          expect(refused).to.equal(reason);
        }
        expect(asked).to.equal(1);
      }
    });

    it("are not asked for when the certificate is larger than any of the service", async () => {
      const asked: string[] = [];
      const verdicts = judge(asked);
      expect(() =>
        verdicts.authenticate(
          { authorization: undefined, certificate: certificate("a", 8193) },
          "r",
          ADDRESS,
        ),
      )
        .to.throw(Failure)
        .with.property("reason", "CLIENT_CERTIFICATE_REFUSED");
      expect(asked).to.deep.equal([]);
    });

    it("and on an API key beside it must name the same owner, also when both verdicts are known", async () => {
      const verdicts = judge();
      const both = async (key: string) =>
        verdicts.authenticate(
          { authorization: `Bearer ${key}`, certificate: certificate("a") },
          "r",
          ADDRESS,
        );
      for (let repeat = 0; repeat < 2; repeat += 1) {
        expect((await both("pda_office")).credentialId).to.equal("pda_office");
        for (const key of ["pda_till", "pda_other"]) {
          const refused = await both(key).catch((error: Failure) => error.reason);
          expect(refused).to.equal("CREDENTIALS_DISAGREE");
        }
      }
    });
  });
});
