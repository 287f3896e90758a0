import { expect } from "chai";
import type { GetLedgerCheckResponse } from "../../gen/ts/pda/operator/v1/ledger_check_service.ts";
import { tenantScopes } from "../../src/domain/access/scope.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { ledgerCheckService } from "../../src/services/operator/index.ts";
import { asMerchant, operator, ServiceHarness } from "../support/service.ts";

describe("the check of the ledger, for the operator", function () {
  this.timeout(60_000);
  let harness: ServiceHarness;
  before(async () => {
    harness = await ServiceHarness.start(ledgerCheckService);
  });
  after(() => harness[Symbol.asyncDispose]());

  const shown = async () => (await harness.call<GetLedgerCheckResponse>("GetLedgerCheck", {})).ledgerCheck;

  it("is empty before a first check has finished", async () => {
    expect(await shown()).to.deep.equal({ checkTime: undefined, rules: [] });
  });

  it("is the last one that has finished, with its violations, also from another core", async () => {
    const rule = {
      name: "balances",
      title: "The balance of an account is the sum of its entries",
      examined: 7,
    };
    const keep = (violations: number, told: string[]) =>
      harness.store.transact((tx) => tx.ledgerChecks.keep([{ ...rule, violations, told }]));
    await keep(0, []);
    const first = await shown();
    expect(first?.rules).to.deep.equal([
      {
        name: "balances",
        description: "The balance of an account is the sum of its entries.",
        examinedCount: 7n,
        violationCount: 0n,
        violations: [],
      },
    ]);
    expect(Number(first?.checkTime?.seconds)).to.be.closeTo(Date.now() / 1000, 60);
    await keep(25, ["acc_1 is wrong", "acc_2 is wrong"]);
    await using other = harness.beside(ledgerCheckService);
    const { ledgerCheck } = await other.call<GetLedgerCheckResponse>("GetLedgerCheck", {});
    expect(
      ledgerCheck?.rules.map(({ violationCount, violations }) => [violationCount, violations]),
    ).to.deep.equal([[25n, ["acc_1 is wrong", "acc_2 is wrong"]]]);
  });

  it("is shown to credentials that only the operator can have", async () => {
    const merchantScopes = tenantScopes.merchant.concat(tenantScopes.publisher);
    const as = asMerchant(newId("merchant"), [...merchantScopes]);
    expect((await harness.failure("GetLedgerCheck", {}, { as })).entry).to.equal("PERMISSION_DENIED");
    for (const scope of ["operators.admin", "tenants.read"]) {
      const scoped = { ...operator, scopes: [scope] };
      const answer = await harness.call<GetLedgerCheckResponse>("GetLedgerCheck", {}, { as: scoped });
      expect(answer.ledgerCheck?.rules, scope).to.have.length(1);
    }
  });
});
