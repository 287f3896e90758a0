// Processes on a database whose schema is older or newer than they are.
import { expect } from "chai";
import pg from "pg";
import { loadConfig } from "../../src/config.ts";
import { startCore } from "../../src/core.ts";
import { initialise } from "../../src/pki/installation.ts";
import { ensureTrustRoot } from "../../src/pki/trust-root.ts";
import { ensureDataKey } from "../../src/platform/data-key.ts";
import { newestMigration } from "../../src/store/migrate.ts";
import { startWorker } from "../../src/workers/server.ts";
import { emptyDatabase, testDatabase } from "../support/postgres.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { pda } from "./program.ts";

const COMMANDS = [["core"], ["core", "--processes=2"], ["worker"], ["relay", "--to=nats://127.0.0.1:1"]];

describe("a process that starts", function () {
  this.timeout(240_000);
  let folder: ReturnType<typeof temporaryDirectory>;
  const environment = (url: string): Record<string, string> => ({
    DATABASE_URL: url,
    PDA_DATA_DIR: folder.path,
    PDA_CORE_PORT: "0",
    PDA_CORE_METRICS_PORT: "0",
    PDA_WORKER_HEALTH_PORT: "0",
    PDA_WORKER_METRICS_PORT: "0",
    PDA_LOG_LEVEL: "error",
  });

  before(async () => {
    folder = temporaryDirectory();
    const { pki, trustDomain, dataKeyFile } = loadConfig({ env: environment(""), cwd: folder.path });
    await initialise({ dir: pki.dir, trustDomain });
    ensureTrustRoot(pki.dir, "Tests");
    ensureDataKey(dataKeyFile as string, false);
  });
  after(() => folder[Symbol.dispose]());

  async function change(url: string, statement: string): Promise<void> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(statement);
    await client.end();
  }

  for (const command of COMMANDS)
    it(`ends with 78 and the next step on an older schema: ${command.join(" ")}`, async () => {
      await using without = await emptyDatabase();
      const empty = await pda(command, { env: environment(without.url) });
      expect(empty.code).to.equal(78);
      expect(empty.stderr).to.match(
        /^pda: the database lacks \d+ migrations of this version, 2026\d+_clock first$/m,
      );
      expect(empty.stderr).to.match(/^ {2}next: run: pda migrate$/m);

      await using older = await testDatabase();
      await change(older.url, `delete from schema_migration_online where name = '${newestMigration()}'`);
      const behind = await pda(command, { env: environment(older.url) });
      expect(behind.code).to.equal(78);
      expect(behind.stderr).to.contain(
        `the database lacks a migration of this version, ${newestMigration()} first`,
      );
    });

  for (const [name, start] of Object.entries({ core: startCore, worker: startWorker }))
    it(`works on a newer schema, as during an upgrade: ${name}`, async () => {
      await using newer = await testDatabase();
      await change(newer.url, "insert into schema_migration_online (name) values ('29990101000100_later')");
      const running = await start(loadConfig({ env: environment(newer.url), cwd: folder.path }));
      await running.close();
    });
});
