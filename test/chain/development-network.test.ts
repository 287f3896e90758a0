import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import type {
  ChainAdapter,
  PreparedTransfer,
  NetworkTransfer,
  NetworkTransferState,
} from "../../src/chain/adapter.ts";
import { type DevelopmentNetwork, startDevelopmentNetwork } from "../../src/platform/development-network.ts";
import { evmAdapter, network, newAccount } from "./support/evm.ts";
import { recordingLog } from "./support/log.ts";

const script = fileURLToPath(new URL("support/run-network.ts", import.meta.url));

describe("development network", function () {
  this.timeout(60_000);
  let dir: string;
  let running: DevelopmentNetwork[];
  /** Set after a test, so that its waiting ends also when it ran out of time. */
  let over: AbortController;
  let log: ReturnType<typeof recordingLog>;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), "pda-development-"));
    running = [];
    over = new AbortController();
    log = recordingLog();
  });
  afterEach(async () => {
    over.abort();
    await Promise.all(running.map((each) => each.close()));
    rmSync(dir, { recursive: true, force: true });
  });

  const start = async (port = 0): Promise<DevelopmentNetwork> => {
    const started = await startDevelopmentNetwork({ dir, port, blockTimeMs: 20, log: log.log });
    running.push(started);
    return started;
  };

  const send = async (adapter: ChainAdapter, asset: string, to: string): Promise<PreparedTransfer> => {
    const { nextSequence: sequence } = await adapter.getSigner({ network });
    const transfer = await adapter.prepareTransfer({ network, asset, to, amount: 42n, sequence });
    await adapter.submitTransfer({ network, signedTransaction: transfer.signedTransaction });
    return transfer;
  };
  const reach = async (
    adapter: ChainAdapter,
    { reference }: PreparedTransfer,
    state: NetworkTransferState,
  ): Promise<NetworkTransfer> => {
    while (!over.signal.aborted) {
      const transfer = await adapter.getTransfer({ network, reference });
      if (transfer.state === state) return transfer;
      await sleep(5);
    }
    throw new Error(`the transfer did not become ${state}`);
  };
  const answers = (rpcUrl: string): Promise<boolean> =>
    fetch(rpcUrl, { method: "POST" }).then(
      () => true,
      () => false,
    );

  it("confirms transfers of its token to finality by itself, on every start at the same address", async () => {
    const first = await start();
    expect(first.network).to.equal("eip155:31337");
    expect(first.asset).to.equal("eip155:31337/erc20:0x5FbDB2315678afecb367f032d93F642f64180aa3");
    const adapter = await evmAdapter(first.rpcUrl);
    const transfer = await reach(adapter, await send(adapter, first.asset, newAccount()), "finalized");
    expect(transfer.confirmationCount).to.be.greaterThan(2);
    await first.close();
    expect((await start()).asset).to.equal(first.asset);
    expect(log.lines().match(/starts as a new chain/g)).to.have.length(1);
  });

  it("keeps what was final when everything is killed at once, and leaves no process behind", async () => {
    const parent: ChildProcess = spawn(process.execPath, [script, dir], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line] = (await once(parent.stdout as NodeJS.ReadableStream, "data")) as [Buffer];
    const { rpcUrl, asset } = JSON.parse(line.toString()) as { rpcUrl: string; asset: string };
    const before = await evmAdapter(rpcUrl);
    const to = newAccount();
    const sent: PreparedTransfer[] = [];
    for (let i = 0; i < 3; i++) {
      sent.push(await send(before, asset, to));
      await reach(before, sent[i] as PreparedTransfer, "finalized");
    }
    const last = sent[2] as PreparedTransfer;
    const known = await reach(before, last, "finalized");
    parent.kill("SIGKILL");
    await once(parent, "exit");
    if (process.platform === "linux") while (!over.signal.aborted && (await answers(rpcUrl))) await sleep(5);

    const again = await start();
    const after = await evmAdapter(again.rpcUrl);
    for (const each of sent) {
      expect((await after.getTransfer({ network, reference: each.reference })).inclusion).to.not.equal(
        undefined,
      );
    }
    const resumed = await reach(after, last, "finalized");
    expect(resumed.inclusion).to.deep.equal(known.inclusion);
    expect((await after.getBalance({ network, asset, account: to })).amount).to.equal(126n);
    expect((await after.getSigner({ network })).nextSequence).to.equal(last.sequence + 1n);
    await reach(after, await send(after, asset, to), "finalized");
    expect((await after.getBalance({ network, asset, account: to })).amount).to.equal(168n);
  });

  it("starts from the copy before when the newest is torn, and puts the torn one aside", async () => {
    const first = await start();
    const adapter = await evmAdapter(first.rpcUrl);
    const to = newAccount();
    await reach(adapter, await send(adapter, first.asset, to), "finalized");
    await first.close();
    const state = join(dir, "state.json");
    truncateSync(state, Math.floor(readFileSync(state).length / 2));
    const again = await start();
    const { amount } = await (await evmAdapter(again.rpcUrl)).getBalance({
      network,
      asset: again.asset,
      account: to,
    });
    expect(amount, "the copy before has the final transfer").to.equal(42n);
    expect(log.lines()).to.include("saved state cannot be used");
    expect(existsSync(`${state}.damaged`)).to.equal(true);
  });

  it("starts as a new chain when no copy can be used, and says so", async () => {
    writeFileSync(join(dir, "state.json"), '{"best_block_number": 3, "blocks": [');
    writeFileSync(
      join(dir, "state.previous.json"),
      JSON.stringify({ best_block_number: 3, blocks: [{ header: { number: "0x3" }, transactions: [] }] }),
    );
    const fresh = await start();
    const adapter = await evmAdapter(fresh.rpcUrl);
    expect((await adapter.getSigner({ network })).nextSequence).to.equal(1n);
    expect(log.lines()).to.include("starts as a new chain");
    expect(readdirSync(dir)).to.include.members(["state.json.damaged", "state.previous.json.damaged"]);
  });

  it("tells when its node was killed", async () => {
    const { exited, rpcUrl } = await start();
    const pid = readdirSync("/proc").find((entry) => {
      try {
        return readFileSync(`/proc/${entry}/cmdline`, "utf8").includes(join(dir, "cache"));
      } catch {
        return false;
      }
    });
    process.kill(Number(pid), "SIGKILL");
    expect((await exited).signal).to.equal("SIGKILL");
    expect(await answers(rpcUrl)).to.equal(false);
  });

  it("names the setting to change when its port is taken, and touches no state then", async () => {
    await (await start()).close();
    const before = readFileSync(join(dir, "state.json"));
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const refused = await start(port).then(
      () => "",
      (error: Error) => error.message,
    );
    other.close();
    expect(refused).to.include(`port ${port}`).and.include("chainAdapter.network.developmentPort");
    expect(readFileSync(join(dir, "state.json")).equals(before)).to.equal(true);
  });

  it("keeps no empty blocks of long ago", async () => {
    const first = await start();
    const adapter = await evmAdapter(first.rpcUrl);
    const rpc = (method: string, params: unknown[]): Promise<Response> =>
      fetch(first.rpcUrl, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      });
    const old = await send(adapter, first.asset, newAccount());
    await reach(adapter, old, "finalized");
    await rpc("anvil_mine", ["0x100"]);
    await reach(adapter, await send(adapter, first.asset, newAccount()), "finalized");
    await first.close();
    const { blocks } = JSON.parse(readFileSync(join(dir, "state.json"), "utf8")) as { blocks: unknown[] };
    expect(blocks.length).to.be.lessThan(100);
    const again = await evmAdapter((await start()).rpcUrl);
    expect((await again.getTransfer({ network, reference: old.reference })).state).to.equal("finalized");
  });
});
