import { expect } from "chai";
import pg from "pg";
import { checks } from "../../src/store/ledger/check-scans.ts";
import { Books } from "../services/support/books.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { pda } from "./program.ts";

describe("pda ledger verify", function () {
  this.timeout(120_000);
  let books: Books;
  let env: NodeJS.ProcessEnv;
  const folder = temporaryDirectory();

  before(async () => {
    books = await Books.open();
    await books.refund(await books.pay(5_000_000n), "1");
    env = { DATABASE_URL: books.harness.url, PDA_DATA_DIR: folder.path };
  });
  after(async () => {
    await books[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  it("shows each check with what it looked at, and ends with 0 when all is well", async () => {
    const { code, stdout, stderr } = await pda(["ledger", "verify"], { env });
    expect([code, stderr]).to.deep.equal([0, ""]);
    const lines = stdout.trimEnd().split("\n");
    expect(lines[0]).to.match(/^check +rows +violations +ms$/);
    expect(lines.slice(1, -1).map((line) => line.split(/ +/).slice(0, 3))).to.deep.equal(
      lines.slice(1, -1).map((line, index) => [checks[index]?.name, line.split(/ +/)[1], "0"]),
    );
    expect(lines.at(-1)).to.equal(`ledger: ${checks.length} checks, 0 violations`);
  });

  it("names what is broken and where, and ends with 1; as JSON too", async () => {
    const client = new pg.Client({ connectionString: books.harness.url });
    await client.connect();
    await client.query("update account set balance = balance + 1 where kind = 'wallet'");
    try {
      const { code, stdout } = await pda(["ledger", "verify", "--rows", "1"], { env });
      expect(code).to.equal(1);
      expect(stdout)
        .to.match(/^balances +\d+ +1 /m)
        .and.to.match(/^ {2}acc_[0-9a-z]{26} \(wallet\) has a balance of \d+, its entries sum to \d+$/m);
      expect(stdout.trimEnd().split("\n").at(-1)).to.equal(`ledger: ${checks.length} checks, 2 violations`);
      const json = await pda(["ledger", "verify", "--json"], { env });
      expect(json.code).to.equal(1);
      expect(JSON.parse(json.stdout)).to.have.property("violations", 2);
    } finally {
      await client.query("update account set balance = balance - 1 where kind = 'wallet'");
      await client.end();
    }
  });

  it("has no verdict, and ends with 2, for a wrong argument and without a database", async () => {
    const wrong = await pda(["ledger", "verify", "--rows", "none"], { env });
    expect([wrong.code, wrong.stdout]).to.deep.equal([2, ""]);
    const nowhere = "postgres://nobody@127.0.0.1:1/none";
    const away = await pda(["ledger", "verify"], { env: { ...env, DATABASE_URL: nowhere } });
    expect(away.code).to.equal(2);
    expect(away.stderr).to.contain("pda: ");
  });

  it("explains itself", async () => {
    const { code, stdout } = await pda(["ledger", "verify", "--help"], { env });
    expect(code).to.equal(0);
    for (const { name, title } of checks) expect(stdout).to.contain(name).and.to.contain(title);
  });
});
