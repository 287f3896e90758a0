import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import type {
  AdvanceClockResponse,
  GetSandboxResponse,
  Sandbox,
} from "../../gen/ts/pda/sandbox/v1/sandbox_service.ts";
import { BusinessClock } from "../../src/rpc/business-clock.ts";
import { chainNetworks } from "../../src/services/networks/networks.ts";
import { paymentServices } from "../../src/services/payment/index.ts";
import { sandboxService } from "../../src/services/sandbox/index.ts";
import { assetType, merchant, publisher } from "../support/fixtures.ts";
import { asMerchant, ServiceHarness } from "../support/service.ts";
import { TestChain } from "../workers/support/chain.ts";

const publicUrl = "https://pay.example";

describe("the sandbox", function () {
  this.timeout(60_000);
  let chain: TestChain;
  let harness: ServiceHarness;
  let closeClient: () => Promise<void>;

  before(async () => {
    chain = await TestChain.start();
    const adapter = chain.client();
    closeClient = () => adapter.close();
    harness = await ServiceHarness.start(() => [
      ...paymentServices({ publicUrl, paymentTtlSeconds: 900 }),
      ...sandboxService({
        networks: chainNetworks(adapter),
        sandboxAssets: [chain.asset],
        clock: new BusinessClock(),
      }),
    ]);
  });
  after(async () => {
    await harness[Symbol.asyncDispose]();
    await closeClient();
    await chain.close();
  });

  const sandbox = async (): Promise<Sandbox> =>
    (await harness.call<GetSandboxResponse>("GetSandbox", {})).sandbox as Sandbox;

  it("names its networks and assets, and its clock", async () => {
    const state = await sandbox();
    expect(state).to.deep.include({
      networks: [chain.network],
      networkAssets: [chain.asset],
      clockOffsetSeconds: 0n,
    });
    expect(state.clockTime?.seconds).to.be.a("bigint");
  });

  it("puts the clock a hundred years ahead at most, and stays where it was beyond", async () => {
    const year = 31_536_000n;
    for (let i = 0; i < 100; i++) await harness.store.transact((tx) => tx.clock.advance(year));
    const before = await sandbox();
    const failure = await harness.failure("AdvanceClock", { seconds: year });
    expect([failure.entry, failure.reason]).to.deep.equal(["LIMIT_REACHED", "CLOCK_LIMIT"]);
    expect((await sandbox()).clockOffsetSeconds).to.equal(before.clockOffsetSeconds);
    await harness.store.transact((tx) => tx.clock.advance(-before.clockOffsetSeconds));
  });

  it("puts the clock ahead, so that payments expire without waiting", async () => {
    await assetType(harness.store, await publisher(harness.url));
    const merchantId = await merchant(harness.store);
    const { payment } = await harness.call<{ payment?: { paymentId: string } }>("CreatePayment", {
      amount: "1",
      assetType: "USDX",
      merchantId,
    });
    const before = await sandbox();
    const { sandbox: after } = await harness.call<AdvanceClockResponse>("AdvanceClock", { seconds: 901n });
    expect(after?.clockOffsetSeconds).to.equal(901n);
    expect(after!.clockTime!.seconds >= before.clockTime!.seconds + 901n).to.equal(true);
    const failure = await harness.failure("CancelPayment", { paymentId: payment?.paymentId });
    expect([failure.entry, failure.reason]).to.deep.equal(["STATE_FINAL", "PAYMENT_EXPIRED"]);
    const { sandbox: further } = await harness.call<AdvanceClockResponse>("AdvanceClock", { seconds: 1n });
    expect(further?.clockOffsetSeconds).to.equal(902n);
  });

  it("closes the ledger by the new time a second later, also for who asks first", async () => {
    const { sandbox: moved } = await harness.call<AdvanceClockResponse>("AdvanceClock", { seconds: 86_400n });
    await sleep(1500);
    const closed = await harness.store.read.statements.closedBefore();
    expect(closed.getTime() / 1000).to.be.at.least(Number(moved?.clockTime?.seconds));
  });

  it("advances once under one idempotency key", async () => {
    const before = await sandbox();
    const advance = () =>
      harness.call<AdvanceClockResponse>("AdvanceClock", { seconds: 10n }, { key: "again" });
    expect(await advance()).to.deep.equal(await advance());
    expect((await sandbox()).clockOffsetSeconds).to.equal(before.clockOffsetSeconds + 10n);
  });

  it("never goes back, never more than a year at once", async () => {
    for (const seconds of [0n, -1n, 31_536_001n]) {
      const failure = await harness.failure("AdvanceClock", { seconds });
      expect([failure.entry, failure.violations[0]?.field]).to.deep.equal(["INVALID_ARGUMENT", "seconds"]);
    }
  });

  it("is not for merchants", async () => {
    const as = asMerchant(await merchant(harness.store), ["payments.read"]);
    for (const [method, request] of [
      ["GetSandbox", {}],
      ["AdvanceClock", { seconds: 1n }],
    ] as const)
      expect((await harness.failure(method, request, { as })).entry).to.equal("PERMISSION_DENIED");
  });
});
