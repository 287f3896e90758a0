import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { ensureTrustRoot } from "../../src/pki/trust-root.ts";
import { KeyRing } from "../../src/rpc/key-ring.ts";
import { Sealer } from "../../src/rpc/seal.ts";
import { requireSameKeys } from "../../src/services/authority/installed-keys.ts";
import { loadTrustAuthority, type TrustAuthority } from "../../src/services/authority/trust-authority.ts";
import { Store } from "../../src/store/store.ts";
import { testDatabase } from "../support/postgres.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

describe("a database and its keys", () => {
  const authority = (dir: string, name: string): TrustAuthority => {
    const pki = join(dir, name);
    mkdirSync(pki, { recursive: true });
    ensureTrustRoot(pki, "assets.pda.example");
    return loadTrustAuthority({
      dir: join(pki, "trust"),
      assetDomain: "assets.pda.example",
      sealer: new Sealer(KeyRing.derivedFrom(randomBytes(32))),
    });
  };
  const refusal = (work: Promise<void>): Promise<string> =>
    work.then(
      () => "started",
      (error: Error) => error.message,
    );

  it("belong together: with another data key or trust root nothing starts", async () => {
    using dir = temporaryDirectory();
    await using database = await testDatabase();
    await using store = new Store({ url: database.url, poolMax: 2, statementTimeoutMs: 10_000 });
    const keys = { dataKey: randomBytes(32), dataKeySource: "data.key", trust: authority(dir.path, "a") };
    expect(await refusal(requireSameKeys(store, keys))).to.equal("started");
    expect(await refusal(requireSameKeys(store, keys))).to.equal("started");
    expect(await refusal(requireSameKeys(store, { ...keys, dataKey: randomBytes(32) }))).to.match(
      /not the data key/,
    );
    const trust = authority(dir.path, "b");
    expect(await refusal(requireSameKeys(store, { ...keys, trust }))).to.match(/trust root is not the root/);
    expect(await refusal(requireSameKeys(store, keys))).to.equal("started");
  });
});
