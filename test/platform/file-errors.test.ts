// What the command line says of files that it cannot use: which one, why, and what to do.
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { processStamp } from "../../src/platform/process-table.ts";
import { listIdOfRoot } from "../../src/services/authority/trust-authority.ts";
import { loadTrustRoot } from "../../src/services/authority/trust-root.ts";
import { freePorts } from "../support/ports.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { boundPda, type Outcome } from "./program.ts";

const TWO_LINES = /^pda: .+\n {2}next: .+\n$/;

/** A failure in two lines: the path and the reason, then the step that helps. */
function expectProblem(
  { code, stderr }: Outcome,
  path: string,
  reason: string,
  next: RegExp,
  exit = 1,
): void {
  expect(stderr).to.match(TWO_LINES);
  const [message, advice] = stderr.split("\n");
  expect(message).to.contain(path).and.contain(reason);
  expect(advice).to.match(next);
  expect(code).to.equal(exit);
}

describe("files that the pda command cannot use", function () {
  this.timeout(120_000);
  let folder: ReturnType<typeof temporaryDirectory>;
  beforeEach(() => {
    folder = temporaryDirectory();
  });
  afterEach(() => folder[Symbol.dispose]());

  const at = (...names: string[]): string => join(folder.path, ...names);
  const run = (args: string[], env: NodeJS.ProcessEnv = {}): Promise<Outcome> =>
    boundPda(args, { env: { PDA_DATA_DIR: at("data"), ...env }, cwd: folder.path });
  /** Closes a file or a folder to everybody for the time of `work`. */
  async function closed(path: string, work: () => Promise<void>, mode = 0): Promise<void> {
    chmodSync(path, mode);
    try {
      await work();
    } finally {
      chmodSync(path, 0o700);
    }
  }

  it("are settings: one that is closed is neither bad YAML nor absent", async () => {
    writeFileSync(at("pda.config.yaml"), "mode: production\n");
    await closed(at("pda.config.yaml"), async () => {
      expectProblem(
        await run(["pki", "list"]),
        at("pda.config.yaml"),
        "permission denied",
        /right.*PDA_CONFIG/,
        78,
      );
      const doctor = await run(["doctor"]);
      expect(doctor.stdout).to.match(/FAIL {2}.*pda\.config\.yaml.*permission denied.*\n +next: give/);
    });
    mkdirSync(at("etc"));
    writeFileSync(at("etc", "my.yaml"), "");
    const env = { PDA_CONFIG: at("etc", "my.yaml") };
    await closed(at("etc"), async () =>
      expectProblem(await run(["pki", "list"], env), at("etc", "my.yaml"), "permission denied", /right/, 78),
    );
    const directory = await run(["pki", "list"], { PDA_CONFIG: at("etc") });
    expectProblem(directory, at("etc"), "it is a folder, not a file", /name a file/, 78);
  });

  it("are data folders: where nothing may be made, a file has the name, or a file is on the way", async () => {
    mkdirSync(at("closed"));
    await closed(
      at("closed"),
      async () =>
        expectProblem(
          await run(["up"], { PDA_DATA_DIR: at("closed", "data") }),
          at("closed", "data"),
          "cannot be created: permission denied",
          /give this user \(uid \d+\) the right/,
        ),
      0o500,
    );
    writeFileSync(at("file"), "");
    const taken = await run(["pki", "init"], { PDA_DATA_DIR: at("elsewhere"), PDA_PKI_DIR: at("file") });
    expectProblem(taken, at("file"), "another file has this name", /move .*file away/);
    for (const command of [["up"], ["pki", "init"], ["keys", "list"]]) {
      const below = await run(command, { PDA_DATA_DIR: at("file", "data") });
      expectProblem(below, at("file"), "is a file, not a folder", /move the file away/);
    }
    expectProblem(
      await run(["up"], { PDA_DATA_DIR: at("file") }),
      at("file"),
      "another file has this name",
      /move .*file away/,
    );
  });

  it("are locks: one that cannot be read may be held, and is not taken over", async () => {
    mkdirSync(at("data"), { mode: 0o700 });
    const held = { pid: process.pid, stamp: processStamp(process.pid), command: "pda up", since: "now" };
    writeFileSync(at("data", "pda.lock"), JSON.stringify(held));
    await closed(at("data", "pda.lock"), async () => {
      expectProblem(await run(["up"]), at("data", "pda.lock"), "permission denied", /right/);
      expectProblem(await run(["keys", "list"]), at("data", "pda.lock"), "permission denied", /right/);
    });
    expect(JSON.parse(readFileSync(at("data", "pda.lock"), "utf8"))).to.deep.equal(held);
  });

  it("are certificates: closed ones are not absent, and are not replaced", async () => {
    expect((await run(["pki", "init"])).code).to.equal(0);
    const tier = at("data", "pki", "tier");
    const file = join(tier, "core.crt");
    const before = readFileSync(file, "utf8");
    await closed(file, async () => {
      const listed = await run(["pki", "list"]);
      expect(listed.stdout).to.match(/unusable +core +.*core\.crt cannot be opened: permission denied/);
      for (const command of [
        ["pki", "renew"],
        ["pki", "renew", "--within-days", "7"],
      ])
        expectProblem(await run(command), file, "permission denied", /right/);
    });
    expect(readFileSync(file, "utf8")).to.equal(before);
    await closed(tier, async () => {
      const { stdout, stderr } = await run(["pki", "list"]);
      expect(stdout + stderr)
        .to.contain("permission denied")
        .and.not.contain("has no certificates");
    });
    writeFileSync(file, "broken");
    expect((await run(["pki", "list"])).stdout).to.match(/unusable +core +.*is not a PEM certificate/);
  });

  it("are what commands read and write: keys, rows, orders and lists", async () => {
    await run(["pki", "init"]);
    mkdirSync(at("data", "keys"));
    writeFileSync(at("data", "keys", "operator.key"), "pda_secret\n");
    await closed(at("data", "keys", "operator.key"), async () =>
      expectProblem(await run(["demo"]), at("data", "keys", "operator.key"), "permission denied", /right/),
    );
    mkdirSync(at("rows.csv"));
    const publisher = ["--publisher", "pub_01h2xcejqtf2nbrexx3vqjhp41"];
    const issue = await run(["issue", ...publisher, at("rows.csv")], { PDA_API_KEY: "pda_x" });
    expectProblem(issue, at("rows.csv"), "it is a folder, not a file", /name a file/);
    const [root] = loadTrustRoot(at("data", "pki", "trust")).roots;
    const order = { root: listIdOfRoot(root), number: "1", revoked: [] };
    writeFileSync(at("order.json"), JSON.stringify(order));
    const trust = at("data", "pki", "trust", "root");
    const sign = (from: string, to: string) =>
      run(["crl", "sign", from, to, "--root", `${trust}.crt`, "--key", `${trust}.key`]);
    expect((await sign(at("order.json"), at("root.crl"))).code).to.equal(0);
    const full = await sign(at("order.json"), "/dev/full");
    expectProblem(full, "/dev/full", "cannot be written: no space is left on the disk", /free space/);
    const folderNamed = await sign(at("order.json"), at("data"));
    expectProblem(folderNamed, at("data"), "it is a folder", /name a file/);
    await closed(at("order.json"), async () =>
      expectProblem(
        await sign(at("order.json"), at("root.crl")),
        at("order.json"),
        "permission denied",
        /right/,
        78,
      ),
    );
  });

  it("are told by pda doctor apart from absent ones", async () => {
    const env = await freePorts();
    const doctor = async (): Promise<string> => (await run(["doctor"], env)).stdout;
    await run(["pki", "init"]);
    expect(await doctor()).to.not.contain("FAIL");
    const pki = at("data", "pki");
    const unreadable =
      /FAIL {2}.*cannot be (opened|read): permission denied \(EACCES\)\n +next: give this user/;
    const secret = ["tier/core.key", "tier/root.key", "tier/https.key", "trust/root.key", "tier/worker.crt"];
    for (const name of secret) chmodSync(join(pki, name), 0);
    const closedOnes = await doctor();
    for (const name of secret) {
      expect(closedOnes).to.contain(`${join(pki, name)} cannot be opened: permission denied (EACCES)`);
      chmodSync(join(pki, name), 0o600);
    }
    expect(closedOnes).to.match(unreadable).and.not.contain("is missing");
    const gone = ["tier/core.crt", "tier/worker.key", "tier/https.crt", "trust/root.crt"];
    const kept = gone.map((name) => readFileSync(join(pki, name)));
    for (const name of gone) rmSync(join(pki, name));
    const absentOnes = await doctor();
    for (const [index, name] of gone.entries()) {
      expect(absentOnes).to.match(
        new RegExp(`FAIL {2}the .* is missing: ${join(pki, name)}\n +next: run: pda pki`),
      );
      writeFileSync(join(pki, name), kept[index] ?? "", { mode: 0o600 });
    }
    expect(absentOnes).to.not.contain("permission denied");
    await closed(join(pki, "tier"), async () => {
      const said = await doctor();
      expect(said).to.match(unreadable).and.not.contain("has no certificates").and.not.contain("is missing");
    });
    mkdirSync(at("data", "postgres"));
    const signer = at("signer.key");
    const named = await run(["doctor"], { ...env, PDA_CHAIN_ADAPTER_NETWORK_SIGNER_KEY_FILE: signer });
    expect(named.stdout)
      .to.contain(`the signer key is missing: ${signer}`)
      .and.contain(`the data key is missing: ${at("data", "data.key")}`);
    writeFileSync(at("data", "data.key"), "x", { mode: 0o600 });
    await closed(at("data", "data.key"), async () => {
      const said = await doctor();
      expect(said).to.match(unreadable).and.contain(at("data", "data.key")).and.not.contain("is missing");
    });
    await closed(at("data"), async () => {
      expect(await doctor())
        .to.match(unreadable)
        .and.contain(at("data"))
        .and.not.contain("only this user can read");
    });
  });
});
