// Repeats with their idempotency key while the network cannot be asked: they have their answer, and need nobody for it.

import { join } from "node:path";
import { expect } from "chai";
import { AssetKind } from "../../gen/ts/pda/asset/v1/asset.ts";
import type { RegisterPublisherResponse } from "../../gen/ts/pda/publisher/v1/publisher_service.ts";
import { ensureTrustRoot } from "../../src/pki/trust-root.ts";
import type { Failure } from "../../src/rpc/failure.ts";
import { loadTrustAuthority } from "../../src/services/authority/trust-authority.ts";
import { merchantService } from "../../src/services/merchant/index.ts";
import type { Networks } from "../../src/services/networks/networks.ts";
import { chainNetworks } from "../../src/services/networks/networks.ts";
import { issuanceService } from "../../src/services/publisher/issuance/index.ts";
import { publisherService } from "../../src/services/publisher/index.ts";
import { sandboxService } from "../../src/services/sandbox/index.ts";
import { newAccount } from "../chain/support/evm.ts";
import { ServiceHarness } from "../support/service.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { TestChain } from "../workers/support/chain.ts";
import { assetDomain } from "./support/registry.ts";

describe("a repeat while the chain adapter is down", function () {
  this.timeout(60_000);
  const stack = new AsyncDisposableStack();
  let chain: TestChain;
  let harness: ServiceHarness;
  let publisherId: string;
  /** As a core that has just started asks, which remembers nothing of the network. */
  let current: Networks;
  const startAnew = () => {
    current = chainNetworks(stack.use(chain.client()));
  };
  const networks: Networks = {
    list: () => current.list(),
    accountProblem: (account) => current.accountProblem(account),
    assetProblem: (asset, decimals) => current.assetProblem(asset, decimals),
  };

  before(async () => {
    chain = await TestChain.start();
    stack.defer(() => chain.close());
    const directory = stack.use(temporaryDirectory());
    ensureTrustRoot(directory.path, "PDA test");
    harness = await ServiceHarness.start((_, sealer) => [
      ...merchantService({ networks }),
      ...publisherService({
        networks,
        networkAssetsShared: false,
        trust: loadTrustAuthority({ dir: join(directory.path, "trust"), assetDomain, sealer }),
        sealer,
      }),
      ...issuanceService({ networks }),
      ...sandboxService({ networks, sandboxAssets: [] }),
    ]);
    stack.use(harness);
    startAnew();
    const name = "Acme Mint";
    publisherId = (await harness.call<RegisterPublisherResponse>("RegisterPublisher", { name })).publisher!
      .publisherId;
  });
  after(() => stack.disposeAsync());

  const calls: Record<string, () => { request: object; other: object }> = {
    RegisterMerchant: () => {
      const settlementAccounts = [newAccount()];
      return {
        request: { name: "Corner shop", settlementAccounts },
        other: { name: "Another shop", settlementAccounts },
      };
    },
    DefineAssetType: () => {
      const request = {
        publisherId,
        assetType: "AWAY",
        name: "Test dollar",
        decimals: 6,
        networks: [chain.asset],
      };
      return { request, other: { ...request, assetType: "OTHER" } };
    },
    IssueAsset: () => {
      const request = {
        publisherId,
        assetProfile: { kind: AssetKind.ASSET_KIND_GOOD, name: "Watch No. 7", description: "" },
        supportedNetworks: [chain.network],
      };
      return { request, other: { ...request, metadata: { colour: "blue" } } };
    },
    AdvanceClock: () => ({ request: { seconds: 5n }, other: { seconds: 6n } }),
  };

  for (const [method, requests] of Object.entries(calls)) {
    it(`of ${method} is answered as the first time`, async () => {
      const { request, other } = requests();
      const key = `key of ${method}`.replaceAll(" ", "-");
      const first = await harness.callWhole(method, request, { key });
      expect(first.replayed).to.equal(false);
      await chain.adapterDown();
      startAnew();
      try {
        const repeat = await harness.callWhole(method, request, { key });
        expect(repeat.replayed).to.equal(true);
        expect(Buffer.from(repeat.bytes)).to.deep.equal(Buffer.from(first.bytes));
        expect((await harness.failure(method, other, { key })).entry).to.equal("IDEMPOTENCY_KEY_REUSED");
        const fresh: Failure = await harness.failure(method, other, { key: `another-${key}` });
        expect(fresh).to.include({ entry: "UNAVAILABLE", reason: "NETWORK_UNAVAILABLE" });
      } finally {
        await chain.adapterUp();
        startAnew();
      }
      const late = await harness.callWhole(method, request, { key });
      expect(Buffer.from(late.bytes)).to.deep.equal(Buffer.from(first.bytes));
    });
  }
});
