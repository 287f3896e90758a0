// A list reads no more items than its page has room for.
import { expect } from "chai";
import fc from "fast-check";
import type { Call, ServedMethod } from "../../src/rpc/handler.ts";
import { encodedPage } from "../../src/rpc/page-parts.ts";

const megabyte = 1_048_576;

interface Request {
  readonly pageSize: number;
  readonly pageToken: string;
}
interface Page {
  readonly items: readonly string[];
  readonly nextPageToken: string;
}

/** A list of items of these lengths, which counts the items that it reads. */
function listOf(lengths: readonly number[]) {
  const items = lengths.map((length, index) => `${index}:`.padEnd(length, "x"));
  const counted = { read: 0, calls: 0 };
  const handler = ({ request }: { request: Request }): Promise<Page> => {
    const start = Number(request.pageToken);
    const found = items.slice(start, start + request.pageSize);
    counted.read += found.length;
    counted.calls += 1;
    const end = start + found.length;
    return Promise.resolve({ items: found, nextPageToken: end < items.length ? `${end}` : "" });
  };
  const method = { handler, encodeResponse: (page: Page) => Buffer.from(JSON.stringify(page)) };
  const page = async (request: Request): Promise<{ page: Page; bytes: number }> => {
    const bytes = await encodedPage(method as unknown as ServedMethod, { request } as Call<unknown, unknown>);
    return { page: JSON.parse(bytes.toString()), bytes: bytes.length };
  };
  return { items, page, counted };
}

describe("a page of a list", () => {
  for (const [what, length, returned] of [
    ["short", 100, 200],
    ["long", 20_000, 50],
    ["as long as any payment", 85_000, 12],
  ] as const)
    it(`of ${what} items reads only what it returns`, async () => {
      const { page, counted } = listOf(Array.from({ length: 300 }, () => length));
      const { page: first, bytes } = await page({ pageSize: 200, pageToken: "" });
      expect(first.items).to.have.length.within(Math.floor(0.85 * returned), returned + 2);
      expect(bytes).to.be.at.most(megabyte);
      expect(counted.read).to.equal(first.items.length);
      expect(counted.calls).to.be.at.most(5);
    });

  it("is read at once when it is short, and in two parts when all of it fits", async () => {
    for (const [pageSize, calls] of [
      [12, 1],
      [0, 2],
      [200, 2],
    ] as const) {
      const { page, counted } = listOf(Array.from({ length: 300 }, () => 100));
      expect((await page({ pageSize, pageToken: "" })).page.items).to.have.length(pageSize || 50);
      expect(counted.calls).to.equal(calls);
    }
  });

  it("has at least one item, whatever its length", async () => {
    const { page } = listOf([2 * megabyte, 10]);
    const { page: first } = await page({ pageSize: 10, pageToken: "" });
    expect([first.items.length, first.nextPageToken]).to.deep.equal([1, "1"]);
  });

  it("is never above a megabyte with more than one item, and all pages have every item once, in order", async () => {
    const lengths = fc.array(fc.oneof(fc.nat(2_000), fc.nat(90_000), fc.nat(700_000)), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(lengths, fc.integer({ min: 0, max: 300 }), async (given, pageSize) => {
        const { items, page } = listOf(given);
        const seen: string[] = [];
        let pageToken = "";
        do {
          const { page: next, bytes } = await page({ pageSize, pageToken });
          if (next.items.length > 1) expect(bytes).to.be.at.most(megabyte);
          expect(next.items.length).to.be.at.most(pageSize === 0 ? 50 : Math.min(pageSize, 200));
          if (items.length > 0) expect(next.items).not.to.deep.equal([]);
          seen.push(...next.items);
          pageToken = next.nextPageToken;
        } while (pageToken);
        expect(seen).to.deep.equal(items);
      }),
      { numRuns: 60 },
    );
  });
});
