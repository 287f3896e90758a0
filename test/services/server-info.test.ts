import { expect } from "chai";
import { Environment, type GetServerInfoResponse } from "../../gen/ts/pda/server/v1/server_service.ts";
import { serverService } from "../../src/services/server/index.ts";
import { ServiceHarness } from "../support/service.ts";

const release = { version: "1.4.0", commit: "5e884898da28047151d0e56f8dc6292773603d0d" };

async function answerOf(deps: Parameters<typeof serverService>[0]) {
  await using harness = await ServiceHarness.start(() => serverService(deps));
  return (await harness.call<GetServerInfoResponse>("GetServerInfo", {})).serverInfo;
}

describe("GetServerInfo", function () {
  this.timeout(60_000);

  it("says which release runs, the versions of its interface, and that it is a sandbox", async () => {
    expect(await answerOf({ release, sandbox: true })).to.deep.include({
      version: "1.4.0",
      apiVersions: ["v1"],
      environment: Environment.ENVIRONMENT_SANDBOX,
      buildCommit: release.commit,
    });
  });

  it("leaves the commit out when it is not known, and says that real value moves", async () => {
    const info = await answerOf({ release: { ...release, commit: undefined }, sandbox: false });
    expect(info?.buildCommit).to.equal(undefined);
    expect(info?.environment).to.equal(Environment.ENVIRONMENT_PRODUCTION);
  });

  it("tells real time, by which signatures are judged", async () => {
    const before = Date.now();
    const info = await answerOf({ release, sandbox: true });
    const { seconds = 0n, nanos = 0 } = info?.serverTime ?? {};
    const told = Number(seconds) * 1000 + nanos / 1_000_000;
    expect(told).to.be.within(before, Date.now());
  });
});
