import pg from "pg";

/** Far more events than a service records between a backup and its loss, and far from the end of the numbers. */
const positionsPassed = 1_000_000_000;

/**
 * Lets a restored log continue far behind the last event of the backup. The service had given the positions after that one to events that are
 * lost. If new events got the same positions, a caller whose cursor is behind the lost events would silently miss the new ones.
 * @param url of the database
 */
export async function passLostPositions(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: "pda-restore" });
  await client.connect();
  try {
    await client.query("update event_log set last_position = last_position + $1", [positionsPassed]);
  } finally {
    await client.end();
  }
}
