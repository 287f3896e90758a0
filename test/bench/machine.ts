import { availableParallelism, cpus, release, totalmem } from "node:os";
import { withClient } from "./database.ts";

/** Where the figures come from: without it they mean nothing. */
export interface Machine {
  readonly cores: number;
  readonly cpu: string;
  readonly memoryGiB: number;
  readonly os: string;
  readonly node: string;
  readonly postgresql: string;
  /** Settings of the server that durability hangs on. */
  readonly durability: Record<string, string>;
}

/** Describes this machine and the PostgreSQL server that every contender uses. */
export async function describeMachine(databaseUrl: string): Promise<Machine> {
  const rows = await withClient(databaseUrl, async (client) => {
    const result = await client.query<{ name: string; setting: string }>(
      `select name, setting from pg_settings
       where name in ('server_version', 'fsync', 'synchronous_commit', 'full_page_writes', 'wal_sync_method') order by name`,
    );
    return result.rows;
  });
  const { server_version: postgresql = "", ...durability } = Object.fromEntries(
    rows.map(({ name, setting }) => [name, setting]),
  );
  return {
    cores: availableParallelism(),
    cpu: cpus()[0]?.model ?? "unknown",
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    os: `${process.platform} ${release()} ${process.arch}`,
    node: process.version,
    postgresql,
    durability,
  };
}
