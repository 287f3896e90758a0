import pg from "pg";

/**
 * Runs `work` while no other process runs work of this name on the database. Does not wait.
 *
 * @returns undefined when another process is running such work
 */
export async function exclusively<T>(
  url: string,
  name: string,
  work: () => Promise<T>,
): Promise<{ readonly result: T } | undefined> {
  const client = new pg.Client({ connectionString: url, application_name: "pda", keepAlive: true });
  // A connection that is lost meanwhile emits an error event. The work is safe without the lock, since each of its steps is a transaction.
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ mine: boolean }>(
      "select pg_try_advisory_lock(hashtextextended($1, 0)) as mine",
      [`pda.${name}`],
    );
    return rows[0]?.mine ? { result: await work() } : undefined;
  } finally {
    // Closing the connection also releases the advisory lock.
    await client.end();
  }
}
