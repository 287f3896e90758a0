import { expect } from "chai";
import { connectChainAdapter } from "../../src/chain/client.ts";
import { type ChainAdapterTier, startChainAdapter } from "../../src/chain/start.ts";
import { type Config, loadConfig } from "../../src/config.ts";
import { loadTierIdentity } from "../../src/pki/identity.ts";
import { initialise } from "../../src/pki/installation.ts";
import { tierId } from "../../src/pki/names.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { network, type TestNode, testNode } from "./support/evm.ts";
import { expectChainError } from "./support/expect.ts";

describe("chain adapter tier", function () {
  this.timeout(60_000);
  let dir: ReturnType<typeof temporaryDirectory>;
  let test: TestNode;
  let tier: ChainAdapterTier | undefined;
  beforeEach(async () => {
    dir = temporaryDirectory();
    test = await testNode();
  });
  afterEach(async () => {
    await tier?.close();
    tier = undefined;
    await test.close();
    dir[Symbol.dispose]();
  });

  const configured = async (env: Record<string, string> = {}): Promise<Config> => {
    const config = loadConfig({
      cwd: dir.path,
      env: {
        PDA_CHAIN_ADAPTER_PORT: "0",
        PDA_CHAIN_ADAPTER_METRICS_PORT: "0",
        PDA_CHAIN_ADAPTER_NETWORK_RPC_URL: test.node.rpcUrl,
        // Whoever runs the service on this machine has a node at the preset port.
        PDA_CHAIN_ADAPTER_SECOND_NETWORK_SERVE: "off",
        PDA_LOG_LEVEL: "error",
        ...env,
      },
    });
    await initialise({ dir: config.pki.dir, trustDomain: config.trustDomain });
    return config;
  };

  it("serves the configured network to the worker, and says not ready while the node is away", async () => {
    const config = await configured();
    tier = await startChainAdapter(config);
    const { trustDomain, pki } = config;
    using identity = loadTierIdentity({ dir: pki.dir, tier: "worker", trustDomain });
    const client = connectChainAdapter({
      address: `127.0.0.1:${tier.port}`,
      tls: identity,
      expectedPeer: tierId(trustDomain, "chain-adapter"),
    });
    const signer = await client.getSigner({ network });
    expect(signer).to.include({ nextSequence: 1n, includedSequence: 1n });

    const probe = async (path: string): Promise<Response> =>
      fetch(`http://127.0.0.1:${tier?.metricsPort}${path}`);
    expect((await probe("/readyz")).status).to.equal(200);
    expect(await (await probe("/metrics")).text()).to.include(
      'rpc_server_duration_seconds_count{method="/pda.chain.v1.ChainAdapterService/GetSigner",code="ok"}',
    );
    await test.node.stop();
    expect((await probe("/readyz")).status).to.equal(503);
    expect((await probe("/healthz")).status).to.equal(200);
    await client.close();
  });

  it("does not start on a node of another network", async () => {
    const config = await configured({ PDA_CHAIN_ADAPTER_NETWORK_CHAIN_ID: "1" });
    await expectChainError(startChainAdapter(config), "FAILED_PRECONDITION", "NETWORK_MISMATCH");
  });

  it("does not start with a publicly known key in production", async () => {
    const config = await configured({ PDA_MODE: "production" });
    const message = await startChainAdapter(config).then(
      () => "started",
      (error: Error) => error.message,
    );
    expect(message).to.include("refused in production");
  });
});
