import { expect } from "chai";
import pg from "pg";
import type { Issuance } from "../../gen/ts/pda/publisher/v1/issuance.ts";
import type { FundWalletResponse } from "../../gen/ts/pda/sandbox/v1/sandbox_service.ts";
import { newId, uuidOf } from "../../src/domain/identifier/identifier.ts";
import { accountOf } from "../../src/domain/ledger/ledger.ts";
import { sandboxService } from "../../src/services/sandbox/index.ts";
import { assetType, type Holder, publisher, wallet } from "../support/fixtures.ts";
import { ServiceHarness } from "../support/service.ts";

describe("FundWallet", function () {
  this.timeout(60_000);
  let harness: ServiceHarness;
  let publisherId: string;
  let holder: Holder;

  before(async () => {
    const networks = {
      list: async () => [],
      accountProblem: async () => undefined,
      assetProblem: async () => undefined,
    };
    harness = await ServiceHarness.start(() => sandboxService({ networks, sandboxAssets: [] }));
    publisherId = await publisher(harness.url);
    holder = await wallet(harness.store);
  });
  after(() => harness[Symbol.asyncDispose]());

  const fund = async (over: object = {}, key?: string): Promise<Issuance> => {
    const asked = { walletId: holder.walletId, amount: "12.5", ...over };
    const { issuance } = await harness.call<FundWalletResponse>(
      "FundWallet",
      asked,
      key === undefined ? {} : { key },
    );
    return issuance as Issuance;
  };
  const refused = async (over: object): Promise<string> => {
    const { entry, reason } = await harness.failure("FundWallet", {
      walletId: holder.walletId,
      amount: "1",
      ...over,
    });
    return `${entry} ${reason}`;
  };
  const balanceOf = async (code: string): Promise<bigint> => {
    const type = await harness.store.read.assetTypes.byCode(code);
    return harness.store.read.ledger.balance(accountOf("wallet", holder.walletId, type?.assetTypeId ?? ""));
  };

  it("is refused while the sandbox has no asset type with a network", async () => {
    expect(await refused({})).to.equal("UNKNOWN_REFERENCE UNKNOWN_ASSET_TYPE");
    await assetType(harness.store, publisherId, { code: "POINTS", networks: [] });
    expect(await refused({})).to.equal("UNKNOWN_REFERENCE UNKNOWN_ASSET_TYPE");
    expect(await refused({ assetType: "POINTS" })).to.equal("UNKNOWN_REFERENCE ASSET_TYPE_NOT_PAYABLE");
  });

  it("gives value of the first asset type with a network, or of the one that is asked for", async () => {
    await assetType(harness.store, publisherId, { code: "FIRST" });
    await assetType(harness.store, publisherId, { code: "SECOND" });
    expect(await fund()).to.include({
      walletId: holder.walletId,
      publisherId,
      assetType: "FIRST",
      amount: "12.5",
    });
    expect(await fund({ assetType: "SECOND", amount: "0.000001" })).to.include({ assetType: "SECOND" });
    expect(await balanceOf("FIRST")).to.equal(12_500_000n);
    expect(await balanceOf("SECOND")).to.equal(1n);
  });

  it("posts the transaction that IssueValue posts, so that the books hold", async () => {
    const { transactionId } = await fund();
    const transaction = await harness.store.read.ledger.transaction({ kind: "all" }, transactionId);
    expect(transaction).to.include({
      kind: "issue",
      publisherId,
      walletId: holder.walletId,
      amount: 12_500_000n,
    });
    expect(await harness.store.read.ledger.violations()).to.deep.equal([]);
  });

  it("gives once for one idempotency key, also to callers at once", async () => {
    const before = await balanceOf("FIRST");
    const given = await Promise.all(
      Array.from({ length: 8 }, () => fund({}, "the-same-key-for-all").catch(() => undefined)),
    );
    const again = await fund({}, "the-same-key-for-all");
    for (const one of given) if (one) expect(one.transactionId).to.equal(again.transactionId);
    expect(await balanceOf("FIRST")).to.equal(before + 12_500_000n);
  });

  it("refuses unknown wallets and asset types, and amounts that are none or too fine", async () => {
    expect(await refused({ walletId: newId("wallet") })).to.match(/^NOT_FOUND /);
    expect(await refused({ assetType: "NONE" })).to.equal("UNKNOWN_REFERENCE UNKNOWN_ASSET_TYPE");
    for (const amount of ["0", "0.000", "-1", "1e3", "1000000000000000000", ""])
      expect(await refused({ amount }), amount).to.match(/^INVALID_ARGUMENT /);
    expect(await refused({ amount: "0.0000001" })).to.match(/^(?:INVALID_ARGUMENT|AMOUNT_NOT_ALLOWED) /);
    expect(await fund({ amount: "999999999999" })).to.include({ amount: "999999999999" });
  });

  it("is refused for a publisher that may not issue", async () => {
    await using end = new AsyncDisposableStack();
    const database = new pg.Client({ connectionString: harness.url });
    await database.connect();
    end.defer(() => database.end());
    await database.query("update publisher set status = 'suspended' where publisher_id = $1", [
      uuidOf("publisher", publisherId),
    ]);
    expect(await refused({})).to.equal("OPERATOR_REQUIRED PUBLISHER_NOT_ACTIVE");
  });
});
