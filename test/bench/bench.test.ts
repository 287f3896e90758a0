// The functions that turn what is measured into figures. Nothing here depends on time.
import { expect } from "chai";
import * as fc from "fast-check";
import { benches } from "./benches/index.ts";
import { parseSpeed } from "./benches/openssl.ts";
import { worst } from "./benches/growth.ts";
import { latencyLine } from "./benches/latency.ts";
import { cpuSeconds, parseBusy, parseEndedChildren, parseStat, processTable, subtree } from "./cpu.ts";
import { compare } from "./duel.ts";
import { AnswerReader } from "./load/answers.ts";
import { exponential } from "./load/open.ts";
import { type Asked, requestWriter, scatter } from "./load/plan.ts";
import { Recorder } from "./load/recorder.ts";
import { judgeMemory, parseResident } from "./memory.ts";
import { parseOptions } from "./options.ts";
import { leftOut } from "./report.ts";
import { authorizeStatement } from "./sql/authorize.ts";
import { createStatement } from "./sql/create.ts";
import { parametersOf } from "./sql/driver-plan.ts";
import { parsePgbench, scriptOf } from "./sql/pgbench.ts";
import { median, quantile, significant, slope } from "./statistics.ts";
import { likeness, timingLine } from "./timing.ts";
import type { Turn } from "./turn.ts";

describe("the bench's options", () => {
  const known = ["payments.create/control", "payments.get/control"];

  it("are all benches with their own seconds when the flags are empty, as make passes them", () => {
    const all = { names: [], seconds: undefined, growth: 1 };
    expect(parseOptions(["--bench", "", "--seconds", "", "--growth", ""], known)).to.deep.equal(all);
    expect(parseOptions([], known)).to.deep.equal(all);
  });

  it("name one bench and its seconds", () => {
    const options = parseOptions(
      ["--bench", "payments.get/control", "--seconds", "0.5", "--growth", "0.1"],
      known,
    );
    expect(options).to.deep.equal({ names: ["payments.get/control"], seconds: 0.5, growth: 0.1 });
  });

  for (const argv of [
    ["--bench", "nothing"],
    ["--seconds", "0"],
    ["--seconds", "soon"],
    ["--growth", "2"],
    ["--fast", "1"],
    ["--bench"],
  ]) {
    it(`refuse ${argv.join(" ")}`, () => {
      expect(() => parseOptions(argv, known)).to.throw();
    });
  }
});

describe("the bench's likeness of times", () => {
  it("is 1 for the same times and falls on either side", () => {
    expect(likeness([2, 2])).to.equal(1);
    expect(likeness([1, 2])).to.equal(0.5);
    expect(likeness([2, 1, 4])).to.equal(0.25);
  });

  it("is of the medians of the kinds that count, and met from 0.95 on", () => {
    const names = { bench: "b", against: "a", seconds: 1 };
    const times = { unknown: [9, 1, 2], known: [2, 2.1, 1], right: [50] };
    const line = timingLine(names, times, ["unknown", "known"]);
    expect(line).to.deep.include({ ratio: 1, met: true, ours: 2, theirs: 2, calls: 3 });
    expect(line.medianMs).to.deep.equal({ unknown: 2, known: 2, right: 50 });
    expect(timingLine(names, times, ["unknown", "right"])).to.include({ ratio: 0.04, met: false });
  });
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
  const plan = { port: 8443, headers: { Authorization: "Bearer key" }, keyed: true };
  const body = `{"name":"ü"}`;
  const requests: Asked[] = ["/a", "/b"].map((path) => ({ method: "POST", path, body }));
  const sent = (text: string | undefined): string => Buffer.from(text ?? "", "latin1").toString();

  it("have the length of their body in bytes and a key of their own, and take turns", () => {
    const next = requestWriter(plan, requests, "suffix");
    const [first, second, third] = [sent(next()), sent(next()), sent(next())];
    expect(first).to.match(/^POST \/a HTTP\/1\.1\r\n/);
    expect(first).to.contain("Content-Length: 13\r\n").and.to.contain("Authorization: Bearer key\r\n");
    expect(first.endsWith(`\r\n\r\n${body}`)).to.equal(true);
    expect(second).to.match(/^POST \/b /);
    expect(third).to.match(/^POST \/a /);
    const keys = [first, second, third].map(
      (text) => /Idempotency-Key: ([0-9a-f]{8}-suffix)\r\n/.exec(text)?.[1],
    );
    expect(keys).to.not.include(undefined);
    expect(new Set(keys).size).to.equal(3);
  });

  it("have neither length nor key when they carry nothing, even beside others that do", () => {
    const request = sent(requestWriter(plan, [{ method: "GET", path: "/a" }], "suffix")());
    expect(request).to.not.match(/content-length|idempotency-key/i);
    expect(request.endsWith("\r\n\r\n")).to.equal(true);
  });

  it("end when each was sent once, if that is asked for", () => {
    const next = requestWriter({ ...plan, once: true }, requests, "suffix");
    expect([next(), next(), next()].map((text) => text === undefined)).to.deep.equal([false, false, true]);
  });

  it("have keys that are all different and no neighbours", () => {
    const keys = Array.from({ length: 50_000 }, (_, count) => scatter(count));
    expect(new Set(keys).size).to.equal(keys.length);
    const near = keys.filter((key, index) => Math.abs(key - (keys[index + 1] ?? 0)) < 2 ** 20);
    expect(near.length).to.be.below(100);
  });

  it("arrive at the rate of an open loop on average", () => {
    let place = 0;
    const gaps = Array.from({ length: 1_000 }, () => exponential(500, () => (place++ + 0.5) / 1_000));
    expect(gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length).to.be.closeTo(2, 0.02);
    expect(Math.min(...gaps)).to.be.at.least(0);
  });
});

