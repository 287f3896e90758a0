// Credentials are checked in turns of the addresses that they come from, so that a stranger with many wrong ones keeps nobody out.
import { expect } from "chai";
import { PrincipalKind } from "../../gen/ts/pda/access/v1/access.ts";
import {
  ResolveCredentialRequest,
  ResolveCredentialResponse,
  ResolveSingleUseRequest,
  ResolveSingleUseResponse,
} from "../../gen/ts/pda/access/v1/access_service.ts";
import { authenticator } from "../../src/gateway/authenticate.ts";
import { CheckTurns } from "../../src/gateway/check-turns.ts";
import { Failure } from "../../src/rpc/failure.ts";

const principal = {
  kind: PrincipalKind.PRINCIPAL_KIND_MERCHANT,
  tenantId: "mer_1",
  credentialId: "pky_1",
  scopes: [],
};
const header = Buffer.from('{"alg":"ES256","typ":"pda-access+jwt","kid":"pky_1"}').toString("base64url");
const stranger = "198.51.100.1";
const customer = "192.0.2.1";

describe("the checks of credentials from one address", () => {
  for (const [what, credentialOf] of [
    ["JWTs that count once", (place: number) => `${header}.${place}.s`],
    ["API keys", (place: number) => `guess${place}`],
  ] as const)
    it(`take no places from other addresses, however many come at once: ${what}`, async () => {
      let asked = 0;
      const gate = Promise.withResolvers<void>();
      const call = async (path: string, request: Uint8Array) => {
        const isSet = path.endsWith("/ResolveSingleUse");
        const proofs = isSet ? ResolveSingleUseRequest.decode(request).proofs : [];
        const addresses = isSet
          ? proofs.map(({ proof }) => (proof?.$case === "token" ? proof.value.address : ""))
          : [ResolveCredentialRequest.decode(request).address];
        asked += addresses.filter((address) => address === stranger).length;
        await gate.promise;
        const response = isSet
          ? ResolveSingleUseResponse.encode({
              principals: [principal],
              verdicts: proofs.map(() => ({ verdict: { $case: "principal", value: 0 } })),
            })
          : ResolveCredentialResponse.encode({ principal, allowedNetworks: [] });
        return { response: response.finish(), replayed: false };
      };
      const verdicts = authenticator({ credentialTtlMs: 0, core: { call } });
      const authenticate = async (place: number, address: string): Promise<string> => {
        const credentials = { authorization: `Bearer ${credentialOf(place)}`, certificate: undefined };
        try {
          return (await verdicts.authenticate(credentials, "r", address)).credentialId;
        } catch (error) {
          return (error as Failure).reason;
        }
      };
      const flood = Array.from({ length: 5_000 }, async (_, place) => authenticate(place, stranger));
      await new Promise(setImmediate);
      const own = authenticate(5_000, customer);
      await new Promise(setImmediate);
      expect(asked).to.be.at.most(128);
      gate.resolve();
      expect(await own).to.equal("pky_1");
      const outcomes = Map.groupBy(await Promise.all(flood), (outcome) => outcome);
      expect([...outcomes.keys()].sort()).to.deep.equal(["OVERLOADED", "pky_1"]);
      expect(outcomes.get("pky_1")).to.have.length(128 + 2_048);
    });

  it("go on after checks that fail, each when another one ends", async () => {
    const turns = new CheckTurns();
    let running = 0;
    const most: number[] = [];
    const check = async (place: number): Promise<number> => {
      most.push((running += 1));
      await new Promise(setImmediate);
      running -= 1;
      if (place % 2 === 0) throw new Failure("CREDENTIAL_REFUSED");
      return place;
    };
    const outcomes = await Promise.allSettled(
      Array.from({ length: 1_000 }, async (_, place) => turns.run(stranger, () => check(place))),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).to.have.length(500);
    expect(Math.max(...most)).to.equal(128);
  });
});
