// Goes from page to page of a list.

/** One page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Empty on the last page. Events have no last page: after the newest one, the token is that of the request. */
  readonly nextPageToken: string;
}

/** What selects a page; to be spread into the `query` of the call. */
export interface PageQuery {
  readonly pageToken?: string;
}

/** Asks for one page of a list. */
export type AskForPage<Item> = (page: PageQuery) => Promise<{ readonly data: Page<Item> }>;

/**
 * Iterates over the pages of a list. Asks for a page when the loop gets to it.
 * @param pageToken token of an earlier page, to begin after that page
 */
export async function* pages<Item>(ask: AskForPage<Item>, pageToken = ""): AsyncGenerator<Page<Item>> {
  for (let token = pageToken; ; ) {
    const { data } = await ask(token === "" ? {} : { pageToken: token });
    yield data;
    // A list of events has no last page: after the newest event, a page has the token of its request again.
    if (data.nextPageToken === "" || data.nextPageToken === token) return;
    token = data.nextPageToken;
  }
}

/**
 * Iterates over the items of a list, page by page:
 *
 *     const pending = items((page) => api.GET("/api/v1/payments", { params: { query: { status: "pending", ...page } } }));
 *     for await (const payment of pending) …
 */
export async function* items<Item>(ask: AskForPage<Item>): AsyncGenerator<Item> {
  for await (const page of pages(ask)) yield* page.items;
}
