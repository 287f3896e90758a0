// The endpoints of the embedded authorisation server while the core fails, and once it is gone.
import { createPublicKey } from "node:crypto";
import { expect } from "chai";
import {
  CountRefusedClientRequest,
  CountRefusedClientResponse,
  GetOAuthClientResponse,
  IssueAccessTokenResponse,
  SpendClientAssertionResponse,
} from "../../gen/ts/pda/access/v1/authorization_server_service.ts";
import {
  ResolveSingleUseRequest,
  ResolveSingleUseResponse,
} from "../../gen/ts/pda/access/v1/access_service.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { Failure } from "../../src/rpc/failure.ts";
import { assertionOf } from "../e2e/support/token-client.ts";
import { callerKey } from "../support/access-tokens.ts";
import { dpopProof } from "../support/dpop-proofs.ts";
import { type Reply, Rig } from "./support/rig.ts";

const JWT_BEARER = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
const endpoints = ["/oauth/token", "/oauth/introspect", "/oauth/revoke"];

describe("the embedded authorisation server without its core", function () {
  this.timeout(60_000);
  const key = callerKey();
  const clientId = newId("publicKey");
  let rig: Rig;

  beforeEach(() => start());
  const start = async (oauth: object = {}): Promise<void> => {
    rig = await Rig.start({ config: { oauth: { server: { enabled: true }, ...oauth } } });
    const publicKey = createPublicKey(key.publicKey).export({ format: "der", type: "spki" });
    rig.core.on("GetOAuthClient", () =>
      GetOAuthClientResponse.encode({
        scopes: ["payments.read"],
        authentication: { $case: "key", value: { publicKey, algorithm: "ES256" } },
      }).finish(),
    );
    rig.core.on("SpendClientAssertion", () => SpendClientAssertionResponse.encode({}).finish());
    rig.core.on("ResolveSingleUse", ({ request }) =>
      ResolveSingleUseResponse.encode({
        principals: [],
        verdicts: ResolveSingleUseRequest.decode(request).proofs.map(() => ({
          verdict: { $case: "nextNonce", value: "" },
        })),
      }).finish(),
    );
  };
  afterEach(() => rig[Symbol.asyncDispose]());

  const ask = async (path: string, by = key, proven = true): Promise<Reply> => {
    const aud = rig.config.publicUrl;
    const form = {
      grant_type: "client_credentials",
      token: "a.b.c",
      client_assertion_type: JWT_BEARER,
      client_assertion: await assertionOf(by, { clientId, aud }),
    };
    return rig.ask(path, {
      body: new URLSearchParams(form).toString(),
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        ...(proven ? { dpop: await dpopProof(key, { method: "POST", url: `${aud}${path}` }) } : {}),
      },
    });
  };
  const seen = ({ status, headers, json }: Reply) => ({
    status,
    retryAfter: headers["retry-after"],
    type: headers["content-type"],
    error: (json as { error?: string }).error,
  });
  const away = {
    status: 503,
    retryAfter: "1",
    type: "application/json; charset=utf-8",
    error: "temporarily_unavailable",
  };

  for (const reason of ["OVERLOADED", "DEADLINE_EXCEEDED"] as const)
    it(`asks clients to come back when the core answers ${reason}`, async () => {
      for (const method of ["IssueAccessToken", "IntrospectAccessToken", "RevokeAccessToken"])
        rig.core.on(method, () => {
          throw new Failure(reason);
        });
      for (const path of endpoints) expect(seen(await ask(path)), path).to.deep.equal(away);
    });

  it("says that it has failed when the core has, and logs it", async () => {
    rig.core.on("IssueAccessToken", () => {
      throw new Failure("INTERNAL");
    });
    expect(seen(await ask("/oauth/token"))).to.include({ status: 500, error: "server_error" });
    expect(rig.lines.map(({ msg }) => msg)).to.include("the request failed unexpectedly");
  });

  it("refuses a client that the core no longer accepts, and one from another network", async () => {
    for (const reason of ["CREDENTIAL_REFUSED", "NETWORK_NOT_ALLOWED"] as const) {
      for (const method of ["IssueAccessToken", "IntrospectAccessToken", "RevokeAccessToken"])
        rig.core.on(method, () => {
          throw new Failure(reason);
        });
      for (const path of endpoints)
        expect(seen(await ask(path)), path).to.include({ status: 401, error: "invalid_client" });
    }
  });

  it("lets clients that do not prove their identity wait as long as the core says, and asks about no others", async () => {
    let delay: Failure | undefined;
    const asked: CountRefusedClientRequest[] = [];
    rig.core.on("CountRefusedClient", ({ request }) => {
      asked.push(CountRefusedClientRequest.decode(request));
      if (delay) throw delay;
      return CountRefusedClientResponse.encode({}).finish();
    });
    const refused = { status: 401, error: "invalid_client" };
    for (const path of endpoints) expect(seen(await ask(path, callerKey())), path).to.include(refused);
    delay = new Failure("CREDENTIAL_DELAYED", { retryAfterSeconds: 9 });
    for (const path of endpoints)
      expect(seen(await ask(path, callerKey())), path).to.deep.equal({
        ...away,
        status: 429,
        retryAfter: "9",
      });
    expect(asked).to.have.length(2 * endpoints.length);
    for (const each of asked) expect(each).to.include({ clientId, address: "127.0.0.1" });
    // What a core says that cannot count changes nothing.
    delay = new Failure("OVERLOADED");
    expect(seen(await ask("/oauth/token", callerKey()))).to.include(refused);
    asked.length = 0;
    rig.core.on("SpendClientAssertion", () => {
      throw new Failure("TOKEN_REPLAYED");
    });
    expect(seen(await ask("/oauth/token")), "a used assertion").to.include(refused);
    expect(asked).to.deep.equal([]);
  });

  it("demands a proof, and says so, where all tokens must be bound to a key", async () => {
    await rig[Symbol.asyncDispose]();
    await start({ tokenBinding: "dpop" });
    rig.core.on("IssueAccessToken", () =>
      IssueAccessTokenResponse.encode({ accessToken: "a.b.c", lifetimeSeconds: 300, scopes: [] }).finish(),
    );
    for (const name of ["oauth-authorization-server", "oauth-protected-resource"]) {
      const { json } = await rig.ask(`/.well-known/${name}`);
      expect(json, name).to.include({ tls_client_certificate_bound_access_tokens: false });
    }
    const unproven = await ask("/oauth/token", key, false);
    expect(seen(unproven)).to.include({ status: 400, error: "invalid_request" });
    expect(unproven.text).to.include("takes only tokens that are bound to a key: send a DPoP proof");
    expect((await ask("/oauth/token")).status).to.equal(200);
  });

  it("gives no token over a certificate of another owner", async () => {
    rig.core.on("IssueAccessToken", () => {
      throw new Failure("CREDENTIALS_DISAGREE");
    });
    expect(seen(await ask("/oauth/token"))).to.include({ status: 400, error: "invalid_request" });
  });

  it("asks clients to come back once the core is gone, and still says where its endpoints are", async () => {
    await rig.core.close();
    for (const path of endpoints) expect(seen(await ask(path)), path).to.deep.equal(away);
    const keys = await rig.ask("/oauth/jwks");
    expect([keys.status, keys.headers["retry-after"]]).to.deep.equal([503, "1"]);
    expect((await rig.ask("/.well-known/oauth-authorization-server")).status).to.equal(200);
  });
});
