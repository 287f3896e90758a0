// ListProcesses and ReportProcess: what processes say of themselves, and what the operator sees of it.
import { expect } from "chai";
import pg from "pg";
import type { ProcessReport as Report } from "../../gen/ts/pda/access/v1/access_service.ts";
import {
  type ListProcessesResponse,
  ProcessState,
  ProcessTier,
} from "../../gen/ts/pda/operator/v1/process_service.ts";
import { tenantScopes } from "../../src/domain/access/scope.ts";
import { newId, uuidOf } from "../../src/domain/identifier/identifier.ts";
import type { ListedTier, ProcessReport } from "../../src/domain/process/process.ts";
import { processService } from "../../src/services/operator/index.ts";
import { forgetProcesses } from "../../src/workers/forget-processes.ts";
import { asMerchant, operator, type ServiceHarness } from "../support/service.ts";
import { Merchants } from "./support/merchants.ts";

const startedAt = new Date("2026-11-28T08:00:00.500Z");
const certificateExpiresAt = new Date("2027-11-28T08:00:00Z");
const time = (date: Date) => ({
  seconds: BigInt(Math.floor(date.getTime() / 1_000)),
  nanos: (date.getTime() % 1_000) * 1_000_000,
});

describe("the processes of the installation, for the operator", function () {
  this.timeout(60_000);
  let merchants: Merchants;
  let core: ServiceHarness;
  let database: pg.Client;
  before(async () => {
    merchants = await Merchants.start();
    core = merchants.harness.beside(processService);
    database = new pg.Client({ connectionString: merchants.harness.url });
    await database.connect();
  });
  beforeEach(() => database.query("delete from process"));
  after(async () => {
    await database.end();
    await core[Symbol.asyncDispose]();
    await merchants[Symbol.asyncDispose]();
  });

  const own = (processId = newId("process"), over: Partial<ProcessReport> = {}): ProcessReport => ({
    processId,
    version: "1.4.0",
    host: "pay-1",
    startedAt,
    certificateExpiresAt,
    ...over,
  });
  const keep = (tier: ListedTier, report: ProcessReport) => core.store.reserved.processes.keep(tier, report);
  const list = (request: object = {}) => core.call<ListProcessesResponse>("ListProcesses", request);
  const told = (over: Partial<Report> = {}): Report => ({
    processId: newId("process"),
    version: "1.4.0",
    host: "edge-1",
    startTime: time(startedAt),
    certificateExpireTime: time(certificateExpiresAt),
    ...over,
  });
  const tell = (report: Report, stopping = false) =>
    merchants.harness.call("ReportProcess", { report, stopping }, { peer: "gateway" });
  const age = (processId: string, seconds: number) =>
    database.query(
      "update process set reported_at = now() - make_interval(secs => $2) where process_id = $1",
      [uuidOf("process", processId), seconds],
    );

  it("are shown with what they have reported, the one that started last first", async () => {
    const first = own();
    await keep("worker", first);
    const second = told({ buildCommit: "f".repeat(40) });
    await tell(second);
    const { items, nextPageToken } = await list();
    expect(nextPageToken).to.equal("");
    const { reportTime, ...gateway } = items[0] ?? {};
    expect(Number(reportTime?.seconds)).to.be.closeTo(Date.now() / 1_000, 60);
    expect(gateway).to.deep.equal({
      processId: second.processId,
      tier: ProcessTier.PROCESS_TIER_GATEWAY,
      processState: ProcessState.PROCESS_STATE_RUNNING,
      version: "1.4.0",
      buildCommit: "f".repeat(40),
      host: "edge-1",
      startTime: time(startedAt),
      certificateExpireTime: time(certificateExpiresAt),
    });
    expect(items[1]).to.include({ processId: first.processId, tier: ProcessTier.PROCESS_TIER_WORKER });
    expect(items[1]?.buildCommit).to.equal(undefined);
  });

  it("are silent a minute after their last report, run again with the next one, and are forgotten after a day", async () => {
    const [lost, late] = [own(), own()];
    await keep("core", lost);
    await keep("core", late);
    await age(lost.processId, 61);
    await age(late.processId, 50);
    const states = async () =>
      Object.fromEntries(
        (await list()).items.map(({ processId, processState }) => [processId, processState]),
      );
    expect(await states()).to.deep.equal({
      [lost.processId]: ProcessState.PROCESS_STATE_SILENT,
      [late.processId]: ProcessState.PROCESS_STATE_RUNNING,
    });
    const renewed = new Date("2028-11-28T08:00:00Z");
    await keep("core", { ...lost, certificateExpiresAt: renewed });
    const again = (await list()).items.find(({ processId }) => processId === lost.processId);
    expect(again?.processState).to.equal(ProcessState.PROCESS_STATE_RUNNING);
    expect(again?.certificateExpireTime).to.deep.equal(time(renewed));
    await age(lost.processId, 24 * 3_600 + 1);
    await age(late.processId, 24 * 3_600 - 60);
    const round = forgetProcesses(core.store);
    while (await round());
    expect(Object.keys(await states())).to.deep.equal([late.processId]);
  });

  it("leave the list when they stop in order", async () => {
    const gateway = told();
    await tell(gateway);
    await tell(gateway, true);
    const worker = own();
    await keep("worker", worker);
    await core.store.reserved.processes.remove("worker", worker.processId);
    expect((await list()).items).to.deep.equal([]);
  });

  it("are listed in pages", async () => {
    const reports = Array.from({ length: 5 }, () => own());
    for (const report of reports) await keep("core", report);
    const ids: string[] = [];
    let pageToken = "";
    do {
      const page = await list({ pageSize: 2, pageToken });
      expect(page.items).to.have.length.within(1, 2);
      ids.push(...page.items.map(({ processId }) => processId));
      pageToken = page.nextPageToken;
    } while (pageToken !== "");
    expect(ids).to.deep.equal(reports.map(({ processId }) => processId).toReversed());
    expect((await core.failure("ListProcesses", { pageToken: "eA" })).entry).to.equal("INVALID_PAGE_TOKEN");
  });

  it("are reported by gateways only, which cannot speak for another tier", async () => {
    for (const peer of ["service", "core", "worker", "chain-adapter"])
      expect(
        (await merchants.harness.failure("ReportProcess", { report: told() }, { peer })).reason,
        peer,
      ).to.equal("INTERNAL_OPERATION");
    const of = own();
    await keep("core", of);
    await age(of.processId, 90);
    await tell(told({ processId: of.processId }));
    await tell(told({ processId: of.processId }), true);
    const { items } = await list();
    expect(items.map(({ tier, processState, host }) => [tier, processState, host])).to.deep.equal([
      [ProcessTier.PROCESS_TIER_CORE, ProcessState.PROCESS_STATE_SILENT, "pay-1"],
    ]);
  });

  it("are refused with texts that are too long, and without an identifier or a time", async () => {
    const wrong: Partial<Record<keyof Report, unknown>>[] = [
      { host: "h".repeat(254) },
      { version: "1".repeat(65) },
      { version: "" },
      { buildCommit: "f".repeat(65) },
      { processId: "prc_1" },
      { startTime: undefined },
      { certificateExpireTime: undefined },
    ];
    for (const over of wrong) {
      const failure = await merchants.harness.failure("ReportProcess", { report: { ...told(), ...over } });
      expect(failure.violations, JSON.stringify(over)).to.have.length(1);
    }
    expect((await list()).items).to.deep.equal([]);
  });

  it("are reported while all connections of calls are taken", async () => {
    await using busy = merchants.harness.beside(processService);
    const { promise, resolve } = Promise.withResolvers<void>();
    const taken = Array.from({ length: 45 }, () => busy.store.transact(() => promise));
    await busy.store.reserved.processes.keep("core", own());
    resolve();
    await Promise.all(taken);
    expect((await list()).items).to.have.length(1);
  });

  it("are shown to credentials that only the operator can have", async () => {
    const merchantScopes = tenantScopes.merchant.concat(tenantScopes.publisher);
    const as = asMerchant(newId("merchant"), [...merchantScopes]);
    expect((await core.failure("ListProcesses", {}, { as })).entry).to.equal("PERMISSION_DENIED");
    for (const scope of ["operators.admin", "tenants.read"])
      await core.call("ListProcesses", {}, { as: { ...operator, scopes: [scope] } });
  });
});
