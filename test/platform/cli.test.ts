import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import type { Command } from "commander";
import { nodeFlags } from "../../src/cli/node-flags.ts";
import { program } from "../../src/cli/program.ts";
import { TIERS } from "../../src/pki/names.ts";
import { takeLock } from "../../src/platform/lock.ts";
import { freePort, freePorts } from "../support/ports.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { pda } from "./program.ts";

const PDA = fileURLToPath(new URL("../../bin/pda", import.meta.url));
const TWO_LINES = /^pda: .+\n {2}next: .+\n$/;

describe("the pda command", function () {
  this.timeout(120_000);

  it("runs from any folder and through symbolic links", async () => {
    using dir = temporaryDirectory();
    mkdirSync(join(dir.path, "bin"));
    symlinkSync(PDA, join(dir.path, "pda"));
    symlinkSync("../pda", join(dir.path, "bin", "again"));
    const { code, stdout, stderr } = await pda(["--version"], {
      cwd: dir.path,
      command: join(dir.path, "bin", "again"),
    });
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: "" });
    expect(stdout).to.match(/^\d+\.\d+\.\d+(-[0-9A-Za-z.]+)?\n$/);
  });

  it("finds its Node where npm puts it when pda is a package of another project", async () => {
    using dir = temporaryDirectory();
    const modules = join(dir.path, "node_modules");
    const at = (...parts: string[]) => join(modules, "pda", ...parts);
    for (const folder of ["bin", "src/cli", "node_modules/commander"])
      mkdirSync(at(folder), { recursive: true });
    cpSync(PDA, at("bin/pda"));
    writeFileSync(at("src/cli/main.js"), "console.log(process.execPath)");
    mkdirSync(join(modules, ".bin"));
    symlinkSync(process.execPath, join(modules, ".bin/node"));
    // The machine's own Node must play no part.
    const { code, stdout, stderr } = await pda([], {
      command: at("bin/pda"),
      env: { PATH: "/usr/bin:/bin" },
    });
    expect({ code, stderr, stdout: stdout.trim() }).to.deep.equal({
      code: 0,
      stderr: "",
      stdout: process.execPath,
    });
  });

  it("starts each tier with the Node flags with which `pda up` starts it", async () => {
    using dir = temporaryDirectory();
    for (const folder of ["bin", "src/cli", "node_modules/commander", "node_modules/.bin"])
      mkdirSync(join(dir.path, folder), { recursive: true });
    cpSync(PDA, join(dir.path, "bin/pda"));
    symlinkSync(process.execPath, join(dir.path, "node_modules/.bin/node"));
    writeFileSync(join(dir.path, "src/cli/main.js"), "console.log(JSON.stringify(process.execArgv))");
    for (const tier of [...TIERS, undefined]) {
      const { stdout } = await pda(tier ? [tier] : [], { command: join(dir.path, "bin/pda") });
      expect(JSON.parse(stdout), tier).to.deep.equal(nodeFlags(tier));
    }
  });

  it("has every command of the contract, each described and with an example", async () => {
    const { commands } = await program();
    expect(commands.map((command) => command.name())).to.include.members([
      "up",
      "gateway",
      "core",
      "worker",
      "chain-adapter",
      "migrate",
      "backup",
      "restore",
      "pki",
      "keys",
      "issue",
      "verify",
      "wallet",
      "webhooks",
      "listen",
      "trigger",
      "payments",
      "settlement",
      "demo",
      "doctor",
    ]);
    const withInner = (command: Command): Command[] => [command, ...command.commands.flatMap(withInner)];
    for (const command of commands.flatMap(withInner)) {
      const name = `${command.parent?.name() ?? ""} ${command.name()}`;
      let help = "";
      command.configureOutput({ writeOut: (text) => (help += text) });
      command.outputHelp();
      expect(command.description(), name).to.not.equal("");
      expect(help, name)
        .to.match(/\nExamples?:\n(?: +\$ [^\n]+\n)+$/)
        .and.to.not.contain('(default: "")');
      // `pda get` prints JSON in any case, and `pda audit show` a record as it is in the log.
      const isList = ["get", "list", "show", "status"].includes(command.name());
      if (isList && !["pda get", "audit show"].includes(name)) expect(help, name).to.contain("--json");
    }
  });

  it("wraps the paragraphs and lists of a help, in 80 columns where no terminal is", async () => {
    const { stdout } = await pda(["payments", "list", "--help"]);
    const { stdout: list } = await pda(["--help"]);
    const text = `${stdout}${list}`.split("\n").filter((line) => !/^ +\$/.test(line));
    for (const line of text) expect(line.length, line).to.be.at.most(80);
    expect(stdout).to.contain("--api-key-file").and.to.contain("\n  $ pda payments list --from 2026-01-31");
  });

  it("answers a mistake with one line and the next step, and the stack only on request", async () => {
    using dir = temporaryDirectory();
    const env = { PDA_DATA_DIR: dir.path };
    const missing = await pda(["pki", "list"], { env });
    expect(missing.code).to.equal(1);
    expect(missing.stderr).to.match(TWO_LINES).and.to.contain("pda pki init");
    const debug = await pda(["pki", "list"], { env: { ...env, PDA_DEBUG: "1" } });
    expect(debug.stderr).to.match(/\n +at /);
    const unknown = await pda(["pkii"]);
    expect(unknown.code).to.not.equal(0);
    expect(unknown.stderr).to.contain("pki");
  });

  it("puts a description below its term in a narrow terminal", async () => {
    const pdaCommand = await program();
    const keys = pdaCommand.commands.find((command) => command.name() === "keys");
    const create = keys?.commands.find((command) => command.name() === "create");
    let help = "";
    create?.configureOutput({ writeOut: (text) => (help += text), getOutHelpWidth: () => 40 }).outputHelp();
    const options = help.split("Options:")[1]?.split("\n\n")[0] ?? "";
    for (const line of options.split("\n")) expect(line.length, line).to.be.at.most(40);
    expect(options).to.contain(
      "\n  --name <text>\n      purpose of the key, 1 to 100\n      characters (required)\n",
    );
  });

  it("ends with 1 when its output cannot be written, and in silence when the reader has closed the pipe", async () => {
    for (const args of [["completion", "bash"], ["--help"]]) {
      const line = (rest: string) => `${PDA} ${args.join(" ")} ${rest}`;
      const full = await pda(["-c", line(">/dev/full")], { command: "sh" });
      expect(full.code).to.equal(1);
      expect(full.stderr).to.match(TWO_LINES).and.to.contain("output of the command is lost");
      const closed = await pda(["-c", `(${line("; echo $? >&2")}) | true`], { command: "sh" });
      expect(closed.stderr).to.equal("141\n");
    }
  });

  it("refuses a command that does not exist also beside --help, and in a group with a default command", async () => {
    for (const [args, refused, meant] of [
      [["nonsense", "--help"], "nonsense", undefined],
      [["pkii", "-h"], "pkii", "pki"],
      [["pki", "revok", "--help"], "revok", "revoke"],
      [["payments", "bogus"], "bogus", undefined],
      [["settlement", "problem"], "problem", "problems"],
      [["help", "paymnts"], "paymnts", "payments"],
    ] as const) {
      const { code, stdout, stderr } = await pda([...args]);
      expect({ code, stdout }, args.join(" ")).to.deep.equal({ code: 1, stdout: "" });
      expect(stderr).to.contain(`unknown command '${refused}'\n`).and.to.not.contain("list --help");
      if (meant) expect(stderr).to.contain(`(Did you mean ${meant}?)`);
      else expect(stderr).to.not.contain("Did you mean");
    }
  });

  it("ends with the code of a wrong call for the name of a service that is none", async () => {
    using dir = temporaryDirectory();
    const env = { PDA_DATA_DIR: dir.path };
    expect((await pda(["pki", "init"], { env })).code).to.equal(0);
    for (const args of [
      ["revoke", "nope"],
      ["renew", "nope"],
      ["revoke", "No Name"],
    ]) {
      const { code, stderr } = await pda(["pki", ...args], { env });
      expect(code, args.join(" ")).to.equal(1);
      expect(stderr).to.match(TWO_LINES);
    }
  });

  it("answers a bad setting with its nearest name and exit code 78", async () => {
    const { code, stderr } = await pda(["core"], { env: { PDA_GATEWAY_PROT: "1" } });
    expect(code).to.equal(78);
    expect(stderr).to.match(TWO_LINES).and.to.contain("did you mean PDA_GATEWAY_PORT?");
  });

  it("hosts every service in every core: families cannot be chosen", async () => {
    const option = await pda(["core", "--services", "payment,wallet"]);
    expect(option.code).to.equal(1);
    expect(option.stderr).to.contain("unknown option '--services'").and.to.contain("next: pda core --help");
    const setting = await pda(["core"], { env: { PDA_CORE_SERVICES: "payment,wallet" } });
    expect(setting.code).to.equal(78);
    expect(setting.stderr)
      .to.match(TWO_LINES)
      .and.to.contain("unknown environment setting PDA_CORE_SERVICES");
    expect((await pda(["core", "--help"])).stdout).to.not.contain("families");
  });

  it("answers a number of processes that is none, and one that cannot start, with the reason", async () => {
    using dir = temporaryDirectory();
    for (const count of ["many", "65", "-1"]) {
      const { code, stderr } = await pda(["gateway", `--processes=${count}`]);
      expect(code, count).to.equal(1);
      expect(stderr).to.contain("auto, or a number from 1 to 64").and.to.contain("next: pda gateway --help");
    }
    const env = { PDA_DATA_DIR: dir.path };
    const alone = await pda(["gateway"], { env });
    const several = await pda(["gateway", "--processes", "2"], { env });
    expect(several.stderr).to.match(TWO_LINES).and.to.equal(alone.stderr);
    expect(several.code).to.equal(alone.code).and.to.equal(78);
  });

  it("refuses production with development defaults", async () => {
    using dir = temporaryDirectory();
    const { code, stderr } = await pda(["up"], { env: { PDA_DATA_DIR: dir.path, PDA_MODE: "production" } });
    expect(code).to.equal(78);
    expect(stderr)
      .to.contain("production mode needs database.url")
      .and.to.contain("chainAdapter.network.signerKeyFile");
  });

  it("makes no embedded database for a production that names none", async () => {
    using dir = temporaryDirectory();
    const env = { PDA_DATA_DIR: join(dir.path, "data"), PDA_MODE: "production", DATABASE_URL: undefined };
    const resolving = ["settlement", "resolve", "--adopt-signer", "eip155:1", "--reason=yearly"];
    for (const command of [["migrate"], ["migrate", "--list"], ["keys", "list"], resolving]) {
      const { code, stdout, stderr } = await pda(command, { env });
      expect({ code, stdout }, command.join(" ")).to.deep.equal({ code: 78, stdout: "" });
      expect(stderr).to.match(TWO_LINES).and.to.contain("production mode needs database.url (DATABASE_URL)");
    }
    expect(existsSync(env.PDA_DATA_DIR)).to.equal(false);
  });

  it("refuses a second pda up on the same data folder", async () => {
    using dir = temporaryDirectory();
    using held = new DisposableStack();
    held.use(takeLock(dir.path, "pda up"));
    const { code, stdout, stderr } = await pda(["up"], { env: { PDA_DATA_DIR: dir.path } });
    expect({ code, stdout }).to.deep.equal({ code: 1, stdout: "" });
    expect(stderr)
      .to.match(TWO_LINES)
      .and.to.contain(`"pda up" is already running on ${dir.path} (pid ${process.pid}`);
  });

  it("says which setting to change when a port is taken", async () => {
    using dir = temporaryDirectory();
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as { port: number };
    try {
      const { code, stderr } = await pda(["up"], {
        env: { PDA_DATA_DIR: dir.path, PDA_GATEWAY_PORT: String(port) },
      });
      expect(code).to.equal(1);
      expect(stderr).to.match(TWO_LINES).and.to.contain(`port ${port}`).and.to.contain("PDA_GATEWAY_PORT");
    } finally {
      other.close();
    }
  });

  it("makes, lists and revokes certificates and grants of internal services", async () => {
    using dir = temporaryDirectory();
    const env = { PDA_DATA_DIR: dir.path };
    const issued = await pda(["pki", "issue", "reporting", "--scope", "payments.read"], { env });
    expect(issued.code, issued.stderr).to.equal(0);
    expect(issued.stdout)
      .to.contain("spiffe://pda.internal/service/reporting")
      .and.to.contain("services/reporting.crt");
    expect((await pda(["pki", "list"], { env })).stdout).to.contain(
      "grant  spiffe://pda.internal/service/reporting  payments.read",
    );
    const replaced = await pda(["pki", "init", "--replace-root"], { env });
    expect(replaced.stdout).to.match(/moved the former tier root to .*\n/);
    for (const said of [replaced.stdout, (await pda(["pki", "list"], { env })).stdout])
      expect(said)
        .to.contain("the present tier root did not issue ")
        .and.to.contain("services/reporting.crt");
    expect(replaced.stdout).to.contain("; run: pda pki renew reporting\n");
    expect((await pda(["pki", "renew", "reporting"], { env })).code).to.equal(0);
    expect((await pda(["pki", "list"], { env })).stdout).to.not.contain("did not issue");
    expect((await pda(["pki", "revoke", "reporting"], { env })).code).to.equal(0);
    expect((await pda(["pki", "list"], { env })).stdout).to.not.contain("grant");
    const mistyped = await pda(["pki", "issue", "reporting", "--scope", "payment.read"], { env });
    expect(mistyped.stderr).to.match(TWO_LINES).and.to.contain("did you mean payments.read?");
  });

  it("makes no installation where a command only works on one", async () => {
    using dir = temporaryDirectory();
    const data = join(dir.path, "data");
    for (const args of [
      ["keys", "list"],
      ["sessions", "list"],
      ["migrate", "--list"],
    ]) {
      const { code, stdout, stderr } = await pda(args, { env: { PDA_DATA_DIR: data } });
      expect({ code, stdout }, stderr).to.deep.equal({ code: 1, stdout: "" });
      expect(stderr)
        .to.match(TWO_LINES)
        .and.to.contain(`no installation is in ${data}`)
        .and.to.contain("pda up");
    }
    expect(existsSync(data)).to.equal(false);
  });

  it("makes, lists and revokes operator keys, starting the embedded database for it, and shows a key only once", async () => {
    using dir = temporaryDirectory();
    const env = { PDA_DATA_DIR: dir.path, PDA_DATABASE_EMBEDDED_PORT: String(await freePort()) };
    expect((await pda(["migrate"], { env })).stdout).to.contain("applied");
    expect((await pda(["migrate"], { env })).stdout).to.equal("the schema is up to date\n");
    const made = await pda(["keys", "create", "--name", "back office", "--scope", "merchants.admin"], {
      env,
    });
    expect(made.code, made.stderr).to.equal(0);
    const [, id] = /id +(key_\w+)/.exec(made.stdout) ?? [];
    const [, key] = /key +(pda_\S+)/.exec(made.stdout) ?? [];
    const listed = await pda(["keys", "list"], { env });
    expect(listed.stdout).to.contain(`${id}  active`).and.to.contain("back office  merchants.admin");
    expect(listed.stdout).to.not.contain(key);
    expect(listed.stdout).to.contain("merchants.admin  everywhere  never\n");
    const create = (...more: string[]) => pda(["keys", "create", "--name", "office", ...more], { env });
    const [, second] = /id +(key_\w+)/.exec((await create()).stdout) ?? [];
    expect((await pda(["keys", "revoke", id as string, second as string], { env })).stdout).to.contain(
      `revoked ${id}\nrevoked ${second}\n`,
    );
    expect((await pda(["keys", "list"], { env })).stdout)
      .to.contain(`${id}  revoked`)
      .and.to.contain(`${second}  revoked`);
    const since = (time: string) => pda(["keys", "list", "--since", time], { env });
    expect((await since("2026-01-01T00:00:00+01:00")).stdout)
      .to.contain(id)
      .and.to.contain(second);
    expect((await since("2999-01-01T00:00:00Z")).stdout).to.contain(
      "no key was created since 2999-01-01T00:00:00.000Z\n",
    );
    expect((await since("yesterday")).stderr)
      .to.match(TWO_LINES)
      .and.to.contain("--since 2026-11-23T14:00:00Z");
    const limited = await create("--from-network", "203.0.113.0/24", "--from-network", "2001:db8::/32");
    expect(limited.stdout).to.contain("from    203.0.113.0/24 2001:db8::/32\n");
    expect((await pda(["keys", "list"], { env })).stdout).to.contain("  203.0.113.0/24,2001:db8::/32  never");
    const helping = await create("--role", "support");
    expect(helping.stdout).to.contain("role    support\n");
    const [, helper] = /id +(key_\w+)/.exec(helping.stdout) ?? [];
    const { items } = JSON.parse((await pda(["keys", "list", "--json"], { env })).stdout);
    expect(items[0]).to.include({ id: helper, owner: "operator", role: "support", status: "active" });
    const shown = await pda(["keys", "show", helper as string], { env });
    expect(shown.stdout)
      .to.match(/^name +office$/m)
      .and.to.match(/^role +support$/m);
    const rotated = await pda(["keys", "rotate", helper as string, "--overlap", "2"], { env });
    const [, successor] = /id +(key_\w+)/.exec(rotated.stdout) ?? [];
    expect(rotated.stdout).to.contain(`replaces  ${helper}\n`).and.to.contain("2 more hours");
    const { replaces, role, scopes } = JSON.parse(
      (await pda(["keys", "show", successor as string, "--json"], { env })).stdout,
    );
    expect([replaces, role, scopes]).to.deep.equal([helper, "support", items[0].scopes]);
    const again = await pda(["keys", "rotate", helper as string], { env });
    expect(again.stderr).to.match(TWO_LINES).and.to.contain(`replaced by ${successor}`);
    expect((await pda(["keys", "rotate", successor as string, "--overlap", "-1"], { env })).stderr).to.match(
      TWO_LINES,
    );
    expect((await create("--role", "boss")).stderr)
      .to.match(TWO_LINES)
      .and.to.contain("the roles are: admin, support, auditor");
    expect((await create("--role", "support", "--scope", "payments.read")).stderr).to.match(TWO_LINES);
    const written = await create("--from-network", "203.0.113.7/24");
    expect(written.stderr).to.match(TWO_LINES).and.to.contain("write it 203.0.113.0/24");
    const unknown = await pda(["keys", "revoke", "key_01h2xcejqtf2nbrexx3vqjhp41"], { env });
    expect(unknown.stderr).to.match(TWO_LINES).and.to.contain("no key has the identifier");
  });

  it("says in doctor what is wrong and what to do", async () => {
    using dir = temporaryDirectory();
    const env = { ...(await freePorts()), PDA_DATA_DIR: dir.path };
    await pda(["pki", "init"], { env });
    const good = await pda(["doctor"], { env });
    expect(good.code, good.stdout).to.equal(0);
    expect(good.stdout).to.contain("certificate core: 29 days left").and.to.contain(`dataDir = ${dir.path}`);
    const database = await pda(["doctor"], {
      env: { ...env, DATABASE_URL: `postgres://pda:hidden@127.0.0.1:${await freePort()}/pda` },
    });
    expect(database.code).to.equal(1);
    expect(database.stdout).to.contain("FAIL  the database does not answer").and.to.contain("next: ");
    expect(database.stdout).to.contain("postgres://pda:redacted@").and.to.not.contain("hidden");
    const crowded = await pda(["doctor"], { env: { ...env, PDA_CORE_PROCESSES: "64" } });
    expect(crowded.stdout).to.contain("warn  processes: 1 of the gateway, 64 of the core");
    const domain = await pda(["doctor"], { env: { ...env, PDA_TRUST_DOMAIN: "other.internal" } });
    expect(domain.code).to.equal(1);
    expect(domain.stdout).to.contain("not for spiffe://other.internal/core");
  });
});
