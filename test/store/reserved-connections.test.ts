// While calls hold every connection of the pool, callers are told apart, signing keys are read and health is told all the same.
import { expect } from "chai";
import { createOperatorKey } from "../../src/cli/operator-keys.ts";
import { logger } from "../../src/logger.ts";
import { KeyRing } from "../../src/rpc/key-ring.ts";
import { Sealer } from "../../src/rpc/seal.ts";
import { principalOfCredential } from "../../src/services/access/credential.ts";
import { SigningKeys } from "../../src/services/signing/signing-keys.ts";
import { Store } from "../../src/store/store.ts";
import { type TestDatabase, testDatabase } from "../support/postgres.ts";
import { rateSubjects } from "../support/rate-subjects.ts";

const poolMax = 4;

describe("a pool whose connections are all in use", function () {
  this.timeout(60_000);
  let database: TestDatabase;
  let store: Store;
  before(async () => {
    database = await testDatabase();
    store = new Store({ url: database.url, poolMax, statementTimeoutMs: 30_000 });
  });
  after(async () => {
    await store.close();
    await database.close();
  });

  it("leaves credential look-ups, signing keys and health their own", async () => {
    const { secret, apiKey } = await createOperatorKey(store, "operator", { scopes: ["payments.read"] });
    const log = logger("test", { level: "silent" });
    using signingKeys = new SigningKeys({
      store,
      sealer: new Sealer(KeyRing.derivedFrom(Buffer.alloc(32, 1))),
      log,
    });
    await signingKeys.load();

    const free = Promise.withResolvers<void>();
    let held = 0;
    const holding = Array.from({ length: poolMax }, () =>
      store.transact(async (tx) => {
        await tx.clock.now();
        held += 1;
        await free.promise;
      }),
    );
    while (held < poolMax) await new Promise((resolve) => setTimeout(resolve, 5));
    let waited = false;
    const waiting = store.read.clock.now().finally(() => {
      waited = true;
    });
    try {
      const told = await Promise.all(
        Array.from({ length: 100 }, () =>
          principalOfCredential({ store, rateSubjects }, secret, "192.0.2.1"),
        ),
      );
      for (const { credentialId } of told) expect(credentialId).to.equal(apiKey.credentialId);
      await signingKeys.refresh();
      expect(signingKeys.published()).to.not.be.empty;
      const asked = Array.from({ length: 100 }, () => store.isReachable());
      expect(await principalOfCredential({ store, rateSubjects }, secret, "192.0.2.1")).to.include({
        credentialId: apiKey.credentialId,
      });
      expect(new Set(await Promise.all(asked))).to.deep.equal(new Set([true]));
      expect(waited, "something else found a connection").to.equal(false);
    } finally {
      free.resolve();
      await Promise.allSettled([...holding, waiting]);
    }
  });
});
