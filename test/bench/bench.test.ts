// The functions that turn what is measured into figures. Nothing here depends on time.
import { expect } from "chai";
import * as fc from "fast-check";
import { cpuSeconds, parseBusy, parseStat, processTable, subtree } from "./cpu.ts";
import { AnswerReader } from "./load/answers.ts";
import { type LoadPlan, requestWriter } from "./load/plan.ts";
import { parseOptions } from "./options.ts";
import { parseTps } from "./sql/pgbench.ts";
import { insertSql } from "./sql/rows.ts";
import { median, quantile, significant } from "./statistics.ts";

describe("the bench's options", () => {
  const known = ["payments.create/control", "payments.get/control"];

  it("are all benches and 5 seconds when the flags are empty, as make passes them", () => {
    expect(parseOptions(["--bench", "", "--seconds", ""], known)).to.deep.equal({ names: [], seconds: 5 });
    expect(parseOptions([], known)).to.deep.equal({ names: [], seconds: 5 });
  });

  it("name one bench and its seconds", () => {
    const options = parseOptions(["--bench", "payments.get/control", "--seconds", "0.5"], known);
    expect(options).to.deep.equal({ names: ["payments.get/control"], seconds: 0.5 });
  });

  for (const argv of [
    ["--bench", "nothing"],
    ["--seconds", "0"],
    ["--seconds", "soon"],
    ["--fast", "1"],
    ["--bench"],
  ]) {
    it(`refuse ${argv.join(" ")}`, () => {
      expect(() => parseOptions(argv, known)).to.throw();
    });
  }
});

describe("the bench's statistics", () => {
  it("take quantiles by nearest rank", () => {
    const hundred = Float64Array.from({ length: 100 }, (_, index) => index + 1);
    expect(quantile(hundred, 0.5)).to.equal(50);
    expect(quantile(hundred, 0.99)).to.equal(99);
    expect(quantile(hundred, 1)).to.equal(100);
    expect(quantile([7], 0.99)).to.equal(7);
    expect(() => quantile([], 0.5)).to.throw(RangeError);
  });

  it("take the median of odd and even numbers of values, whatever their order", () => {
    expect(median([3, 1, 2])).to.equal(2);
    expect(median([4, 1, 3, 2])).to.equal(2.5);
    expect(() => median([])).to.throw(RangeError);
  });

  it("a median has as many values below as above", () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 1 }), (values) => {
        const middle = median(values);
        const below = values.filter((value) => value < middle).length;
        const above = values.filter((value) => value > middle).length;
        expect(Math.max(below, above)).to.be.at.most(values.length / 2);
      }),
    );
  });

  it("round to significant digits", () => {
    expect(significant(12_345.678)).to.equal(12_350);
    expect(significant(0.123456, 3)).to.equal(0.123);
  });
});

