// Clients and tokens of the embedded authorisation server that prove nothing, as the core counts them.
import { expect } from "chai";
import { decodeJwt } from "jose";
import type { ResolveTokenResponse } from "../../gen/ts/pda/access/v1/access_service.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { Failure } from "../../src/rpc/failure.ts";
import { eventually } from "../e2e/support/scene.ts";
import { accessToken, callerKey } from "../support/access-tokens.ts";
import { publicUrl } from "./support/names.ts";
import { certificateId, gateway, TokenService } from "./support/token-service.ts";

describe("clients that prove nothing", function () {
  this.timeout(60_000);
  let service: TokenService;

  before(async () => {
    service = await TokenService.start();
  });
  after(() => service?.[Symbol.asyncDispose]());

  it("count by address and client, with everything else that is wrong", async () => {
    const refused = async (address: string, as = service.clientId): Promise<string> => {
      try {
        await service.harness.call("CountRefusedClient", { clientId: as, address }, gateway);
        return "counted";
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        expect(error.retryAfterSeconds).to.be.within(1, 60);
        return error.reason;
      }
    };
    const address = "198.51.100.1";
    const token = await accessToken(callerKey(), { kid: service.clientId, aud: publicUrl });
    expect(await service.reasonOf(token, { address })).to.equal("CREDENTIAL_REFUSED");
    for (let count = 0; count < 4; count += 1) expect(await refused(address)).to.equal("counted");
    await eventually("the client waits", async () => (await refused(address)) === "CREDENTIAL_DELAYED");
    await eventually(
      "its JWTs wait, too",
      async () => (await service.reasonOf(token, { address })) === "CREDENTIAL_DELAYED",
    );
    // Other clients of the address, one without a name, and the client elsewhere.
    for (const other of ["", newId("publicKey"), certificateId])
      expect(await refused(address, other)).to.equal("counted");
    expect(await refused("198.51.100.2")).to.equal("counted");
  });

  it("with tokens that this service has not signed count, too, and good ones are accepted all the same", async () => {
    const address = "198.51.100.3";
    const { accessToken: good } = await service.issue();
    const [head, , signature] = good.split(".") as [string, string, string];
    const changed = (claims: object) =>
      [
        head,
        Buffer.from(JSON.stringify({ ...decodeJwt(good), ...claims })).toString("base64url"),
        signature,
      ].join(".");
    for (let count = 0; count < 5; count += 1)
      expect(await service.reasonOf(changed({ jti: String(count) }), { address })).to.equal(
        "CREDENTIAL_REFUSED",
      );
    await eventually(
      "the next waits",
      async () => (await service.reasonOf(changed({ jti: "x" }), { address })) === "CREDENTIAL_DELAYED",
    );
    const { principal } = await service.harness.call<ResolveTokenResponse>(
      "ResolveToken",
      service.resolve(good, { address }),
      gateway,
    );
    expect(principal?.credentialId).to.equal(service.clientId);
  });
});
