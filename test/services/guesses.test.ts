// Wrong credentials: who has to wait after them, and who has not.
import { expect } from "chai";
import pg from "pg";
import { newApiKeySecret } from "../../src/domain/access/api-key.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { Failure } from "../../src/rpc/failure.ts";
import { principalOfCredential } from "../../src/services/access/credential.ts";
import { rateSubjects } from "../support/rate-subjects.ts";
import { Merchants } from "./support/merchants.ts";

describe("wrong credentials", function () {
  this.timeout(60_000);
  let merchants: Merchants;
  let merchantId: string;
  let database: pg.Client;

  before(async () => {
    merchants = await Merchants.start();
    database = new pg.Client({ connectionString: merchants.harness.url });
    await database.connect();
  });
  beforeEach(async () => {
    ({ merchantId } = await merchants.register());
    await database.query("delete from credential_failure");
  });
  after(async () => {
    await database?.end();
    await merchants[Symbol.asyncDispose]();
  });

  const newKey = async (): Promise<{ apiKeyId: string; secret: string }> => {
    const { apiKey, secret } = await merchants.key(merchantId);
    return { apiKeyId: apiKey!.apiKeyId, secret };
  };
  /** Returns the reason of a refusal and the seconds to wait, or the credential's id. */
  const present = async (secret: string, address = "192.0.2.1"): Promise<string | number> => {
    try {
      return (await principalOfCredential({ store: merchants.harness.store, rateSubjects }, secret, address))
        .credentialId;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return error.retryAfterSeconds ?? error.reason;
    }
  };
  const guess = (apiKeyId: string, address?: string) => present(newApiKeySecret(apiKeyId), address);
  /** Lets time pass for the counts. */
  const pass = (seconds: number) =>
    database.query(
      "update credential_failure set last_failed_at = last_failed_at - make_interval(secs => $1)",
      [seconds],
    );
  const rows = async (): Promise<number> =>
    (await database.query("select 1 from credential_failure")).rows.length;

  it("for one key from one address are refused, then unchecked for a time that doubles up to a minute", async () => {
    const { apiKeyId } = await newKey();
    for (let count = 0; count < 5; count += 1) expect(await guess(apiKeyId)).to.equal("CREDENTIAL_REFUSED");
    for (const seconds of [1, 2, 4, 8, 16, 32]) {
      expect(await guess(apiKeyId)).to.equal(seconds);
      // Not checked, and so not counted.
      expect(await guess(apiKeyId)).to.equal(seconds);
      await pass(seconds);
      expect(await guess(apiKeyId)).to.equal("CREDENTIAL_REFUSED");
    }
    expect(await guess(apiKeyId)).to.equal(60);
    await pass(60);
    // One failure a minute is forgotten, so a guesser stays at the longest delay.
    expect(await guess(apiKeyId)).to.equal("CREDENTIAL_REFUSED");
    expect(await guess(apiKeyId)).to.equal(60);
  });

  it("are forgotten by one a minute", async () => {
    const { apiKeyId } = await newKey();
    for (let count = 0; count < 5; count += 1) await guess(apiKeyId);
    await pass(5 * 60);
    for (let count = 0; count < 5; count += 1) expect(await guess(apiKeyId)).to.equal("CREDENTIAL_REFUSED");
    expect(await guess(apiKeyId)).to.equal(1);
  });

  it("delay the right secret of the key from there, too, but not from elsewhere, and no other key", async () => {
    const [guessed, other] = [await newKey(), await newKey()];
    for (let count = 0; count < 5; count += 1) await guess(guessed.apiKeyId);
    expect(await present(guessed.secret)).to.equal(1);
    expect(await present(guessed.secret, "192.0.2.2")).to.equal(guessed.apiKeyId);
    expect(await present(other.secret)).to.equal(other.apiKeyId);
    await pass(1);
    expect(await present(guessed.secret)).to.equal(guessed.apiKeyId);
  });

  it("from an IPv6 subscriber count together", async () => {
    const { apiKeyId, secret } = await newKey();
    for (let count = 0; count < 5; count += 1) await guess(apiKeyId, `2001:db8:1:2::${count}`);
    expect(await present(secret, "2001:db8:1:2:ffff::1")).to.equal(1);
    expect(await present(secret, "2001:db8:1:3::1")).to.equal(apiKeyId);
  });

  it("for many keys delay the address, where right secrets are accepted all the same", async () => {
    const right = await newKey();
    for (let count = 0; count < 20; count += 1)
      expect(await guess(newId("apiKey"))).to.equal("CREDENTIAL_REFUSED");
    for (const seconds of [1, 2, 4]) {
      expect(await guess(newId("apiKey"))).to.equal(seconds);
      expect(await present(right.secret)).to.equal(right.apiKeyId);
      await pass(seconds);
      expect(await guess(newId("apiKey"))).to.equal("CREDENTIAL_REFUSED");
    }
  });

  it("from a delayed address do not tell whether a key exists, and each key has one try", async () => {
    const { apiKeyId, secret } = await newKey();
    for (let count = 0; count < 20; count += 1) await guess(newId("apiKey"));
    expect(await guess(newId("apiKey"))).to.equal(1);
    expect(await guess(apiKeyId)).to.equal(1);
    // The second try is not checked any more, even with the right secret.
    expect(await present(secret)).to.equal(1);
    expect(await present(secret, "192.0.2.2")).to.equal(apiKeyId);
  });

  it("that are made up fill no table", async () => {
    for (let count = 0; count < 100; count += 1) await guess(newId("apiKey"));
    expect(await rows()).to.be.at.most(21);
  });

  it("are counted once each, also when they come at once", async () => {
    const { apiKeyId } = await newKey();
    await Promise.all(Array.from({ length: 5 }, () => guess(apiKeyId)));
    expect(await guess(apiKeyId)).to.equal(1);
  });

  it("of another form, or of keys that were right once, count for nobody", async () => {
    const { apiKeyId, secret } = await newKey();
    await merchants.harness.call("RevokeApiKey", { merchantId, apiKeyId });
    for (let count = 0; count < 10; count += 1) {
      expect(await present("pda_wrong")).to.equal("CREDENTIAL_REFUSED");
      expect(await present(secret)).to.equal("CREDENTIAL_REFUSED");
    }
    expect(await rows()).to.equal(0);
  });

  it("count once each, and delay nobody for long, when the clock of the database has been an hour ahead", async () => {
    const { apiKeyId, secret } = await newKey();
    await guess(apiKeyId);
    await pass(-3600);
    expect(await guess(apiKeyId)).to.equal("CREDENTIAL_REFUSED");
    expect(await present(secret)).to.equal(apiKeyId);
    for (let count = 0; count < 3; count += 1) expect(await guess(apiKeyId)).to.equal("CREDENTIAL_REFUSED");
    expect(await present(secret)).to.equal(1);
    await pass(-3600);
    expect(await present(secret)).to.equal(apiKeyId);
    expect(await guess(apiKeyId)).to.equal("CREDENTIAL_REFUSED");
    expect(await guess(apiKeyId)).to.equal(2);
  });

  it("leave the table when they are forgotten", async () => {
    const { apiKeyId } = await newKey();
    await guess(apiKeyId);
    await guess(newId("apiKey"), "192.0.2.2");
    const { store } = merchants.harness;
    expect(await store.transact((tx) => tx.credentialFailures.forget(100))).to.equal(0);
    await pass(61);
    expect(await store.transact((tx) => tx.credentialFailures.forget(100))).to.equal(4);
  });
});
