// Monitoring sees the end of the root's revocation list, which only a person can renew when the root's key is offline.
import { expect } from "chai";
import { OfflineRootList, type RootListEnd } from "../../src/services/revocation/offline-root-list.ts";
import { importRootCrl } from "../../src/services/revocation/root-crl.ts";
import { recordingLog } from "../chain/support/log.ts";
import { Registry } from "./support/registry.ts";

const endIn = async ({ harness: { store }, trust }: Registry): Promise<RootListEnd | undefined> => {
  let seen: RootListEnd | undefined;
  using list = new OfflineRootList({ store, trust, log: recordingLog().log, onEnd: (end) => (seen = end) });
  await list.look();
  return seen;
};

describe("the end of the root's revocation list", function () {
  this.timeout(60_000);

  it("is none while the core has the root's key", async () => {
    await using registry = await Registry.start();
    expect(await endIn(registry)).to.equal("none");
  });

  it("is missing while the key is offline and no list was imported, and then the list's own", async () => {
    await using registry = await Registry.start({ offline: true });
    expect(await endIn(registry)).to.equal("missing");
    const nextUpdate = new Date(Math.floor(Date.now() / 1000) * 1000 + 30 * 86_400_000);
    const thisUpdate = new Date(Math.floor(Date.now() / 1000) * 1000 - 1000);
    const { der } = registry.issuing.issueRootCrl({ number: 1n, revoked: [], thisUpdate, nextUpdate });
    await importRootCrl(registry.harness.store, [registry.trust.root], der);
    expect(await endIn(registry)).to.deep.equal(nextUpdate);
  });
});
