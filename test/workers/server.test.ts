// The whole worker tier: mutual TLS, health, metrics, and a payment that reaches finality on a real development network; alone, in
// a crowd, and killed again and again.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "@grpc/grpc-js";
import { expect } from "chai";
import type { ChainAdapter } from "../../src/chain/adapter.ts";
import { openChainAdapter } from "../../src/chain/open.ts";
import { type ChainAdapterServer, serveChainAdapter } from "../../src/chain/server.ts";
import { type Config, loadConfig } from "../../src/config.ts";
import type { AssetType } from "../../src/domain/asset/asset-type.ts";
import { newPayment } from "../../src/domain/payment/payment.ts";
import { loadTierIdentity, type TierIdentity } from "../../src/pki/identity.ts";
import { initialise } from "../../src/pki/installation.ts";
import { tierId } from "../../src/pki/names.ts";
import { ensureDataKey } from "../../src/platform/data-key.ts";
import { type DevelopmentNetwork, startDevelopmentNetwork } from "../../src/platform/development-network.ts";
import { isServing } from "../../src/rpc/client/health.ts";
import { mutualTlsChannel } from "../../src/rpc/mutual-tls.ts";
import { Store } from "../../src/store/store.ts";
import { startWorker } from "../../src/workers/server.ts";
import { newAccount } from "../chain/support/evm.ts";
import { recordingLog } from "../chain/support/log.ts";
import { assetType, merchant, publisher, wallet } from "../support/fixtures.ts";
import { type TestDatabase, testDatabase } from "../support/postgres.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { balancesOf, paidPayment } from "./support/takings.ts";

const workerProcess = new URL("./support/worker-process.ts", import.meta.url).pathname;

