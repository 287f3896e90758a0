// `pda up` as people meet it: from a folder with an awkward name, with certificates that have expired.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, globSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { X509Certificate } from "node:crypto";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { expect } from "chai";
import { commandLine, demoLine } from "../../src/cli/up/demo-line.ts";
import { loadConfig } from "../../src/config.ts";
import { initialise } from "../../src/pki/installation.ts";
import { layout } from "../../src/pki/names.ts";
import { buildUi } from "../support/built-ui.ts";
import { freePorts } from "../support/ports.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const root = join(import.meta.dirname, "../..");
const DAY_MS = 86_400_000;
// While a command runs, what the service says must be read: it waits for its reader when the pipe is full.
const run = promisify(execFile);

/** Runs `make run` in a folder until the service is ready, and `look` while it runs. @returns everything that it said */
async function whileUp(
  cwd: string,
  settings: Record<string, string>,
  look: (said: readonly string[]) => Promise<void>,
): Promise<void> {
  const own = Object.entries(process.env).filter(([name]) => !/^(PDA_|DATABASE_URL|MAKE|MFLAGS)/.test(name));
  const env = { ...Object.fromEntries(own), ...settings };
  // What is installed stays as it is, because the packages are those of the folder that is tested.
  // A group of its own: make hands no signal on, a terminal signals all of them.
  const installed = ["node_modules/.installed", "web/node_modules/.installed"].flatMap((each) => [
    "-o",
    each,
  ]);
  const child = spawn("make", [...installed, "run"], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const said: string[] = [];
  const ended = once(child, "close");
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on("line", (line) => {
        said.push(line);
        if (/^ +https:.*\/docs$/.test(line)) resolve();
      });
  });
  try {
    const first = await Promise.race([ready, ended.then(() => "ended")]);
    if (first === "ended") throw new Error(said.join("\n"));
    await look(said);
  } finally {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, "SIGINT");
    await ended;
  }
}

const isNoPackage = (path: string): boolean => !path.endsWith("/node_modules");

describe("make run", function () {
  this.timeout(420_000);

  it("works where paths have spaces and quotes, prints commands that a shell takes, and says what it renewed and why", async () => {
    using folder = temporaryDirectory();
    const home = join(folder.path, `it's "pda" & co`);
    mkdirSync(home);
    buildUi();
    const product = [
      "bin",
      "clients/typescript",
      "docs",
      "gen",
      "openapi",
      "proto",
      "src",
      "third_party",
      "web",
    ];
    const beside = ["buf.yaml", "LICENSE", "Makefile", "package.json", "package-lock.json", "tsconfig.json"];
    const pages = globSync(["*.md", "clients/README.md", "clients/*/README.md"], { cwd: root });
    for (const name of [...product, ...beside, ...pages])
      cpSync(join(root, name), join(home, name), {
        recursive: true,
        preserveTimestamps: true,
        filter: isNoPackage,
      });
    for (const packages of ["node_modules", "web/node_modules"])
      symlinkSync(join(root, packages), join(home, packages));
    const pki = join(home, ".pda", "pki");
    await initialise({ dir: pki, trustDomain: "pda.internal", now: new Date(Date.now() - 40 * DAY_MS) });
    const endOf = (file: string): string => new X509Certificate(readFileSync(file)).validToDate.toISOString();
    const expired = endOf(layout(pki).tier("core").cert);

    await whileUp(home, await freePorts(), async (said) => {
      const all = said.join("\n");
      expect(all).to.match(
        /Console: open this link within 10 minutes.*\n +https:\S+\/oauth\/sign-in\/[\w-]{43}\n/,
      );
      for (const tier of ["gateway", "core", "worker", "chain-adapter"] as const)
        expect(all).to.contain(
          `renewed spiffe://pda.internal/${tier}: it expired on ${expired}; the new certificate expires at ${endOf(layout(pki).tier(tier).cert)}`,
        );
      expect(all).to.contain(`renewed public HTTPS: it expired on ${expired}`);
      const curl = said.find((line) => line.trimStart().startsWith("curl ")) ?? "";
      expect(curl).to.contain("root.crt");
      const answer = await run("sh", ["-c", `${curl} --silent --show-error --fail`], { timeout: 60_000 });
      expect(answer.stdout).to.contain("ok");
      // The terminal that the demo is tried in has neither this folder nor these settings.
      const demo = said.find((line) => line.endsWith(" demo")) ?? "";
      const env = { PATH: process.env.PATH };
      const steps = await run("sh", ["-c", demo], { cwd: folder.path, env, timeout: 120_000 });
      expect(steps.stdout).to.match(/^demo: \d+ steps passed$/m);
    });
  });

  it("prints make demo where that finds the service, and all that it needs elsewhere", () => {
    const line = (env: NodeJS.ProcessEnv, cwd = root): string => demoLine(loadConfig({ env, cwd }), cwd);
    const command = join(root, "bin/pda");
    expect(line({})).to.equal("make demo");
    expect(line({ PDA_CORE_PORT: "1", DATABASE_URL: "postgres://db/pda" })).to.equal("make demo");
    expect(line({ PDA_GATEWAY_PORT: "9443" })).to.equal(
      `PDA_DATA_DIR=${root}/.pda PDA_PUBLIC_URL=https://localhost:9443 ${command} demo`,
    );
    expect(line({ PDA_DATA_DIR: "/srv/my data", PDA_PKI_DIR: "/etc/pda" })).to.equal(
      `PDA_DATA_DIR='/srv/my data' PDA_PKI_DIR=/etc/pda PDA_PUBLIC_URL=https://localhost:8443 ${command} demo`,
    );
    const trust = (env: NodeJS.ProcessEnv) =>
      commandLine(loadConfig({ env, cwd: root }), "trust install", root);
    expect(trust({})).to.equal("bin/pda trust install");
    expect(trust({ PDA_DATA_DIR: "/srv/my data" })).to.equal(
      `PDA_DATA_DIR='/srv/my data' PDA_PUBLIC_URL=https://localhost:8443 ${command} trust install`,
    );
    expect(line({}, "/srv")).to.equal(
      `PDA_DATA_DIR=/srv/.pda PDA_PUBLIC_URL=https://localhost:8443 ${command} demo`,
    );
  });
});
