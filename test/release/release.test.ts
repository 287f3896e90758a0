// A release as its users meet it: built from a clean copy, installed with npm elsewhere, started there, asked, and stopped.
import { execFile, execFileSync } from "node:child_process";
import { appendFileSync, existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { release } from "../../src/config/release.ts";
import { pda } from "../platform/program.ts";
import { Product } from "../support/product.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { cloneInto, installedBelow, presentCommit, root } from "./tree.ts";

const run = promisify(execFile);
/** The clients are built, too, and install their generators. */
const buildMs = 1_800_000;

interface Locked {
  readonly version: string;
  readonly dev?: boolean;
  /** Installed for development only, although a production package would use it if it were there. */
  readonly devOptional?: boolean;
  readonly optional?: boolean;
}
const read = (file: string) => JSON.parse(readFileSync(join(root, file), "utf8"));
const lockOf = (file: string): Record<string, Locked> => read(file).packages;
const packages = lockOf("package-lock.json");
const webManifest: { readonly dependencies: Readonly<Record<string, string>> } = read("web/package.json");
/** What the product needs, by path. Optional packages are for one system each. */
const needed = Object.entries(packages).filter(
  ([path, { dev, devOptional }]) => path !== "" && !dev && !devOptional,
);

/** Builds the release in a clone. The installed packages belong to another folder, so make must not install them. */
const make = (clone: string): Promise<{ code: number; stdout: string; stderr: string }> =>
  new Promise((resolve) => {
    const args = ["-o", "node_modules/.installed", "-o", "web/node_modules/.installed", "release"];
    execFile("make", args, { cwd: clone, timeout: buildMs, maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr }),
    );
  });

