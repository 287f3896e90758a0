// What the console reads for the timeline of a payment, from answers of any number of pages.
import { expect } from "chai";
import { pageModule, signedIn } from "./support/page.ts";

const AT = "2026-11-01T12:00:00.000Z";
const PAYMENT = { paymentId: "pay_1", createTime: AT };
const created = { recordId: "aud_1", outcome: "succeeded", replayed: false, callTime: AT };

describe("the calls in the timeline of a payment", () => {
  let restore: () => void = () => undefined;
  afterEach(() => restore());

  /** Reads the calls of a payment. @param pages answers to the searches for each operation, in order; the last one has no next page */
  const callsOf = async (payment: object, pages: Readonly<Record<string, readonly object[][]>>) => {
    const asked: string[] = [];
    restore = await signedIn(({ searchParams }) => {
      const operation = searchParams.get("operation") ?? "";
      const at = Number(searchParams.get("pageToken") ?? 0);
      asked.push(`${operation} ${at}`);
      const all = pages[operation] ?? [[]];
      return { items: all[at] ?? [], nextPageToken: at + 1 < all.length ? String(at + 1) : "" };
    });
    const { callsOf: read } = await pageModule<{
      callsOf(
        payment: object,
        refunds: readonly object[],
        isSandbox: boolean,
      ): Promise<{
        readonly calls: readonly { readonly record: { readonly recordId: string } }[];
        readonly isWhole: boolean;
      }>;
    }>("web/src/console/api/calls.ts");
    const { calls, isWhole } = await read(payment, [], false);
    return { found: calls.map(({ record }) => record.recordId), isWhole, asked };
  };
  const empty = (count: number): object[][] => Array.from({ length: count }, () => []);

  it("are found behind pages without any, and not looked for any further", async () => {
    const failed = { ...created, recordId: "aud_2", outcome: "failed" };
    const { found, isWhole, asked } = await callsOf(PAYMENT, {
      CreatePayment: [[], [failed], [created], []],
    });
    expect(found).to.deep.equal(["aud_2", "aud_1"]);
    expect(isWhole).to.equal(true);
    expect(asked).to.deep.equal(["CreatePayment 0", "CreatePayment 1", "CreatePayment 2"]);
  });

  it("are whole when all pages were read, found or not", async () => {
    expect(await callsOf(PAYMENT, { CreatePayment: empty(8) })).to.include({ isWhole: true });
  });

  it("are not whole when the pages are too many", async () => {
    const { isWhole, asked } = await callsOf(PAYMENT, { CreatePayment: [...empty(8), [created]] });
    expect(isWhole).to.equal(false);
    expect(asked).to.have.length(8);
  });

  it("are whole when one of the operations that end a payment is found", async () => {
    const payment = { ...PAYMENT, endTime: "2026-11-01T12:05:00.000Z" };
    const paid = { ...created, recordId: "aud_3", callTime: payment.endTime };
    const { found, isWhole } = await callsOf(payment, {
      CreatePayment: [[created]],
      AuthorizePayment: [[], [paid]],
      DeclinePayment: empty(20),
      CancelPayment: empty(20),
    });
    expect(found).to.deep.equal(["aud_1", "aud_3"]);
    expect(isWhole).to.equal(true);
  });
});

describe("the bookings in the timeline of a payment", () => {
  let restore: () => void = () => undefined;
  afterEach(() => restore());

  interface Transactions {
    refundsOf(paymentId: string): Promise<readonly { readonly refundId: string }[]>;
    transactionsAbout(queries: readonly object[]): Promise<readonly { readonly transactionId: string }[]>;
  }
  /** Loads what reads lists that have so many entries, newest first. The oldest one is number 0. */
  const lists = async (count: number): Promise<Transactions> => {
    restore = await signedIn(({ searchParams }) => {
      const size = Number(searchParams.get("pageSize") ?? 50);
      const at = Number(searchParams.get("pageToken") ?? 0);
      const ids = Array.from({ length: Math.min(size, count - at) }, (_, place) =>
        String(count - at - place - 1),
      );
      const items = ids.map((id) => ({ transactionId: id, refundId: id }));
      return { items, nextPageToken: at + size < count ? String(at + size) : "" };
    });
    return pageModule<Transactions>("web/src/console/api/transactions.ts");
  };

  it("begin with that of the payment, however many refunds it has", async () => {
    const { refundsOf, transactionsAbout } = await lists(451);
    const queries = [{ paymentId: "pay_1" }, { settlementId: "stl_1" }];
    const found = await transactionsAbout(queries);
    expect(found).to.have.length(451);
    expect(found.at(-1)?.transactionId).to.equal("0");
    expect(await refundsOf("pay_1")).to.have.length(451);
  });

  it("are at most a thousand", async () => {
    expect(await (await lists(1_300)).refundsOf("pay_1")).to.have.length(1_000);
  });
});
