import { Client } from "pg";

/** Runs `work` on a connection of its own, which is closed afterwards. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** How many rows a table has. */
export const countRows = (url: string, table: string): Promise<number> => countWhere(url, table, "true");

/** How many rows of a table, also of another schema, fulfil a condition, given as SQL. */
export function countWhere(url: string, table: string, condition: string): Promise<number> {
  return withClient(url, async (client) => {
    const { rows } = await client.query(
      `select count(*)::int as count from ${table
        .split(".")
        .map((part) => client.escapeIdentifier(part))
        .join(".")} where ${condition}`,
    );
    return rows[0].count;
  });
}

/** Makes an empty database beside the product's, on the same server. @returns its connection string, for the same role */
export async function createDatabase(adminUrl: string, productUrl: string, name: string): Promise<string> {
  const url = new URL(productUrl);
  await withClient(adminUrl, (client) =>
    client.query(
      `create database ${client.escapeIdentifier(name)} owner ${client.escapeIdentifier(url.username)}`,
    ),
  );
  url.pathname = `/${name}`;
  return url.href;
}