describe("a release", function () {
  this.timeout(buildMs);
  const folder = temporaryDirectory();
  const clone = join(folder.path, "clone");
  const built = join(clone, "build/release");
  const prefix = join(folder.path, "prefix");
  const command = join(prefix, "bin/pda");
  const installed = join(prefix, "lib/node_modules/pda");
  const file = (suffix: string): string => join(built, `pda-${release.version}${suffix}`);
  let commit = "";
  let said = "";

  before(async () => {
    commit = presentCommit();
    cloneInto(clone, commit);
    const { code, stdout, stderr } = await make(clone);
    expect(code, stderr).to.equal(0);
    said = stdout;
    await run("npm", ["install", "-g", "--prefix", prefix, "--no-audit", "--no-fund", file(".tgz")], {
      cwd: folder.path,
    });
  });
  after(() => folder[Symbol.dispose]());

  it("has the package, the contract and the bill of materials, with checksums that sha256sum confirms", () => {
    const listed = readFileSync(join(built, "SHA256SUMS"), "utf8").match(/(?<= {2}).+$/gm);
    const found = readdirSync(built, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== "SHA256SUMS")
      .map((entry) => join(entry.parentPath, entry.name).slice(built.length + 1));
    expect(listed)
      .to.have.members(found)
      .and.to.include.members([
        `pda-${release.version}.tgz`,
        `pda-${release.version}.cdx.json`,
        `pda-protos-${release.version}.tar.gz`,
        `pda-protos-${release.version}.binpb`,
        "pda.events.v1.yaml",
        "pda.events.v1.json",
        "pda.v1.yaml",
        "pda.v1.json",
      ]);
    execFileSync("sha256sum", ["--check", "--strict", "SHA256SUMS"], { cwd: built, stdio: "pipe" });
  });

  it("says how it is added to the list, and which clients it has not", () => {
    expect(said).to.contain(`- version: ${release.version}\n  commit: ${commit}\n`);
    for (const language of ["typescript", "go", "python", "java"]) {
      const packed =
        readdirSync(built).includes("clients") && readdirSync(join(built, "clients")).includes(language);
      expect(said.includes(`left out: client ${language}: `), language).to.equal(!packed);
    }
  });

  it("has no TypeScript of ours and no repository's files", () => {
    const ours = readdirSync(installed, { recursive: true, encoding: "utf8" }).filter(
      (path) => !path.startsWith("node_modules"),
    );
    expect(ours).to.include.members(["bin/pda", "src/cli/main.js", "package.json", "LICENSE"]);
    expect(ours.filter((path) => /\.[cm]?ts$/.test(path))).to.deep.equal([]);
    expect(
      ours.filter((path) =>
        /^(test|proto|clients\/(?!typescript(\/src(\/|$)|$))|Makefile|src\/codegen)/.test(path),
      ),
    ).to.deep.equal([]);
  });

  it("has every file that its code names", () => {
    const named = globSync("src/**/*.js", { cwd: installed }).flatMap((path) => {
      const text = readFileSync(join(installed, path), "utf8");
      const urls = [...text.matchAll(/new URL\("(\.[^"]+)", import\.meta\.url\)/g)].map(
        ([, url]) => url as string,
      );
      const programs = [...text.matchAll(/programFile\("([^"]+)", import\.meta\.url\)/g)].map(
        ([, url]) => `${url}.js`,
      );
      return [...urls, ...programs].map((url) => join(dirname(path), url));
    });
    expect(named).to.include.members(["package.json", "gen/descriptor.binpb", "src/cli/main.js"]);
    expect(named.filter((path) => !existsSync(join(installed, path)))).to.deep.equal([]);
  });

  it("installs exactly the locked packages, none for development", () => {
    const found = installedBelow(installed);
    const wrong = [...found].filter(([path, version]) => {
      const locked = packages[path];
      return !needed.some(([each]) => each === path) || locked?.version !== version;
    });
    expect(wrong).to.deep.equal([]);
    // Every package that every system needs.
    const required = needed.filter(([, { optional }]) => !optional).map(([path]) => path);
    expect(required.filter((path) => !found.has(path))).to.deep.equal([]);
  });

  it("reports its version and commit, in any folder", async () => {
    const { code, stdout, stderr } = await pda(["--version"], { command, cwd: folder.path });
    expect({ code, stdout, stderr }).to.deep.equal({
      code: 0,
      stdout: `${release.version} (commit ${commit})\n`,
      stderr: "",
    });
  });

  it("runs outside of a clone: pda up, a request, pda demo", async () => {
    await using product = await Product.start({}, [], command);
    const ask = async (path: string) => {
      const { stdout } = await run(
        "curl",
        ["-fsS", "--cacert", join(product.pkiDir, "tier/root.crt"), product.baseUrl + path],
        { maxBuffer: 2 ** 24 },
      );
      return stdout;
    };
    expect(await ask("/healthz")).to.not.equal("");
    expect(JSON.parse(await ask("/api/v1/server-info")).data).to.include({
      version: release.version,
      buildCommit: commit,
      environment: "sandbox",
    });
    // Files that the gateway reads when it is first asked for them.
    for (const path of [
      "/docs/",
      "/docs/guides/events",
      "/docs/decisions.md",
      "/docs/reference/errors.md",
      "/openapi.json",
      "/openapi.yaml",
      "/asyncapi.yaml",
    ])
      expect((await ask(path)).length, path).to.be.above(500);
    const protos = readFileSync(join(built, `pda-protos-${release.version}.tar.gz`));
    const { stdout } = await run(
      "curl",
      ["-fsS", "--cacert", join(product.pkiDir, "tier/root.crt"), `${product.baseUrl}/protos.tar.gz`],
      { encoding: "buffer" },
    );
    expect(stdout.equals(protos)).to.equal(true);
    const demo = await pda(["demo"], { command, cwd: product.folder, env: { ...product.settings } });
    expect(demo.code, demo.stderr).to.equal(0);
    expect(demo.stdout).to.match(/demo: \d+ steps passed\n$/);
  });

  it("has a bill of materials that the reference library of CycloneDX reads: the locked packages and those of the pages", async () => {
    const venv = join(folder.path, "venv");
    await run("python3", ["-m", "venv", venv]);
    await run(join(venv, "bin/pip"), ["install", "--quiet", "cyclonedx-python-lib[json-validation]"]);
    const script = join(import.meta.dirname, "read_sbom.py");
    const { stdout } = await run(join(venv, "bin/python"), [script, file(".cdx.json")]);
    const purl = ([path, { version }]: [string, Locked]): string =>
      `pkg:npm/${path.split("node_modules/").at(-1)?.replace("@", "%40")}@${version}`;
    const { product, packages: listed } = JSON.parse(stdout) as { product: string[]; packages: string[] };
    expect(product).to.deep.equal(["pda", release.version]);
    expect(listed).to.include.members(needed.map(purl));
    // The others are in the pages: of the console and the wallet, and of the documentation.
    const others = listed.filter((each) => !needed.map(purl).includes(each));
    const ofPages = { ...lockOf("web/package-lock.json"), ...packages };
    expect(Object.entries(ofPages).map(purl)).to.include.members(others);
    const ours = Object.keys(webManifest.dependencies).map((name) => `node_modules/${name}`);
    for (const path of [...ours, "node_modules/@vue/runtime-core", "node_modules/minisearch"])
      expect(others, path).to.include(purl([path, ofPages[path] as Locked]));
  });

  it("is the same bytes from another copy of the commit", async () => {
    const second = join(folder.path, "second");
    cloneInto(second, commit);
    const { code, stderr } = await make(second);
    expect(code, stderr).to.equal(0);
    const sums = (copy: string): string => readFileSync(join(copy, "build/release/SHA256SUMS"), "utf8");
    expect(sums(second)).to.equal(sums(clone));
  });

  it("is refused when files differ from the commit", async () => {
    appendFileSync(join(clone, "README.md"), "\nchanged\n");
    const { code, stderr } = await make(clone);
    expect(code).to.not.equal(0);
    expect(stderr).to.contain("make release: the files differ from the commit:\n M README.md\n");
  });
});
