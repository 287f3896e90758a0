// Programs of people that are confidential clients, as FAPI 2.0 wants all of them to be: two gateways.
import { createHmac, createPublicKey, type JsonWebKey, randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { decodeJwt } from "jose";
import { type CallerKey, callerKey, seconds } from "../support/access-tokens.ts";
import { dpopProof } from "../support/dpop-proofs.ts";
import { Product } from "../support/product.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { ask, type Received } from "./support/http.ts";
import {
  assertionsBy,
  errorOf,
  type Identity,
  jsonOf,
  newPersonKey,
  Program,
  signedIn,
} from "./support/person.ts";
import { eventually } from "./support/scene.ts";
import { type AssertionChange, askForToken, assertionOf } from "./support/token-client.ts";

const CALLBACK = "https://portal.example/callback";
const INVALID_GRANT = [400, "invalid_grant"];
const HOUR_AGO = () => seconds() - 3_600;

describe("confidential programs of people", function () {
  this.timeout(240_000);
  const folder = temporaryDirectory();
  const keys = { portal: callerKey("ES256"), next: callerKey("EdDSA"), reports: callerKey("PS256") };
  let product: Product;
  let keyId: string;

  before(async () => {
    const file = join(folder.path, "pda.config.yaml");
    const redirectUris = [CALLBACK];
    const jwks = {
      portal: { keys: [jwkOf("portal"), jwkOf("next")] },
      reports: { keys: [jwkOf("reports")] },
    };
    const clients = [
      { id: "portal", name: "Portal", redirectUris, jwks: jwks.portal },
      { id: "reports", name: "Reports", redirectUris, scopes: ["payments.read"], jwks: jwks.reports },
    ];
    writeFileSync(file, JSON.stringify({ oauth: { server: { clients } } }));
    product = await Product.start({
      PDA_CONFIG: file,
      PDA_GATEWAY_PROCESSES: "2",
      PDA_GATEWAY_RATE_ANONYMOUS_REQUESTS_PER_SECOND: "1000",
      PDA_GATEWAY_RATE_REQUESTS_PER_SECOND: "1000",
    });
    keyId = await newPersonKey(product);
  });
  after(async () => {
    await product?.[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  const jwkOf = (name: keyof typeof keys): JsonWebKey => ({
    ...createPublicKey(keys[name].publicKey).export({ format: "jwk" }),
    kid: name,
  });
  const identity = async (clientId: "portal" | "reports"): Promise<Identity> => ({
    clientId,
    redirectUri: CALLBACK,
    authentication: await assertionsBy(keys[clientId], clientId),
    from: elsewhere(),
  });
  const programOf = async (clientId: "portal" | "reports") => Program.of(product, await identity(clientId));
  let addresses = 0;
  /** An address that nobody has sent a wrong assertion from, because those slow down. */
  const elsewhere = () => `127.2.${(addresses += 1) >> 8}.${addresses & 255}`;
  /** Sends something to an endpoint, with an assertion that differs from a good one. */
  const send = async (
    path: string,
    form: Readonly<Record<string, string>>,
    {
      by = keys.portal,
      as = "portal",
      change,
    }: { by?: CallerKey; as?: string; change?: AssertionChange } = {},
  ): Promise<Received> => {
    const assertion = await assertionOf(by, { clientId: as, aud: product.baseUrl }, change);
    return askForToken(product, assertion, { path, form, from: elsewhere() });
  };
  const pushed = {
    client_id: "portal",
    response_type: "code",
    redirect_uri: CALLBACK,
    scope: "payments.read",
    code_challenge: "x".repeat(43),
    code_challenge_method: "S256",
  };

  it("are no scripts of browsers: no answer is for another origin", async () => {
    for (const path of ["/oauth/par", "/oauth/token", "/oauth/revoke", "/oauth/introspect"])
      for (const origin of [undefined, "https://evil.example"]) {
        const headers: Record<string, string> = origin === undefined ? {} : { Origin: origin };
        const form = { client_id: "zz" };
        const answer = await askForToken(product, undefined, { path, form, from: elsewhere(), headers });
        expect(answer.status, path).to.be.within(400, 401);
        expect(
          Object.keys(answer.headers).filter((name) => name.startsWith("access-control-")),
          path,
        ).to.deep.equal([]);
      }
  });

  it("are the only ones when each program of the settings has keys", async () => {
    const { json } = await ask(product, "/.well-known/oauth-authorization-server");
    expect(json).to.deep.include({
      issuer: product.baseUrl,
      require_pushed_authorization_requests: true,
      token_endpoint_auth_methods_supported: ["private_key_jwt", "tls_client_auth"],
      token_endpoint_auth_signing_alg_values_supported: ["ES256", "EdDSA", "PS256"],
      revocation_endpoint_auth_methods_supported: ["private_key_jwt", "tls_client_auth"],
    });
    const { stdout } = await product.pda("clients", "list", "--json");
    expect(JSON.parse(stdout).items).to.deep.equal([
      {
        id: "portal",
        authentication: "private_key_jwt",
        owner: "who signs in",
        name: "Portal",
        redirectUris: [CALLBACK],
      },
      {
        id: "reports",
        authentication: "private_key_jwt",
        owner: "who signs in",
        name: "Reports",
        scopes: ["payments.read"],
        redirectUris: [CALLBACK],
      },
    ]);
  });

  for (const clientId of ["portal", "reports"] as const)
    it(`get tokens for a person, and keep their refresh token: ${clientId}`, async () => {
      const { browser, sessionId } = await signedIn(product, keyId);
      const program = await programOf(clientId);
      const { expires_in: lifetime } = await jsonOf(await program.push());
      expect(lifetime).to.be.above(0).and.below(600);
      const consent = (await browser.open(await program.begin())).headers.location as string;
      const question = await browser.open(consent);
      expect(question.text).to.include(clientId === "portal" ? "Portal" : "Reports");
      expect(question.text).to.include(`The answer goes to ${CALLBACK}`);
      expect(question.headers["content-security-policy"]).to.match(
        /form-action 'self' https:\/\/portal\.example$/,
      );
      const allowed = await browser.press(`${consent}/allow`);
      const back = await browser.open(allowed.headers.location as string);
      expect([allowed.status, back.status]).to.deep.equal([303, 303]);
      const answer = new URL(back.headers.location as string);
      expect(answer.searchParams.get("iss")).to.equal(product.baseUrl);
      const tokens = await program.tokens(answer);
      expect(tokens).to.include({ token_type: "dpop", scope: "payments.read", expires_in: 300 });
      expect(decodeJwt(tokens.access_token)).to.deep.include({
        sub: keyId,
        client_id: clientId,
        sid: sessionId,
        cnf: { jkt: await program.DPoP.calculateThumbprint() },
      });
      expect((await program.call(tokens.access_token)).status).to.equal(200);
      // The same refresh token again and again, also with another DPoP key (RFC 9449 section 5).
      const moved = await programOf(clientId);
      for (const each of [program, program, moved]) {
        const next = await jsonOf(await each.refresh(tokens.refresh_token as string));
        expect(next).to.include({ token_type: "DPoP", scope: "payments.read" });
        expect(next).to.not.have.property("refresh_token");
        expect((await each.call(next.access_token)).status).to.equal(200);
      }
      expect((await program.revoke(tokens.refresh_token as string)).status).to.equal(200);
      expect(await errorOf(await program.refresh(tokens.refresh_token as string))).to.deep.equal(
        INVALID_GRANT,
      );
      await eventually(
        "the token is refused",
        async () => (await program.call(tokens.access_token)).status === 401,
      );
    });

  it("may have two keys, so that a new one takes the place of the old", async () => {
    for (const by of [keys.portal, keys.next])
      expect((await send("/oauth/par", pushed, { by })).status, by.algorithm).to.equal(201);
  });

  it("are accepted with clocks that differ a little, and not more", async () => {
    const ahead = (iat: number) => ({ change: { claims: { iat, nbf: iat } } });
    expect((await send("/oauth/par", pushed, ahead(seconds() + 10))).status).to.equal(201);
    for (const member of ["iat", "nbf"]) {
      const change = { claims: { [member]: seconds() + 90 } };
      expect((await send("/oauth/par", pushed, { change })).status, member).to.equal(401);
    }
  });

  it("get no scope that the settings do not give them, however many the person has", async () => {
    const program = await programOf("reports");
    const wide = await program.push({ scope: "payments.read refunds.read" });
    expect(await errorOf(wide)).to.deep.equal([400, "invalid_scope"]);
    const unknown = await (await programOf("portal")).push({ scope: "foo bar" });
    expect(await errorOf(unknown)).to.deep.equal([400, "invalid_scope"]);
    const { browser } = await signedIn(product, keyId);
    const portal = await programOf("portal");
    const tokens = await portal.tokens(
      await portal.allowedBy(browser, { scope: "payments.read refunds.read" }),
    );
    expect(tokens.scope).to.equal("payments.read refunds.read");
  });

  describe("are refused, with a record, when they do not prove themselves", () => {
    const endpoints = [
      ["/oauth/par", pushed, "PushAuthorizationRequest"],
      [
        "/oauth/token",
        {
          grant_type: "authorization_code",
          code: "c",
          redirect_uri: CALLBACK,
          code_verifier: "v".repeat(43),
        },
        "IssueAccessToken",
      ],
      ["/oauth/token", { grant_type: "refresh_token", refresh_token: "r" }, "IssueAccessToken"],
      ["/oauth/revoke", { token: "r" }, "RevokeAccessToken"],
    ] as const;

    it("by nothing, or by an assertion of another key", async () => {
      const refused: [string, string][] = [];
      for (const [path, form, operation] of endpoints) {
        const bare = await askForToken(product, undefined, {
          path,
          form: { ...form, client_id: "portal" },
          from: elsewhere(),
        });
        const foreign = await send(path, form, { by: callerKey() });
        const another = await send(path, form, { by: keys.reports });
        for (const each of [bare, foreign, another]) {
          expect([each.status, each.json.error], `${path} ${each.text}`).to.deep.equal([
            401,
            "invalid_client",
          ]);
          refused.push([String(each.headers["x-request-id"]), operation]);
        }
      }
      await eventually("each has a record", async () => {
        const { json } = await ask(product, "/api/v1/audit/records?pageSize=100", {
          key: product.operatorKey,
        });
        const records: { requestId?: string; operation: string; reason?: string }[] = json.data.items;
        return refused.every(([id, operation]) =>
          records.some(
            (each) =>
              each.requestId === id && each.operation === operation && each.reason === "CREDENTIAL_REFUSED",
          ),
        );
      });
    });

    it("by an assertion for another server or endpoint, in a list, expired, without end or name", async () => {
      const issuer = product.baseUrl;
      for (const claims of [
        { aud: `${issuer}/oauth/token` },
        { aud: `${issuer}/oauth/par` },
        { aud: "https://other.example" },
        { aud: [issuer] },
        { aud: [issuer, "https://other.example"] },
        { aud: undefined },
        { exp: HOUR_AGO() },
        { exp: undefined },
        { exp: seconds() + 3_600 },
        { jti: undefined },
        { jti: "" },
        { jti: "x".repeat(65) },
        { sub: "reports" },
        { iss: "reports" },
        { iss: undefined },
      ]) {
        const { status, text } = await send("/oauth/par", pushed, { change: { claims } });
        expect(status, `${JSON.stringify(claims)} ${text}`).to.be.oneOf([400, 401]);
      }
      const typed = await send("/oauth/par", pushed, { change: { header: { typ: "pda-access+jwt" } } });
      expect(typed.status).to.equal(401);
      const jwk = jwkOf("reports");
      for (const header of [
        { jku: "https://keys.example" },
        { jwk },
        { x5u: "https://keys.example" },
        { b64: true },
      ]) {
        const { status, json } = await send("/oauth/par", pushed, { change: { header } });
        expect([status, json.error], JSON.stringify(header)).to.deep.equal([401, "invalid_client"]);
      }
    });

    it("by another algorithm than that of the key", async () => {
      const claims = {
        iss: "portal",
        sub: "portal",
        aud: product.baseUrl,
        jti: randomUUID(),
        exp: seconds() + 60,
      };
      const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
      for (const [alg, secret] of [
        ["none", undefined],
        ["HS256", keys.portal.publicKey],
        ["HS256", createPublicKey(keys.portal.publicKey).export({ format: "der", type: "spki" })],
        ["HS256", JSON.stringify(jwkOf("portal"))],
      ] as const) {
        const head = `${encode({ alg, typ: "JWT" })}.${encode({ ...claims, jti: randomUUID() })}`;
        const mac = secret === undefined ? "" : createHmac("sha256", secret).update(head).digest("base64url");
        const sent = { path: "/oauth/par", form: pushed, from: elsewhere() };
        expect((await askForToken(product, `${head}.${mac}`, sent)).status, alg).to.equal(401);
      }
      // Of a key of another type, under the name of the right one.
      const change = { header: { kid: "portal" } };
      expect((await send("/oauth/par", pushed, { by: keys.next, change })).status).to.equal(401);
      expect((await send("/oauth/par", pushed, { by: keys.reports, change })).status).to.equal(401);
    });

    it("by an assertion that comes again, at once through several gateways, or at another endpoint", async () => {
      const once = { change: { claims: { jti: randomUUID() } } };
      const all = await Promise.all(Array.from({ length: 20 }, () => send("/oauth/par", pushed, once)));
      expect(all.filter(({ status }) => status === 201)).to.have.length(1);
      expect(all.filter(({ status }) => status === 401)).to.have.length(19);
      expect((await send("/oauth/revoke", { token: "r" }, once)).status).to.equal(401);
    });

    it("by a secret, or twice", async () => {
      const form = { ...pushed, client_secret: "x" };
      const secret = await askForToken(product, undefined, { path: "/oauth/par", form, from: elsewhere() });
      expect([secret.status, secret.json.error]).to.deep.equal([401, "invalid_client"]);
      const both = await send("/oauth/par", { ...pushed, client_secret: "x" });
      expect([both.status, both.json.error]).to.deep.equal([400, "invalid_request"]);
    });
  });

  it("cannot use what belongs to another program: not a code, not a refresh token, not a pushed request", async () => {
    const { browser } = await signedIn(product, keyId);
    const [portal, reports] = [await programOf("portal"), await programOf("reports")];
    // A pushed request, opened in the name of another program.
    const address = new URL(await portal.begin());
    address.searchParams.set("client_id", "reports");
    const stolen = await browser.open(address.href);
    expect(stolen.headers.location ?? stolen.text).to.include("invalid_request");
    // A code that is injected into another program.
    const answer = await portal.allowedBy(browser);
    Object.assign(reports, { state: portal.state });
    const injected = await reports.redeem(answer, portal.verifier);
    expect(await errorOf(injected.clone())).to.deep.equal(INVALID_GRANT);
    const tokens = await portal.tokens(answer);
    const refreshed = await reports.refresh(tokens.refresh_token as string);
    expect(await errorOf(refreshed.clone())).to.deep.equal(INVALID_GRANT);
    expect((await reports.revoke(tokens.refresh_token as string)).status).to.equal(200);
    expect((await portal.refresh(tokens.refresh_token as string)).status).to.equal(200);
    expect((await portal.call(tokens.access_token)).status).to.equal(200);
    await eventually("the refusals have records", async () => {
      const { text } = await ask(product, "/api/v1/audit/records?pageSize=100", { key: product.operatorKey });
      return [injected, refreshed].every((each) => text.includes(String(each.headers.get("x-request-id"))));
    });
  });

  it("get no tokens without a proof of a key, and end the grant with a code that comes again", async () => {
    const { browser } = await signedIn(product, keyId);
    const program = await programOf("portal");
    const answer = await program.allowedBy(browser);
    const form = {
      grant_type: "authorization_code",
      code: answer.searchParams.get("code") as string,
      redirect_uri: CALLBACK,
      code_verifier: program.verifier,
    };
    const bare = await send("/oauth/token", form);
    expect([bare.status, bare.json.error]).to.deep.equal([400, "invalid_dpop_proof"]);
    const tokens = await program.tokens(answer);
    expect(await errorOf(await program.redeem(answer))).to.deep.equal(INVALID_GRANT);
    expect(await errorOf(await program.refresh(tokens.refresh_token as string))).to.deep.equal(INVALID_GRANT);
  });

  it("get no grants but those of programs, and learn nothing about tokens", async () => {
    const proof = await dpopProof(callerKey(), { method: "POST", url: `${product.baseUrl}/oauth/token` });
    for (const grant of ["client_credentials", "password", "implicit"]) {
      const assertion = await assertionOf(keys.portal, { clientId: "portal", aud: product.baseUrl });
      const form = { grant_type: grant, username: "u", password: "p" };
      const { status, json } = await askForToken(product, assertion, { form, proof, from: elsewhere() });
      expect(status, grant).to.equal(400);
      expect(json.error, grant).to.be.oneOf(["invalid_request", "unsupported_grant_type"]);
      expect(json, grant).to.not.have.property("access_token");
    }
    const { browser } = await signedIn(product, keyId);
    const program = await programOf("portal");
    const { refresh_token: token } = await program.tokens(await program.allowedBy(browser));
    const { json } = await send("/oauth/introspect", { token: token as string });
    expect(json).to.deep.equal({ active: false });
  });
});
