// Keys that several publishers had bound before a key had one owner.

import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import pg from "pg";
import { emptyDatabase } from "../support/postgres.ts";

describe("keys of devices from before they had one publisher", function () {
  this.timeout(60_000);

  it("belong to the publisher that bound them first, also when another one binds meanwhile", async () => {
    await using database = await emptyDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      const folder = join(import.meta.dirname, "../../src/store/migrations");
      const names = readdirSync(folder).sort();
      const ours = names.findIndex((name) => name.endsWith("_device_key_owner.sql"));
      const run = async (from: number, to: number): Promise<void> => {
        for (const name of names.slice(from, to))
          await client.query(readFileSync(join(folder, name), "utf8"));
      };
      await run(0, ours);
      const [first, second] = [randomUUID(), randomUUID()];
      const device = async (publisher: string, key: string, days: number, status: string): Promise<void> => {
        await client.query(
          `insert into device (publisher_id, device_id, asset_id, serial_number, kind, public_key, key_digest, status, created_at, revoked_at)
            values ($1, gen_random_uuid(), gen_random_uuid(), $2::text, 'raw_key', sha256(convert_to($2::text, 'utf8')) || '\\x00', sha256(convert_to($3, 'utf8')), $4::text,
              now() - make_interval(days => $5), case $4::text when 'revoked' then now() end)`,
          [publisher, randomUUID(), key, status, days],
        );
      };
      // Devices alone, without their assets.
      await client.query("alter table device drop constraint device_publisher_id_asset_id_fkey");
      await device(second, "shared", 1, "active");
      await device(first, "shared", 2, "revoked");
      await device(second, "own", 3, "active");
      await run(ours, ours + 1);
      await client.query("insert into device_key values (sha256('shared'), $1)", [second]);
      await run(ours + 1, ours + 2);
      const { rows } = await client.query(
        "select publisher_id from device_key order by key_digest = sha256('shared') desc",
      );
      expect(rows).to.deep.equal([{ publisher_id: first }, { publisher_id: second }]);
      const late = await device(second, "shared", 0, "active").catch((error: unknown) => error);
      expect(late).to.have.property("constraint", "device_key_of_publisher");
    } finally {
      await client.end();
    }
  });
});
