// What the operator sees of the processes of a running product, in the interface and at the command line.
import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect } from "chai";
import pg from "pg";
import { release } from "../../src/config/release.ts";
import { uuidOf } from "../../src/domain/identifier/identifier.ts";
import { layout, type Tier } from "../../src/pki/names.ts";
import { Product } from "../support/product.ts";
import { commandOf, descendants } from "./support/process-tree.ts";
import { eventually } from "./support/scene.ts";

describe("the processes of a running product", function () {
  this.timeout(120_000);
  let product: Product;
  before(async () => {
    product = await Product.start();
  });
  after(() => product?.stop());

  const listed = async () => (await product.client().GET("/api/v1/operator/processes")).data.items;
  /** The listed process of a tier, and a signal for the process itself. */
  const ofTier = async (tier: string) => {
    const process = (await listed()).find((each) => each.tier === tier && each.processState === "running");
    if (!process) throw new Error(`no ${tier} is listed`);
    return process.processId;
  };
  const signal = (tier: string, name: "SIGKILL" | "SIGTERM"): void => {
    const pid = descendants(product.pid).find((each) => commandOf(each).endsWith(`main.ts ${tier}`));
    if (pid === undefined) throw new Error(`no ${tier} runs`);
    process.kill(pid, name);
  };

  it("are one of each tier but the chain adapter, with version, start and the end of the tier's certificate", async () => {
    await eventually("all tiers", async () => (await listed()).length === 3);
    const items = await listed();
    expect(items.map(({ tier }) => tier).sort()).to.deep.equal(["core", "gateway", "worker"]);
    for (const { tier, version, processState, startTime, reportTime, certificateExpireTime } of items) {
      expect([version, processState], tier).to.deep.equal([release.version, "running"]);
      expect(Date.parse(startTime), tier).to.be.within(Date.now() - 120_000, Date.parse(reportTime) + 1_000);
      const certificate = new X509Certificate(readFileSync(layout(product.pkiDir).tier(tier as Tier).cert));
      expect(Date.parse(certificateExpireTime), tier).to.equal(certificate.validToDate.getTime());
    }
    const { code, stdout } = await product.pda("processes", "list");
    expect(code).to.equal(0);
    expect(stdout).to.match(/^process +tier +state +version/);
    for (const { processId, tier } of items)
      expect(stdout).to.match(new RegExp(`${processId} +${tier} +running +${release.version}`));
    const json = JSON.parse((await product.pda("processes", "--json")).stdout);
    expect(json.items.map(({ processId }: { processId: string }) => processId)).to.deep.equal(
      items.map(({ processId }) => processId),
    );
  });

  for (const tier of ["worker", "gateway"])
    it(`have a ${tier} no more that stops in order, and the one that takes its place`, async () => {
      const before = await ofTier(tier);
      signal(tier, "SIGTERM");
      await eventually(`the next ${tier}`, async () => {
        const items = await listed().catch(() => []);
        return items.length === 3 && items.every(({ processId }) => processId !== before);
      });
    });

  it("have a core that was killed as silent, beside the one that takes its place", async () => {
    const killed = await ofTier("core");
    signal("core", "SIGKILL");
    await eventually("the next core", async () => (await listed().catch(() => [])).length === 4);
    const database = new pg.Client({ connectionString: product.databaseUrl });
    await database.connect();
    // In place of waiting for a minute.
    const text = "update process set reported_at = reported_at - interval '61 seconds' where process_id = $1";
    await database.query(text, [uuidOf("process", killed)]);
    await database.end();
    const states = (await listed()).map(({ processId, processState }) => [processId, processState]);
    expect(states.filter(([, state]) => state === "silent")).to.deep.equal([[killed, "silent"]]);
    expect(states).to.have.length(4);
  });
});
