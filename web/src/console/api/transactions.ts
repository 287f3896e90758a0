// Refunds and transactions of one payment or settlement. All are read: the transaction of a payment is older than those of its refunds.
import { items, type Page, type PageQuery } from "@pda/client/browser";
import { api, type Schemas } from "./client.ts";

/** Entries of one list. */
export const LIST_MAX = 1_000;
const PAGE_SIZE = 200;

type PageOf = PageQuery & { readonly pageSize: number };

async function listed<Item>(ask: (page: PageOf) => Promise<{ readonly data: Page<Item> }>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items<Item>((page) => ask({ pageSize: PAGE_SIZE, ...page }))) {
    all.push(item);
    if (all.length === LIST_MAX) break;
  }
  return all;
}

/** Returns the refunds of a payment, newest first, at most `LIST_MAX`. */
export const refundsOf = (paymentId: string): Promise<Schemas["Refund"][]> =>
  listed((page) => api().GET("/api/v1/refunds", { params: { query: { paymentId, ...page } } }));

/** Returns what was booked for a payment, and for the settlements that it is part of. */
export async function transactionsAbout(
  queries: readonly ({ readonly paymentId: string } | { readonly settlementId: string })[],
): Promise<Schemas["Transaction"][]> {
  const lists = await Promise.all(
    queries.map((query) =>
      listed((page) => api().GET("/api/v1/transactions", { params: { query: { ...query, ...page } } })),
    ),
  );
  return [...new Map(lists.flat().map((each) => [each.transactionId, each])).values()];
}
