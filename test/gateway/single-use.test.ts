// Proofs that count once, as the gateway asks the core about them: many with one call, none by a kept verdict.
import { expect } from "chai";
import { PrincipalKind } from "../../gen/ts/pda/access/v1/access.ts";
import {
  ResolveSingleUseRequest,
  ResolveSingleUseResponse,
  type SingleUseVerdict,
} from "../../gen/ts/pda/access/v1/access_service.ts";
import { type Authenticator, authenticator } from "../../src/gateway/authenticate.ts";
import { Failure } from "../../src/rpc/failure.ts";
import { encodeStatus } from "../../src/rpc/status.ts";

const principal = {
  kind: PrincipalKind.PRINCIPAL_KIND_MERCHANT,
  tenantId: "mer_1",
  credentialId: "pky_1",
  scopes: [],
};
const accepted: SingleUseVerdict = { verdict: { $case: "principal", value: 0 } };
const refused = (failure: Failure): SingleUseVerdict => ({
  verdict: { $case: "refusal", value: Buffer.from(encodeStatus(failure)) },
});
const header = Buffer.from('{"alg":"ES256","typ":"pda-access+jwt","kid":"pky_1"}').toString("base64url");
const tokenOf = (jti: number): string => `${header}.${jti}.s`;

describe("proofs that count once, at the gateway", () => {
  /** The tokens of each call. */
  let asked: string[][];
  let verdictOn: (token: string) => SingleUseVerdict;
  let answering: Promise<void> | undefined;
  let verdicts: Authenticator;
  beforeEach(() => {
    asked = [];
    verdictOn = () => accepted;
    answering = undefined;
    verdicts = authenticator({ credentialTtlMs: 5_000, core: { call } });
  });
  const call = async (path: string, request: Uint8Array) => {
    expect(path).to.equal("/pda.access.v1.AccessService/ResolveSingleUse");
    const tokens = ResolveSingleUseRequest.decode(request).proofs.map(({ proof }) => {
      if (proof?.$case !== "token") throw new Error("a token is expected");
      expect(proof.value.address).to.equal("192.0.2.1");
      return proof.value.token;
    });
    asked.push(tokens);
    await answering;
    const answer = { principals: [principal], verdicts: tokens.map(verdictOn) };
    return { response: ResolveSingleUseResponse.encode(answer).finish(), replayed: false };
  };
  const authenticate = async (jti: number): Promise<string> => {
    const credentials = { authorization: `Bearer ${tokenOf(jti)}`, certificate: undefined };
    try {
      return (await verdicts.authenticate(credentials, "r", "192.0.2.1")).credentialId;
    } catch (error) {
      return (error as Failure).reason;
    }
  };
  const many = (count: number) => Promise.all(Array.from({ length: count }, (_, jti) => authenticate(jti)));

  it("are asked about with one call when they come together, at most 32 of them", async () => {
    expect(new Set(await many(70))).to.deep.equal(new Set(["pky_1"]));
    expect(asked.map(({ length }) => length)).to.deep.equal([32, 32, 6]);
    expect(asked.flat()).to.deep.equal(Array.from({ length: 70 }, (_, jti) => tokenOf(jti)));
  });

  it("are asked about by each request, also the same one", async () => {
    for (let repeat = 0; repeat < 2; repeat += 1) await authenticate(1);
    await Promise.all([authenticate(1), authenticate(1)]);
    expect(asked).to.deep.equal([[tokenOf(1)], [tokenOf(1)], [tokenOf(1), tokenOf(1)]]);
  });

  it("get the verdict of their own, whatever the others get", async () => {
    verdictOn = (token) =>
      token === tokenOf(1)
        ? refused(new Failure("TOKEN_REPLAYED"))
        : token === tokenOf(2)
          ? refused(new Failure("OVERLOADED"))
          : token === tokenOf(3)
            ? refused(new Failure("CREDENTIAL_DELAYED", { retryAfterSeconds: 9 }))
            : accepted;
    expect(await many(5)).to.deep.equal([
      "pky_1",
      "TOKEN_REPLAYED",
      "CREDENTIAL_UNCHECKED",
      "CREDENTIAL_DELAYED",
      "pky_1",
    ]);
    expect(asked).to.have.length(1);
  });

  it("are not accepted without a verdict", async () => {
    for (const verdict of [{}, { verdict: { $case: "principal", value: 1 } }] satisfies SingleUseVerdict[]) {
      verdictOn = () => verdict;
      expect(await authenticate(1)).to.equal("CREDENTIAL_UNCHECKED");
    }
    answering = Promise.reject(new Failure("UNAVAILABLE"));
    expect(await many(3)).to.deep.equal(Array.from({ length: 3 }, () => "CREDENTIAL_UNCHECKED"));
  });
});
