// What a gateway reports of itself, to cores of several versions.
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { ReportProcessRequest } from "../../gen/ts/pda/access/v1/access_service.ts";
import { gatewayReports } from "../../src/gateway/process-reports.ts";
import { release } from "../../src/config/release.ts";
import { connectCore } from "../../src/rpc/client.ts";
import { Failure } from "../../src/rpc/failure.ts";
import { recordingLog } from "../chain/support/log.ts";
import { Served } from "../rpc/support/served.ts";
import { fixedTls } from "../support/fixed-tls.ts";
import { TRUST_DOMAIN } from "./support/rig.ts";

const notAfter = new Date("2027-01-31T12:00:00.250Z");
const certificate = { current: () => ({ notAfter }) };

/** A core that takes reports, or is away. */
function takingCore() {
  const reports: ReportProcessRequest[] = [];
  const core = {
    isAway: false,
    reports,
    async call(_path: string, request: Uint8Array) {
      if (core.isAway) throw new Failure("UNAVAILABLE");
      reports.push(ReportProcessRequest.decode(request));
      return { response: new Uint8Array(), replayed: false };
    },
  };
  return core;
}

const lineCount = (lines: string, text: string): number => lines.split(text).length - 1;

describe("the reports of a gateway process", function () {
  this.timeout(30_000);

  it("say its version, its start and its certificate, again and again, and that it stops", async () => {
    const core = takingCore();
    const reporter = gatewayReports(core, certificate, recordingLog().log, 10);
    reporter.start();
    while (core.reports.length < 3) await sleep(5);
    await reporter[Symbol.asyncDispose]();
    const first = core.reports[0]?.report;
    expect(first?.version).to.equal(release.version);
    expect(first?.processId).to.match(/^prc_/);
    expect(first?.certificateExpireTime).to.deep.equal({ seconds: 1_801_396_800n, nanos: 250_000_000 });
    const started = Date.now() - process.uptime() * 1_000;
    expect(Number(first?.startTime?.seconds)).to.be.closeTo(started / 1_000, 5);
    expect(new Set(core.reports.map(({ report }) => report?.processId)).size).to.equal(1);
    expect(core.reports.map(({ stopping }) => stopping).lastIndexOf(false)).to.equal(core.reports.length - 2);
    expect(core.reports.at(-1)?.stopping).to.equal(true);
  });

  it("are tried again while no core takes them, with one line in the log for each outage", async () => {
    const core = takingCore();
    const { log, lines } = recordingLog();
    core.isAway = true;
    const reporter = gatewayReports(core, certificate, log, 5);
    reporter.start();
    await sleep(60);
    expect(lineCount(lines(), "could not be reported")).to.equal(1);
    core.isAway = false;
    while (core.reports.length === 0) await sleep(5);
    core.isAway = true;
    await sleep(60);
    expect(lineCount(lines(), "is reported to the operator again")).to.equal(1);
    expect(lineCount(lines(), "could not be reported")).to.equal(2);
    // A core that is away does not hold up the stop.
    await reporter[Symbol.asyncDispose]();
  });

  it("are none when the gateway stops before the first one was taken", async () => {
    const core = takingCore();
    await gatewayReports(core, certificate, recordingLog().log)[Symbol.asyncDispose]();
    expect(core.reports).to.deep.equal([]);
  });

  for (const dispatch of ["auto", "off"] as const)
    it(`are mentioned once, at the level debug, when the core is older (dispatch: ${dispatch})`, async () => {
      await using older = await Served.start();
      const identity = fixedTls(await older.certificate(`spiffe://${TRUST_DOMAIN}/gateway`));
      await using core = connectCore({
        addresses: [older.address],
        identity,
        trustDomain: TRUST_DOMAIN,
        dispatch,
        drainMs: 2_000,
      });
      const { log, lines } = recordingLog();
      const reporter = gatewayReports(core, certificate, log, 10);
      reporter.start();
      while (lines() === "") await sleep(5);
      await sleep(100);
      await reporter[Symbol.asyncDispose]();
      expect(lines()).to.match(/^\{"level":"debug".*the core is older.*\}\n$/);
    });
});
