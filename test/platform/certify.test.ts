// `pda webhooks certify`: a good receiver keeps all rules, and each fault of a bad one is found as the rule that it breaks.
import { type ChildProcess, spawn } from "node:child_process";
import { createHmac, randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { certify } from "../../src/cli/certify/run.ts";
import { rules } from "../../src/cli/certify/rules.ts";
import { BadReceiver, type Fault, faults } from "../support/bad-receiver.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { pda } from "./program.ts";

const root = join(import.meta.dirname, "../..");
const secret = `whsec_${randomBytes(32).toString("base64")}`;
const source = "https://pay.example";

/** Certifies a receiver with faults. @returns the rules that it breaks */
async function brokenBy(...wrong: Fault[]): Promise<string[]> {
  await using receiver = await BadReceiver.start(secret, ...wrong);
  const verdicts = await certify(source, receiver.url, { secret, probe: receiver.url });
  return verdicts.filter(({ kept }) => !kept).map(({ rule }) => rule);
}

/** Begins a request, and goes away in the middle of its body. */
async function breakOff(port: number): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.write("POST /hooks HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{");
  await sleep(200);
  socket.destroy();
  await sleep(200);
}

describe("pda webhooks certify", function () {
  this.timeout(120_000);

  it("has twelve rules, each with its reason and advice", () => {
    expect(rules.map(({ rule }) => rule)).to.deep.equal([
      "good",
      "verification",
      "test-event",
      "wrongly-signed",
      "replayed",
      "old",
      "rotated-key",
      "duplicated",
      "reordered",
      "late",
      "unknown",
      "huge",
    ]);
    for (const { says, why, advice } of rules)
      for (const text of [says, why, advice]) expect(text.length).to.be.greaterThan(15);
  });

  it("finds nothing wrong with a receiver without faults", async () => {
    expect(await brokenBy()).to.deep.equal([]);
  });

  it("reports for each fault exactly the rule that it breaks", async () => {
    const every = Object.keys(faults) as Fault[];
    const found = await Promise.all(every.map(async (fault) => [fault, await brokenBy(fault)] as const));
    expect(Object.fromEntries(found)).to.deep.equal(
      Object.fromEntries(Object.entries(faults).map(([fault, rule]) => [fault, [rule]])),
    );
    expect(new Set(Object.values(faults)).size, "each rule can be broken").to.equal(rules.length);
  });

  it("reports each of several broken rules", async () => {
    expect(await brokenBy("acceptsPast", "refusesUnknownTypes", "verifiesParsedBody")).to.deep.equal([
      "replayed",
      "old",
      "unknown",
    ]);
  });

  it("does not see without a probe that an event was worked on twice, and says so", async () => {
    await using receiver = await BadReceiver.start(secret, "countsTwice");
    const { code, stdout } = await pda(["webhooks", "certify", receiver.url, "--secret", secret]);
    expect(code).to.equal(0);
    expect(stdout).to.contain("Answers do not show whether an event was worked on twice");
    const probed = await pda([
      "webhooks",
      "certify",
      receiver.url,
      "--secret",
      secret,
      "--probe",
      receiver.url,
    ]);
    expect(probed.code).to.equal(1);
    expect(probed.stdout).to.match(/\nduplicated +BROKEN +counted 4 events more after one event/);
  });

  it("certifies the receiver of the guide, also after a caller that went away", async () => {
    using folder = temporaryDirectory();
    const secrets = join(folder.path, "secrets");
    writeFileSync(secrets, `${secret}\n`);
    const program = join(root, "docs/guides/events/receiver.mjs");
    const receiver: ChildProcess = spawn(process.execPath, [program, secrets, join(folder.path, "inbox")], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    try {
      if (!receiver.stdout) throw new Error("it has no output");
      const [port] = await once(createInterface({ input: receiver.stdout }), "line");
      await breakOff(Number(port));
      const url = `http://127.0.0.1:${port}/hooks`;
      const { code, stdout } = await pda(["webhooks", "certify", url, "--secret-file", secrets, "--json"]);
      expect(code, stdout).to.equal(0);
      const { certified, rules: verdicts } = JSON.parse(stdout);
      expect(certified).to.equal(true);
      expect(verdicts).to.have.length(12);
    } finally {
      receiver.kill();
    }
  });

  it("finds the events in the inbox of the guide's receiver again, also behind a line that a power cut has torn", async () => {
    using folder = temporaryDirectory();
    const [secrets, inbox] = [join(folder.path, "secrets"), join(folder.path, "inbox")];
    writeFileSync(secrets, `${secret}\n`);
    writeFileSync(inbox, '{"id":"evt_torn","type":"paym');
    const eventsNow = (): number =>
      readFileSync(inbox, "utf8")
        .split("\n")
        .filter((line) => /^\{.*\}$/.test(line)).length;
    const body = JSON.stringify({ id: "evt_torn", type: "payment.completed", data: {} });
    for (const run of [1, 2]) {
      const program = join(root, "docs/guides/events/receiver.mjs");
      const receiver = spawn(process.execPath, [program, secrets, inbox], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      try {
        const [port] = await once(createInterface({ input: receiver.stdout }), "line", {
          signal: AbortSignal.timeout(20_000),
        });
        const time = String(Math.floor(Date.now() / 1000));
        const key = Buffer.from(secret.slice(6), "base64");
        const mac = createHmac("sha256", key).update(`msg_${run}.${time}.${body}`).digest("base64");
        const { status } = await fetch(`http://127.0.0.1:${port}/`, {
          method: "POST",
          body,
          headers: {
            "webhook-id": `msg_${run}`,
            "webhook-timestamp": time,
            "webhook-signature": `v1,${mac}`,
          },
        });
        expect([status, eventsNow()], `run ${run}`).to.deep.equal([204, 1]);
      } finally {
        receiver.kill();
      }
    }
  });

  it("prints a table, why a broken rule matters and what to do, and never the secret", async () => {
    await using receiver = await BadReceiver.start(secret, "acceptsFuture");
    const { code, stdout, stderr } = await pda(["webhooks", "certify", receiver.url, "--secret", secret]);
    expect({ code, stderr }).to.deep.equal({ code: 1, stderr: "" });
    expect(stdout).to.match(/^rule +verdict +the receiver\ngood +kept +accepts a good event/);
    expect(stdout).to.match(/\nold +BROKEN +answered 204 to a request of ten minutes ahead\n/);
    expect(stdout).to.match(/\nold: .*\n {2}next: compare webhook-timestamp/);
    expect(stdout).to.contain("11 of 12 rules are kept").and.not.contain(secret.slice(6));
  });

  it("gives no verdict, with 2, on a receiver that does not answer and on wrong arguments", async () => {
    const url = await (async () => {
      await using receiver = await BadReceiver.start(secret);
      return receiver.url;
    })();
    const wrong = "whsec_no-secret";
    for (const [args, said] of [
      [[url, "--secret", secret], "cannot be reached: CONNECT"],
      [[url], "the receiver's secret is not given"],
      [[url, "--secret", wrong], "the secret must be whsec_ and 24 to 64 bytes"],
      [["http://shop.example/hooks", "--secret", secret], "http:// is only for this machine"],
      [[], "missing required argument 'receiver'"],
    ] as const) {
      const { code, stdout, stderr } = await pda(["webhooks", "certify", ...args]);
      expect({ code, stdout }, said).to.deep.equal({ code: 2, stdout: "" });
      expect(stderr).to.contain(said).and.contain("next: ").and.not.contain(wrong);
    }
  });
});