describe("the bench's reader of answers", () => {
  const answer = (status: number, body: string) =>
    `HTTP/1.1 ${status} Word\r\nContent-Type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

  it("finds the same answers however the bytes are cut", () => {
    const bodies = [`{"a":"ü"}`, "", `{"b":"\r\n\r\n"}`];
    const bytes = Buffer.from(bodies.map((body, index) => answer(200 + index, body)).join(""));
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length)), (cuts) => {
        const reader = new AnswerReader();
        const edges = [0, ...cuts.sort((a, b) => a - b), bytes.length];
        const found = edges
          .slice(1)
          .flatMap((edge, index) => reader.push(bytes.subarray(edges[index], edge)))
          .map(({ status, body }) => ({ status, body: body.toString() }));
        expect(found).to.deep.equal(bodies.map((body, index) => ({ status: 200 + index, body })));
      }),
    );
  });

  it("refuses what it cannot delimit", () => {
    const chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    expect(() => new AnswerReader().push(Buffer.from(chunked))).to.throw(/Content-Length/);
    expect(() => new AnswerReader().push(Buffer.from("SSH-2.0\r\nContent-Length: 0\r\n\r\n"))).to.throw();
  });
});

describe("the bench's requests", () => {
  const plan: LoadPlan = {
    port: 8443,
    ca: "",
    method: "POST",
    paths: ["/a", "/b"],
    headers: { Authorization: "Bearer key" },
    body: `{"name":"ü"}`,
    keyed: true,
    connections: 1,
    warmUpSeconds: 0,
    seconds: 1,
  };

  it("have the length of their body in bytes and a key of their own, and take turns on the paths", () => {
    const next = requestWriter(plan, "prefix");
    const [first, second, third] = [next(), next(), next()];
    expect(first).to.match(/^POST \/a HTTP\/1\.1\r\n/);
    expect(first).to.contain("Content-Length: 13\r\n");
    expect(first).to.contain("Idempotency-Key: prefix-0\r\n");
    expect(first.endsWith(`\r\n\r\n{"name":"ü"}`)).to.equal(true);
    expect(second)
      .to.match(/^POST \/b /)
      .and.to.contain("Idempotency-Key: prefix-1\r\n");
    expect(third).to.match(/^POST \/a /);
  });

  it("have neither length nor key when they carry nothing", () => {
    const { body: _body, ...rest } = plan;
    const request = requestWriter({ ...rest, method: "GET", keyed: false }, "prefix")();
    expect(request).to.not.match(/content-length|idempotency-key/i);
    expect(request.endsWith("\r\n\r\n")).to.equal(true);
  });
});

describe("the bench's CPU time", () => {
  const line = (name: string, times: string) =>
    `42 (${name}) S 7 42 42 0 -1 4194560 1 2 3 4 ${times} 20 0 1 0 555 0 0`;

  it("is read from the right fields, whatever the command is called", () => {
    expect(parseStat(line("node", "100 20 3 4"))).to.deep.equal({ parent: 7, ticks: 127 });
    expect(parseStat(line("a) R 1 (b", "1 2 3 4"))).to.deep.equal({ parent: 7, ticks: 10 });
    expect(() => parseStat("nonsense")).to.throw();
  });

  it("counts a process with all that it has started", () => {
    const table = new Map([
      [1, { parent: 0, ticks: 1000 }],
      [2, { parent: 1, ticks: 100 }],
      [3, { parent: 2, ticks: 50 }],
      [4, { parent: 1, ticks: 7 }],
    ]);
    expect(subtree(table, 2)).to.deep.equal([2, 3]);
    expect(cpuSeconds(table, 2)).to.equal(1.5);
    expect(cpuSeconds(table, 99)).to.equal(undefined);
  });

  it("is that of this process as the system tells it", function () {
    if (process.platform !== "linux") this.skip();
    const used = cpuSeconds(processTable(), process.pid) ?? 0;
    const { user, system } = process.cpuUsage();
    // Children that have ended count too, so it can only be more; the clock ticks in hundredths.
    expect(used).to.be.at.least((user + system) / 1e6 - 0.1);
  });
});

describe("the machine's busy time", () => {
  it("is all of the first line but idling and waiting for disks, guests counted once", () => {
    const text = "cpu  10 20 30 1000 500 1 2 3 7 8\ncpu0 1 1 1 1 1 1 1 1 1 1\n";
    expect(parseBusy(text)).to.equal(66);
    expect(() => parseBusy("intr 1 2 3")).to.throw();
  });
});

describe("the bench's raw SQL", () => {
  it("names every parameter", () => {
    const sql = insertSql((index) => `$${index + 1}`);
    const named = new Set(sql.match(/\$\d+/g));
    expect([...named].sort()).to.deep.equal(["$1", "$2", "$3", "$4", "$5", "$6", "$7", "$8", "$9"]);
  });

  it("reads what pgbench reports", () => {
    const output =
      "number of failed transactions: 0 (0.000%)\ntps = 18234.567890 (without initial connection time)\n";
    expect(parseTps(output)).to.equal(18_234.56789);
    expect(() => parseTps("pgbench: error: connection refused")).to.throw();
  });
});