describe("the bench's recorder", () => {
  const empty = Buffer.from("{}");

  it("counts what falls into the measured time, and all that was answered", () => {
    const recorder = new Recorder({ from: 1000, to: 3000 }, false);
    for (const at of [500, 1000, 2000, 2999, 3000]) recorder.note(at, at / 1000, empty);
    expect(recorder.answered).to.equal(5);
    expect(recorder.summary()).to.deep.equal({ calls: 3, seconds: 2, p50: 2, p99: 2.999 });
  });

  it("ends the measured time when the requests ran out", () => {
    const recorder = new Recorder({ from: 1000, to: 3000 }, true);
    for (const at of [1500, 1900, 2100]) recorder.note(at, 1, empty);
    expect(recorder.summary(2000)).to.include({ calls: 2, seconds: 1 });
    expect(recorder.bodies).to.deep.equal(["{}", "{}", "{}"]);
    expect(() => recorder.summary(1000)).to.throw(/nothing/);
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

  it("of children that have ended stands apart", () => {
    expect(parseEndedChildren(line("node", "100 20 3 4"))).to.equal(7);
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
  const facts = {
    merchantId: "m",
    assetTypeId: "01900000-0000-7000-8000-000000000001",
    publisherId: "p",
    amount: "5",
  };
  const kept = { caller: "c", operation: "o'1", requestHash: Buffer.from([1]), response: Buffer.from([2]) };
  const event = { subject: "s", data: Buffer.from([3]) };
  const statements = {
    create: createStatement(facts, kept, event),
    authorize: authorizeStatement(facts, "mer_01h455vb4pex5vsknk084sn02q", kept, event),
  };

  for (const [name, statement] of Object.entries(statements)) {
    it(`of ${name} names each value once, as a parameter or as text`, () => {
      const { text, constants, numbers } = parametersOf(statement);
      const named = new Set(text.match(/\$\d+/g));
      const all = Array.from({ length: constants.length + numbers.length }, (_, index) => `$${index + 1}`);
      // A constant that a statement has no use for would be a parameter without a type.
      expect([...named].sort()).to.deep.equal(all.sort());
      const script = scriptOf(statement);
      expect(script).to.contain("'o''1'").and.to.contain("'\\x01'");
      expect(script.trim().split("\n")).to.have.length(1 + (name === "create" ? 0 : 3));
    });
  }

  it("reads what pgbench reports, and no run with failures", () => {
    const output = (failed: string) =>
      `number of transactions actually processed: 36470\nnumber of failed transactions: ${failed}\ntps = 18234.567890 (without initial connection time)\n`;
    expect(parsePgbench(output("0 (0.000%)"))).to.deep.equal({
      transactions: 36_470,
      perSecond: 18_234.56789,
    });
    expect(() => parsePgbench(output("3 (0.008%)"))).to.throw();
    expect(() => parsePgbench("pgbench: error: connection refused")).to.throw();
  });
});

describe("the bench's figures", () => {
  const turn = (perSecond: number): Turn => ({
    perSecond,
    latency: { p50: 1, p99: 2 },
    cpu: { gateway: 10, load: 5 },
    elsewhere: 0,
    settle: 0,
  });
  const names = { bench: "b", against: "a", target: 2, seconds: 5 };

  it("are the median of the pairs' ratios, and say plainly whether the target is met", () => {
    const turns = [300, 100, 250].map((rate) => ({ ours: turn(rate), theirs: turn(100) }));
    const line = compare(turns, names);
    expect(line).to.include({
      ratio: 2.5,
      ours: 250,
      theirs: 100,
      met: true,
      target: 2,
      seconds: 5,
      unit: "calls/s",
    });
    expect(line.pairs).to.deep.equal([3, 1, 2.5]);
    expect(compare(turns, { ...names, target: 2.6 }).met).to.equal(false);
    expect(compare(turns, { ...names, target: null }).met).to.equal(null);
    expect(worst([line, { ...line, ratio: 0.7 }, line]).ratio).to.equal(0.7);
  });

  it("are null, with the reason, where nothing could be measured", () => {
    const line = leftOut({ ...names, unit: "calls/s" }, "there is no Go on this machine");
    expect(line).to.deep.include({ ratio: null, met: null, ours: null, theirs: null });
    expect(line.leftOut).to.equal("there is no Go on this machine");
  });

  it("of latency judge ours also where the control gave up, and say why there is nothing of it", () => {
    const measured = { highest: 200, rate: 100, turn: turn(100) };
    const asked = { bench: "latency.read/p99_ms", target: 10, seconds: 5 };
    const both = latencyLine(asked, measured, { ...measured, rate: 50 });
    expect(both).to.deep.include({ value: 2, met: true, ours: 2, theirs: 2 });
    expect(both)
      .to.deep.include({ atCallsPerSecond: { ours: 100, theirs: 50 } })
      .and.not.have.property("gaveUp");
    const alone = latencyLine(asked, measured, {
      gaveUp: "control: the server closed a connection under load",
    });
    expect(alone).to.deep.include({ value: 2, met: true, ours: 2, theirs: null });
    expect(alone).to.deep.include({ atCallsPerSecond: { ours: 100, theirs: null } });
    expect(alone.gaveUp).to.equal("control: the server closed a connection under load");
  });

  it("have the names that are asked for", () => {
    expect(benches.map(({ name }) => name)).to.include.members([
      "payments.create/control",
      "payments.create/sql",
      "payments.authorize/sql",
      "payments.get/grpc-gateway",
      "authenticity.cached/express",
      "authenticity.pop/openssl",
      "authenticity.unknown/known",
      "ownership.unknown/foreign",
      "latency.write/p99_ms",
      "latency.read/p99_ms",
      "growth/empty",
      "events.delivery/pg-boss",
      "events.first_attempt/p99_ms",
      "events.slow_neighbour",
      "events.stream/p99_ms",
      "events.stream/memory",
      "memory.gateway/mb",
    ]);
  });

  it("take verifications, not signatures, from openssl's table", () => {
    const table = `                              sign    verify    sign/s verify/s
 256 bits ecdsa (nistp256)   0.0000s   0.0000s  65392.1  22239.2\n`;
    expect(parseSpeed(table)).to.equal(22_239.2);
    expect(() => parseSpeed("speed: unknown algorithm")).to.throw();
  });
});

describe("the bench's memory", () => {
  const run = (megabytes: (seconds: number) => number) =>
    Array.from({ length: 301 }, (_, seconds) => ({ seconds, megabytes: megabytes(seconds) }));

  it("takes the slope of a line by least squares", () => {
    fc.assert(
      fc.property(fc.integer({ min: -50, max: 50 }), fc.integer(), (steep, height) => {
        const points = [3, 1, 7, 5].map((x) => ({ x, y: steep * x + height }));
        expect(slope(points)).to.be.closeTo(steep, 1e-6);
      }),
    );
    expect(() => slope([{ x: 1, y: 1 }])).to.throw(RangeError);
  });

  it("is the highest after the warm-up", () => {
    const memory = judgeMemory(run((seconds) => (seconds < 30 ? 400 : 200 + (seconds % 7))));
    expect(memory.max).to.equal(206);
    expect(memory.start).to.equal(400);
    expect(memory.grows).to.equal(false);
  });

  it("grows when it rises to the end, not when it swings or rises in the warm-up alone", () => {
    expect(judgeMemory(run((seconds) => 150 + seconds / 10)).grows).to.equal(true);
    expect(judgeMemory(run((seconds) => 150 + 20 * Math.sin(seconds / 5))).grows).to.equal(false);
    expect(judgeMemory(run((seconds) => 150 + Math.min(seconds, 60))).grows).to.equal(false);
  });

  it("is read from the status of a process", () => {
    expect(parseResident("Name:\tnode\nVmHWM:\t  999999 kB\nVmRSS:\t  204800 kB\n")).to.equal(200);
    expect(parseResident("Name:\tnode\nState:\tZ (zombie)\n")).to.equal(0);
  });
});
