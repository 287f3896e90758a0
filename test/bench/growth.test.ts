import { join } from "node:path";
import { expect } from "chai";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { pda } from "../platform/program.ts";
import { verifyOne } from "./benches/authenticity-cached.ts";
import { createOne, oursOf } from "./benches/targets.ts";
import { startFilled } from "./growth/start.ts";
import { Processes } from "./processes.ts";

describe("a filled store", function () {
  this.timeout(180_000);

  it("is one that the product could have written: its ledger holds, and it goes on", async () => {
    using dir = temporaryDirectory();
    await using processes = new Processes();
    const store = await startFilled(processes, join(dir.path, "filled"), { payments: 2_000, assets: 1_000 });
    expect(store.made.devices).to.have.length(100);
    expect(store.paymentIds).to.not.be.empty;
    await verifyOne(store);
    await createOne(store, oursOf(store));
    const env = { PDA_DATA_DIR: join(dir.path, "filled/pda"), DATABASE_URL: store.product.databaseUrl };
    const { code, stdout } = await pda(["ledger", "verify"], { env });
    expect(code, stdout).to.equal(0);
  });
});
