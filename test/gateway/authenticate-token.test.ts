import { expect } from "chai";
import { PrincipalKind } from "../../gen/ts/pda/access/v1/access.ts";
import { ResolveTokenRequest, ResolveTokenResponse } from "../../gen/ts/pda/access/v1/access_service.ts";
import { type Authenticator, authenticator } from "../../src/gateway/authenticate.ts";
import { Failure } from "../../src/rpc/failure.ts";

const ADDRESS = "192.0.2.1";
const principal = {
  kind: PrincipalKind.PRINCIPAL_KIND_MERCHANT,
  tenantId: "mer_1",
  credentialId: "pky_1",
  scopes: [],
};
const answer = async () => ({
  response: ResolveTokenResponse.encode({ principal, reusable: false, bound: false }).finish(),
  replayed: false,
});

const key = (credential: string) => ({
  authorization: `Bearer ${credential}`,
  certificate: undefined,
  signature: undefined,
});
const authenticate = async (verdicts: Authenticator, credential: string) =>
  verdicts.authenticate(key(credential), "r", ADDRESS);

describe("verdicts on JWTs", () => {
  const asked: { path: string; address: string }[] = [];
  const judge = (call: () => Promise<{ response: Uint8Array; replayed: boolean }> = answer) =>
    authenticator({
      credentialTtlMs: 5000,
      core: {
        call: async (path: string, request: Uint8Array) => {
          asked.push({ path, address: ResolveTokenRequest.decode(request).address });
          return call();
        },
      },
    });
  beforeEach(() => {
    asked.length = 0;
  });

  it("are asked for by each request, also by those that come together, and never kept", async () => {
    const verdicts = judge();
    await Promise.all(Array.from({ length: 5 }, () => authenticate(verdicts, "a.b.c")));
    await authenticate(verdicts, "a.b.c");
    const path = "/pda.access.v1.AccessService/ResolveToken";
    expect(asked).to.deep.equal(Array.from({ length: 6 }, () => ({ path, address: ADDRESS })));
    const refusing = judge(() => Promise.reject(new Failure("TOKEN_REPLAYED")));
    for (let repeat = 0; repeat < 2; repeat += 1)
      expect(
        await authenticate(refusing, "a.b.c").catch((error: Failure) => [error.entry, error.reason]),
      ).to.deep.equal(["UNAUTHENTICATED", "TOKEN_REPLAYED"]);
    expect(asked).to.have.length(8);
  });

  it("are not asked for on behalf of a request that does nothing", () => {
    expect(judge().recall(key("a.b.c"), "r", ADDRESS)).to.include({ credentialId: "" });
    expect(asked).to.deep.equal([]);
  });

  it("pass on that the key may not be used from the address, and hide other refusals", async () => {
    const reasonOf = async (refusal: Failure): Promise<string> => {
      const verdicts = judge(async () => {
        throw refusal;
      });
      try {
        await authenticate(verdicts, "a.b.c");
        return "accepted";
      } catch (error) {
        return (error as Failure).reason;
      }
    };
    expect(await reasonOf(new Failure("NETWORK_NOT_ALLOWED"))).to.equal("NETWORK_NOT_ALLOWED");
    expect(await reasonOf(new Failure("INTERNAL_OPERATION"))).to.equal("CREDENTIAL_UNCHECKED");
  });

  it("may have 4,096 characters, other credentials 512", async () => {
    const long = `a.b.${"c".repeat(4_092)}`;
    expect(await authenticate(judge(), long)).to.include({ credentialId: "pky_1" });
    for (const credential of [
      `${long}c`,
      `a.b.c.${"d".repeat(600)}`,
      `a.${"b".repeat(600)}`,
      "a".repeat(513),
    ])
      expect(() => judge().authenticate(key(credential), "r", ADDRESS), credential).to.throw(
        "an API key or a JWT",
      );
  });
});
