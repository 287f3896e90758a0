// The grants of people at the embedded authorisation server while the core fails for a moment.
import { createHash } from "node:crypto";
import { expect } from "chai";
import {
  ResolveSingleUseRequest,
  ResolveSingleUseResponse,
} from "../../gen/ts/pda/access/v1/access_service.ts";
import {
  ConsumeOAuthStateResponse,
  EndOAuthGrantResponse,
  GetOAuthStateRequest,
  GetOAuthStateResponse,
  IssueSessionTokenResponse,
  PutOAuthStateResponse,
} from "../../gen/ts/pda/access/v1/sign_in_service.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { Failure } from "../../src/rpc/failure.ts";
import { callerKey } from "../support/access-tokens.ts";
import { dpopProof, thumbprintOf } from "../support/dpop-proofs.ts";
import { Rig } from "./support/rig.ts";

describe("the grant of a person while the core fails for a moment", function () {
  this.timeout(60_000);
  const key = callerKey();
  const sessionId = newId("session");
  const grantId = "0190c0de-0000-4000-8000-000000000001";
  const redirectUri = "http://127.0.0.1/cb";
  const verifier = "v".repeat(43);
  let rig: Rig;
  /** What the core was asked to change, in order. */
  let changes: string[];
  let consumed: boolean;
  /** Operations that fail once. */
  let failing: Set<string>;

  beforeEach(async () => {
    const client = { id: "till", name: "Till", redirectUris: [redirectUri] };
    rig = await Rig.start({ config: { oauth: { server: { enabled: true, clients: [client] } } } });
    [changes, consumed, failing] = [[], false, new Set()];
    const jkt = await thumbprintOf(key);
    const now = Math.floor(Date.now() / 1000);
    const times = { iat: now - 10, exp: now + 3600 };
    const source = { clientId: "till", accountId: sessionId, grantId, scope: "payments.read" };
    const payloads: Record<string, object> = {
      RefreshToken: { ...source, jkt, gty: "authorization_code refresh_token" },
      AuthorizationCode: {
        ...source,
        redirectUri,
        codeChallenge: createHash("sha256").update(verifier).digest("base64url"),
        codeChallengeMethod: "S256",
      },
      Grant: { clientId: "till", accountId: sessionId, openid: { scope: "payments.read" } },
    };
    const change = <T>(name: string, answer: () => T) =>
      rig.core.on(name, () => {
        changes.push(name);
        if (failing.delete(name)) throw new Failure("OVERLOADED");
        return answer() as Uint8Array;
      });
    rig.core.on("ResolveSingleUse", ({ request }) =>
      ResolveSingleUseResponse.encode({
        principals: [],
        verdicts: ResolveSingleUseRequest.decode(request).proofs.map(() => ({
          verdict: { $case: "nextNonce", value: "" },
        })),
      }).finish(),
    );
    rig.core.on("GetOAuthState", ({ request }) => {
      const { kind, id } = GetOAuthStateRequest.decode(request);
      const payload = Buffer.from(JSON.stringify({ kind, jti: id, ...times, ...payloads[kind] }));
      return GetOAuthStateResponse.encode({ payload, consumed: kind !== "Grant" && consumed }).finish();
    });
    change("ConsumeOAuthState", () => {
      const first = !consumed;
      consumed = true;
      return ConsumeOAuthStateResponse.encode({ first }).finish();
    });
    change("EndOAuthGrant", () => EndOAuthGrantResponse.encode({}).finish());
    change("PutOAuthState", () => PutOAuthStateResponse.encode({}).finish());
    change("IssueSessionToken", () =>
      IssueSessionTokenResponse.encode({
        accessToken: "a.b.c",
        lifetimeSeconds: 300,
        scopes: ["payments.read"],
      }).finish(),
    );
  });
  afterEach(() => rig[Symbol.asyncDispose]());

  const forms: Record<string, Record<string, string>> = {
    "refresh token": { grant_type: "refresh_token", refresh_token: "r".repeat(43) },
    code: {
      grant_type: "authorization_code",
      code: "c".repeat(43),
      code_verifier: verifier,
      redirect_uri: redirectUri,
    },
  };
  const ask = async (form: Record<string, string> = {}) => {
    const url = `${rig.config.publicUrl}/oauth/token`;
    const { status, json } = await rig.ask("/oauth/token", {
      body: new URLSearchParams({ client_id: "till", ...form }).toString(),
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        dpop: await dpopProof(key, { method: "POST", url }),
      },
    });
    return { status, ...(json as { access_token?: string; refresh_token?: string; error?: string }) };
  };

  for (const [what, form] of Object.entries(forms)) {
    for (const operation of ["IssueSessionToken", "PutOAuthState", "ConsumeOAuthState"])
      it(`is kept when ${operation} fails, and the repeat with the same ${what} gets tokens`, async () => {
        failing.add(operation);
        expect((await ask(form)).status).to.equal(503);
        const { status, ...tokens } = await ask(form);
        expect(status).to.equal(200);
        expect(tokens).to.include({ access_token: "a.b.c" }).and.to.have.property("refresh_token");
        expect(changes).to.not.include("EndOAuthGrant");
      });

    it(`ends when the ${what} was used before, and nothing is made for it`, async () => {
      consumed = true;
      expect(await ask(form)).to.include({ status: 400, error: "invalid_grant" });
      expect(changes).to.deep.equal(["ConsumeOAuthState", "EndOAuthGrant"]);
    });

    it(`ends when two use the ${what} at once, after tokens were made for both`, async () => {
      const answers = await Promise.all([ask(form), ask(form)]);
      expect(answers.map(({ status }) => status).toSorted()).to.deep.equal([200, 400]);
      expect(changes.filter((name) => name === "EndOAuthGrant")).to.have.length(1);
      expect(changes.at(-1)).to.equal("EndOAuthGrant");
    });
  }
});