describe("the worker tier", function () {
  this.timeout(180_000);
  let folder: ReturnType<typeof temporaryDirectory>;
  let database: TestDatabase;
  let store: Store;
  let network: DevelopmentNetwork;
  let adapter: ChainAdapter;
  let identity: TierIdentity;
  let server: ChainAdapterServer;
  let env: NodeJS.ProcessEnv;
  let config: Config;
  let type: AssetType;
  let walletId: string;

  before(async () => {
    folder = temporaryDirectory();
    database = await testDatabase();
    store = new Store({ url: database.url, poolMax: 10, statementTimeoutMs: 30_000 });
    const { log } = recordingLog();
    network = await startDevelopmentNetwork({
      dir: join(folder.path, "network"),
      port: 0,
      blockTimeMs: 40,
      confirmations: 2,
      log,
    });
    const chosen = {
      DATABASE_URL: database.url,
      PDA_DATA_DIR: folder.path,
      PDA_WORKER_HEALTH_PORT: "0",
      PDA_WORKER_METRICS_PORT: "0",
    };
    config = loadConfig({ env: chosen, cwd: folder.path });
    const { dir } = config.pki;
    await initialise({ dir, trustDomain: config.trustDomain });
    ensureDataKey(config.dataKeyFile as string, false);
    identity = loadTierIdentity({ dir, tier: "chain-adapter", trustDomain: config.trustDomain, log });
    adapter = await openChainAdapter([{ rpcUrl: network.rpcUrl, chainId: 31_337, confirmations: 2 }], {
      development: true,
      log,
    });
    const { trustDomain } = config;
    server = await serveChainAdapter({
      adapter,
      tls: identity,
      host: "127.0.0.1",
      port: 0,
      trustDomain,
      log,
    });
    env = {
      ...chosen,
      PDA_CHAIN_ADAPTER_ADDRESS: `127.0.0.1:${server.port}`,
      PDA_WORKER_POLL_MS: "20",
      PDA_LOG_LEVEL: "error",
    };
    config = loadConfig({ env, cwd: folder.path });
    type = await assetType(store, await publisher(database.url), { networks: [network.asset] });
    walletId = (await wallet(store, type, 10n ** 12n)).walletId;
  });
  after(async () => {
    await server.close();
    await adapter.close();
    identity.close();
    await network.close();
    await store.close();
    await database.close();
    folder[Symbol.dispose]();
  });

  const chainBalance = async (account: string): Promise<bigint> =>
    (await adapter.getBalance({ network: network.network, asset: network.asset, account })).amount;
  /** Waits until everything that the merchant was paid is settled for good. */
  const settledForGood = async (merchantId: string): Promise<void> => {
    const tenant = { kind: "merchant", merchantId } as const;
    for (;;) {
      // Balances first: a settlement that begins between the two reads is then in the list.
      const { merchant: unsettled } = await balancesOf(store, type, merchantId);
      const { items } = await store.read.settlements.list(tenant, {}, { size: 200 });
      if (unsettled === 0n && items.length > 0 && items.every(({ status }) => status === "finalized")) return;
      await sleep(20);
    }
  };
  const pay = (merchantId: string, amount: bigint) => paidPayment(store, type, merchantId, walletId, amount);

  it("settles, expires and orders events by itself, answers for its health, and stops cleanly", async () => {
    const worker = await startWorker(config);
    const tls = loadTierIdentity({ dir: config.pki.dir, tier: "gateway", trustDomain: config.trustDomain });
    const channel = mutualTlsChannel(tls.current(), tierId(config.trustDomain, "worker"));
    const client = new Client(`localhost:${worker.healthPort}`, channel);
    expect(await isServing(client, 5_000)).to.equal(true);
    // Known before anything is paid out, so that a backup of now would tell what it has lost.
    while ((await store.read.settlementProblems.signers()).length === 0) await sleep(20);

    const account = newAccount();
    const merchantId = await merchant(store, [account]);
    await pay(merchantId, 1_234_567n);
    await settledForGood(merchantId);
    expect(await chainBalance(account)).to.equal(1_234_567n);

    const { assetTypeId } = type;
    await store.transact(async (tx) =>
      tx.payments.insert([newPayment({ merchantId, assetTypeId, amount: 1n }, await tx.clock.now(), 60)]),
    );
    await store.transact((tx) => tx.clock.advance(61n));
    const types = ["settlement.finalized", "payment.failed"];
    let seen: string[] = [];
    while (seen.length < 2)
      seen = (await store.read.events.list({ kind: "merchant", merchantId }, types, 0n, 10)).map(
        (event) => event.type,
      );
    expect(seen).to.deep.equal(types);

    const metrics = await (await fetch(`http://127.0.0.1:${worker.metricsPort}/metrics`)).text();
    expect(metrics).to.match(/worker_items_total\{loop="settlement-track",outcome="finalized"\} [1-9]/);
    expect(metrics).to.include("settlement_alarms_total");
    expect((await fetch(`http://127.0.0.1:${worker.metricsPort}/readyz`)).status).to.equal(200);

    await worker.close();
    expect(await isServing(client, 1_000)).to.equal(false);
    client.close();
    tls.close();
  });

  it("does not start without a certificate or a database, and says what to do", async () => {
    const nothing = temporaryDirectory();
    const failures = [
      loadConfig({ env: { ...env, PDA_PKI_DIR: nothing.path }, cwd: folder.path }),
      loadConfig({ env: { ...env, DATABASE_URL: "" }, cwd: folder.path }),
    ].map((each) =>
      startWorker(each).then(
        () => "",
        (error: Error) => error.message,
      ),
    );
    const [certificate, address] = await Promise.all(failures);
    expect(certificate).to.match(/worker certificate/);
    expect(address).to.match(/DATABASE_URL/);
    nothing[Symbol.dispose]();
  });

  it("pays everything once though its processes are killed again and again, two at a time", async () => {
    const accounts = Array.from({ length: 3 }, newAccount);
    const merchants = await Promise.all(accounts.map((account) => merchant(store, [account])));
    const running: ChildProcess[] = [];
    const start = async (): Promise<void> => {
      const child = fork(workerProcess, {
        env: { ...process.env, ...env },
        cwd: folder.path,
        stdio: ["ignore", "inherit", "inherit", "ipc"],
      });
      running.push(child);
      await once(child, "message");
    };
    const kill = async (): Promise<void> => {
      const child = running.shift();
      child?.kill("SIGKILL");
      if (child?.exitCode === null && child.signalCode === null) await once(child, "exit");
    };
    let paid = 0n;
    await start();
    for (let turn = 0; turn < 5; turn++) {
      await start();
      for (const [i, merchantId] of merchants.entries()) {
        const amount = BigInt(1_000 * (turn + 1) + i);
        await pay(merchantId, amount);
        paid += amount;
        await sleep(Math.random() * 60);
      }
      await kill();
    }
    for (const merchantId of merchants) await settledForGood(merchantId);
    while (running.length > 0) await kill();

    let received = 0n;
    for (const [i, account] of accounts.entries()) {
      const { settled } = await balancesOf(store, type, merchants[i] as string);
      expect(await chainBalance(account)).to.equal(settled);
      received += settled;
    }
    expect(received).to.equal(paid);
    expect(await store.read.ledger.violations()).to.deep.equal([]);
  });

  it("ends by itself when it is asked to", async () => {
    const child = fork(workerProcess, {
      env: { ...process.env, ...env },
      cwd: folder.path,
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    await once(child, "message");
    child.kill("SIGTERM");
    const [code] = await once(child, "exit");
    expect(code).to.equal(0);
  });
});
