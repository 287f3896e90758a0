import { expect } from "chai";
import { Failure } from "../../src/rpc/failure.ts";
import { chainNetworks } from "../../src/services/networks/networks.ts";
import { newAccount } from "../chain/support/evm.ts";
import { TestChain } from "../workers/support/chain.ts";

describe("what the services ask of the networks", function () {
  this.timeout(60_000);
  let chain: TestChain;
  before(async () => {
    chain = await TestChain.start();
  });
  after(() => chain.close());

  it("names networks, and says why an account or an asset cannot be used", async () => {
    await using adapter = chain.client();
    const networks = chainNetworks(adapter);
    expect(await networks.list()).to.deep.equal([chain.network]);

    expect(await networks.accountProblem(newAccount())).to.equal(undefined);
    expect(await networks.accountProblem("eip155:1:0x00000000000000000000000000000000000000AA")).to.match(
      /eip155:1 is not served/,
    );
    expect(await networks.accountProblem(`${chain.network}:0x12`)).to.match(/^The account.*\.$/);
    const { account: own } = await adapter.getSigner({ network: chain.network });
    expect(await networks.accountProblem(own)).to.match(
      /^The account is the one that the service pays from; name another account\.$/,
    );

    expect(await networks.assetProblem(chain.asset, 6)).to.equal(undefined);
    expect(await networks.assetProblem(chain.asset, 2)).to.match(/6 fraction digits/);
    expect(await networks.assetProblem(chain.asset, 6), "kept").to.equal(undefined);
    expect(await networks.assetProblem("eip155:1/erc20:0x00", 6)).to.match(/not served/);
    expect(await networks.assetProblem(`${chain.network}/slip44:60`, 6)).to.match(/kind slip44/);
    const nothing = `${chain.network}/erc20:0x00000000000000000000000000000000000000aa`;
    expect(await networks.assetProblem(nothing, 6)).to.match(/no such asset/);
  });

  it("is UNAVAILABLE while the adapter is away, and keeps no failure", async () => {
    await using adapter = chain.client();
    const networks = chainNetworks(adapter);
    await chain.adapterDown();
    const ask = [
      () => networks.list(),
      () => networks.accountProblem(newAccount()),
      () => networks.assetProblem(chain.asset, 6),
    ];
    for (const each of ask) {
      const failure = await each().then(
        () => undefined,
        (error: Failure) => error,
      );
      expect(failure).to.be.instanceOf(Failure);
      expect(failure).to.include({
        entry: "UNAVAILABLE",
        reason: "NETWORK_UNAVAILABLE",
        retryAfterSeconds: 2,
      });
    }
    await chain.adapterUp();
    for (let back = false; !back; )
      back = await networks.list().then(
        (found) => found.length === 1,
        () => false,
      );
    expect(await networks.assetProblem(chain.asset, 6)).to.equal(undefined);
  });
});
