// `pda issue` against the running product, and what it does with files that are wrong.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { uuidOf } from "../../src/domain/identifier/identifier.ts";
import pg from "pg";
import { freePort } from "../support/ports.ts";
import { type Product, sharedProduct } from "../support/product.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { type Publisher, publisher } from "./support/scene.ts";
import { secretsIn } from "./support/secrets.ts";

interface Outcome {
  readonly line: number;
  readonly status: string;
  readonly assetIdentifier?: string;
  readonly errors?: readonly { readonly field: string; readonly reason: string }[];
}

describe("pda issue", function () {
  this.timeout(120_000);
  let product: Product;
  let issuer: Publisher;
  let folder: ReturnType<typeof temporaryDirectory>;
  let database: pg.Client;
  let count = 0;
  before(async () => {
    product = await sharedProduct();
    folder = temporaryDirectory();
    database = new pg.Client({ connectionString: product.databaseUrl });
    await database.connect();
  });
  beforeEach(async () => {
    issuer = await publisher(product);
  });
  after(async () => {
    await database.end();
    folder[Symbol.dispose]();
    expect(secretsIn(product)).to.deep.equal([]);
  });

  const write = (ending: string, content: string | Buffer): string => {
    const file = join(folder.path, `rows-${count++}.${ending}`);
    writeFileSync(file, content);
    return file;
  };
  const issue = (file: string, ...more: string[]) =>
    product.pda("issue", file, "--publisher", issuer.publisherId, ...more);
  const read = (file: string): Outcome[] =>
    existsSync(file)
      ? readFileSync(file, "utf8")
          .split("\n")
          .filter(Boolean)
          .map((line) => JSON.parse(line))
      : [];
  const results = (file: string): Outcome[] => read(`${file}.results.ndjson`);
  const failures = (file: string): string[] =>
    read(`${file}.errors.ndjson`).map(
      ({ line, errors }) => `${line} ${errors?.map(({ field, reason }) => `${field} ${reason}`).join(", ")}`,
    );
  const assets = async (): Promise<number> => {
    const text = "select count(*)::int as count from asset where publisher_id = $1";
    return (await database.query(text, [uuidOf("publisher", issuer.publisherId)])).rows[0].count;
  };

  it("issues every row of a CSV file with a byte order mark, CRLF, quotes and line ends inside them", async () => {
    const rows = [
      "kind,name,description,networks,reference,metadata.edition,metadata.note",
      `good,"Print ""One""","first line\r\nsecond line",${issuer.network},SN-1,1/2,`,
      `ticket,Großer Saal 😀,,,SN-2,,"a,b"`,
    ];
    const file = write("csv", `\uFEFF${rows.join("\r\n")}\r\n`);
    const { code, stdout, stderr } = await issue(file);
    expect([code, stdout.split("\n")[0]], stderr).to.deep.equal([0, "2 issued, 0 failed"]);
    expect(results(file).map(({ line, status }) => [line, status])).to.deep.equal([
      [2, "issued"],
      [4, "issued"],
    ]);
    expect(existsSync(`${file}.errors.ndjson`)).to.equal(false);
    const shown = await Promise.all(
      results(file).map(({ assetIdentifier = "" }) =>
        product.client().GET("/api/v1/assets/{assetId}", { params: { path: { assetId: assetIdentifier } } }),
      ),
    );
    expect(shown.map(({ data }) => data)).to.deep.equal([
      {
        assetIdentifier: results(file)[0]?.assetIdentifier,
        assetProfile: { kind: "good", name: 'Print "One"', description: "first line\r\nsecond line" },
        publisher: issuer.publisherId,
        supportedNetworks: [issuer.network],
        metadata: { edition: "1/2" },
        lifecycleStatus: "issued",
      },
      {
        assetIdentifier: results(file)[1]?.assetIdentifier,
        assetProfile: { kind: "ticket", name: "Großer Saal 😀", description: "" },
        publisher: issuer.publisherId,
        supportedNetworks: [],
        metadata: { note: "a,b" },
        lifecycleStatus: "issued",
      },
    ]);
  });

  it("reports each row that is wrong, issues the others and ends with 2", async () => {
    const file = write(
      "csv",
      Buffer.concat([
        Buffer.from("kind,name,networks,reference\n"),
        Buffer.from("good,First,,A\n"),
        Buffer.from("good,too,many,columns,here\n"),
        Buffer.from("good\n"),
        Buffer.from("wine,Unknown kind,,\n"),
        Buffer.from(`good,${"n".repeat(121)},,\n`),
        Buffer.concat([Buffer.from("good,"), Buffer.from([0xff, 0xfe]), Buffer.from(",,\n")]),
        Buffer.from("good,Unknown network,eip155:999,\n"),
        Buffer.from('good,a "quote" inside,,\n'),
        Buffer.from("good,,,\n"),
        Buffer.from("good,First again,,A\n"),
        Buffer.from('good,"never closed,,\n'),
        Buffer.from("good,Last,,B\n"),
      ]),
    );
    const { code, stdout } = await issue(file);
    expect(code).to.equal(2);
    expect(stdout).to.include("2 issued, 10 failed").and.include(`${file}.errors.ndjson`);
    expect(failures(file)).to.deep.equal([
      "3  COLUMN_COUNT",
      "4  COLUMN_COUNT",
      "5 assetProfile.kind UNKNOWN_VALUE",
      "6 assetProfile.name WRONG_LENGTH",
      "7  ENCODING",
      "8 supportedNetworks UNKNOWN_NETWORK",
      "9  QUOTING",
      "10 assetProfile.name REQUIRED",
      "11 reference TAKEN",
      "12  QUOTE_NOT_CLOSED",
    ]);
    expect(results(file).map(({ line }) => line)).to.deep.equal([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
    expect(await assets()).to.equal(2);
  });

  it("does the same with NDJSON", async () => {
    const item = { assetProfile: { kind: "good", name: "Print" } };
    const lines = [
      JSON.stringify(item),
      '{"assetProfile":',
      JSON.stringify({ ...item, colour: "red" }),
      '{"assetProfile":{"kind":"good","name":"a","name":"b"}}',
      "",
      JSON.stringify({ assetProfile: { kind: "good", name: 7 } }),
      JSON.stringify({ ...item, metadata: { edition: "2" } }),
    ];
    const file = write("ndjson", lines.join("\n"));
    expect((await issue(file)).code).to.equal(2);
    expect(failures(file)).to.deep.equal([
      "2  JSON",
      "3 colour UNKNOWN_MEMBER",
      "4  JSON",
      "6 assetProfile.name WRONG_TYPE",
    ]);
    expect(await assets()).to.equal(2);
  });

  it("never issues the same file twice, unless it is told that this is another run", async () => {
    const file = write("csv", `kind,name\n${"good,Print\n".repeat(1_500)}`);
    expect((await issue(file)).stdout).to.include("1,500 issued, 0 failed");
    const first = results(file);
    expect((await issue(file)).code).to.equal(0);
    expect(results(file)).to.deep.equal(first);
    expect(await assets()).to.equal(1_500);
    expect((await issue(file, "--run", "second")).code).to.equal(0);
    expect(await assets()).to.equal(3_000);
  });

  it("issues only what is missing when a file with references was corrected", async () => {
    const rows = (kind: string): string =>
      `kind,name,reference\ngood,One,SN-1\n${kind},Two,SN-2\ngood,Three,SN-3\n`;
    expect((await issue(write("csv", rows("wine")))).code).to.equal(2);
    const corrected = write("csv", rows("good"));
    expect((await issue(corrected)).stdout).to.include("1 issued, 2 issued before, 0 failed");
    expect(results(corrected).map(({ status }) => status)).to.deep.equal([
      "already_issued",
      "issued",
      "already_issued",
    ]);
    expect(await assets()).to.equal(3);
  });

  it("issues the failed rows alone, corrected, also where they say what rows that were issued say", async () => {
    const failing = write("csv", "kind,name\ngood,Print\ngood,Print,too many\n");
    const { code, stdout } = await issue(failing);
    expect([code, stdout.split("\n")[0]]).to.deep.equal([2, "1 issued, 1 failed"]);
    expect(stdout).to.include("Correct the failed rows and issue only them");
    expect((await issue(write("csv", "kind,name\ngood,Print\n"))).stdout).to.include("1 issued, 0 failed");
    expect(await assets()).to.equal(2);
  });

  it("says of the uses of a ticket what is wrong with them", async () => {
    const uses = ["-1", "2.5", "many", "10001", "3"];
    const rows = uses.map((count) => `ticket,Day pass,${count}`);
    const file = write("csv", `kind,name,ticket.useCount\n${rows.join("\n")}\n`);
    expect((await issue(file)).stdout).to.include("1 issued, 4 failed");
    expect(failures(file)).to.deep.equal([
      "2 ticket.useCount OUT_OF_RANGE",
      "3 ticket.useCount WRONG_TYPE",
      "4 ticket.useCount WRONG_TYPE",
      "5 ticket.useCount OUT_OF_RANGE",
    ]);
  });

  it("is run by one process at a time for a file; another one says which", async () => {
    const file = write("csv", `kind,name\n${"good,Print\n".repeat(3_000)}`);
    const runs = await Promise.all([issue(file), issue(file), issue(file)]);
    expect(runs.map(({ code }) => code)).to.include(0);
    for (const { code, stderr } of runs.filter((run) => run.code !== 0)) {
      expect(code).to.equal(1);
      expect(stderr).to.match(/another process \(\d+\) is issuing /);
    }
    expect(results(file)).to.have.length(3_000);
    expect(await assets()).to.equal(3_000);
    expect(existsSync(`${file}.lock`)).to.equal(false);
  });

  it("stops with the reason and issues nothing when the file as a whole is wrong", async () => {
    const wrong: [string, string | Buffer, string][] = [
      ["csv", "", "has no rows"],
      ["csv", "kind,name\n", "has no rows"],
      ["ndjson", "\n\n", "has no rows"],
      ["csv", "kind,description\ngood,x\n", "the column name is missing"],
      ["csv", "kind,name,colour\ngood,x,y\n", 'the header has the unknown column "colour"'],
      ["csv", "kind;name\ngood;x\n", 'unknown column "kind;name": separate the columns with commas'],
      ["csv", "kind,name,metadata.__proto__\ngood,x,y\n", "the header has the unknown column"],
      ["csv", "kind,name,name\ngood,x,y\n", 'the header has the column "name" twice'],
      ["csv", Buffer.from("\uFEFFkind,name\ngood,x\n", "utf16le"), "header"],
      ["xlsx", "kind,name\ngood,x\n", "ends neither with .csv nor with .ndjson"],
    ];
    for (const [ending, content, reason] of wrong) {
      const file = write(ending, content);
      const { code, stderr } = await issue(file);
      expect([code, stderr]).to.satisfy(
        ([exit, text]: [number, string]) => exit === 1 && text.includes(reason) && text.includes("next: "),
        reason,
      );
      expect(existsSync(`${file}.results.ndjson`)).to.equal(false);
    }
    expect((await issue(join(folder.path, "absent.csv"))).stderr).to.include("ENOENT");
    expect(await assets()).to.equal(0);
  });

  it("says what to do without a key, with a wrong one, and where nothing answers", async () => {
    const file = write("csv", "kind,name\ngood,x\n");
    const key = join(folder.path, "wrong.key");
    writeFileSync(key, "pda_wrong\n");
    const refused = await issue(file, "--api-key-file", key);
    expect(refused).to.include({ code: 1 });
    expect(refused.stderr).to.include("SVC-4011");
    const url = `https://localhost:${await freePort()}`;
    const nowhere = await issue(file, "--url", url, "--api-key-file", key, "--patience", "1");
    expect(nowhere.stderr).to.include(`no service answers at ${url}`).and.include("next: run the same");
    const keyless = await issue(file, "--url", url);
    expect(keyless.stderr).to.include("no API key is given").and.include("PDA_API_KEY");
    const stranger = await issue(file, "--url", product.baseUrl, "--api-key-file", key);
    expect(stranger.stderr).to.include("cannot be reached").and.include("--ca");
  });

  it("says that the publisher does not exist, and does not advise to repeat the command", async () => {
    const file = write("csv", "kind,name\ngood,One\n");
    const args = ["issue", file, "--publisher", "pub_01h2xcejqtf2nbrexx3vqjhp41"];
    const { code, stderr } = await product.pda(...args);
    expect(code).to.equal(1);
    expect(stderr)
      .to.match(/SVC-4040 .*\(request req_\w+\)/)
      .and.include("correct --publisher");
    expect(stderr).not.to.include("run the same command again");
  });

  it("stops when the publisher is suspended in the middle, and goes on afterwards", async () => {
    const file = write("csv", `kind,name\n${"good,Print\n".repeat(100)}`);
    const status = (to: "active" | "suspended") =>
      product.store().transact((tx) => tx.publishers.setStatus(issuer.publisherId, to));
    await status("suspended");
    const stopped = await issue(file);
    expect(stopped.code).to.equal(1);
    expect(stopped.stderr).to.include("SVC-4097").and.include("resume the publisher");
    await status("active");
    expect((await issue(file)).code).to.equal(0);
    expect(await assets()).to.equal(100);
  });
});
