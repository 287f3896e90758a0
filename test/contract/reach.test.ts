// `make check` fails on what nothing reaches, or only tests do: seen on a copy of the tree in which such things are planted.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const root = join(import.meta.dirname, "../..");
/** What knip looks at. */
const looked = [
  "bin",
  "src",
  "test",
  "gen",
  "docs/guides",
  "clients/typescript",
  "web/src",
  "web/build.ts",
  "web/vite.config.ts",
  "web/package.json",
  "web/tsconfig.json",
  "package.json",
  "knip.jsonc",
  "tsconfig.json",
];
const settings = ["Makefile", "buf.gen.yaml", ".mocharc.yaml"];

describe("what nothing reaches", function () {
  this.timeout(120_000);
  const copy = temporaryDirectory();
  after(() => copy[Symbol.dispose]());
  before(() => {
    for (const path of [...looked, ...settings])
      cpSync(join(root, path), join(copy.path, path), { recursive: true });
    execFileSync("make", ["web/node_modules/.installed"], {
      cwd: root,
      stdio: ["ignore", "ignore", "inherit"],
    });
    for (const modules of ["node_modules", "web/node_modules"])
      symlinkSync(join(root, modules), join(copy.path, modules), "dir");
  });

  const read = (file: string): string => readFileSync(join(copy.path, file), "utf8");
  const plant = (file: string, text: string): void => writeFileSync(join(copy.path, file), text);
  /** Runs what the Makefile runs for this target, in the copy, one after the other whatever they say. */
  const run = (): { status: number | null; said: string }[] => {
    const commands = spawnSync("make", ["-n", "unreached"], { cwd: root, encoding: "utf8" }).stdout;
    const knips = commands.split("\n").filter((line) => line.startsWith("knip "));
    expect(knips).to.have.lengthOf(2);
    return knips.map((command) => {
      const [, ...flags] = command.split(" ");
      const knip = join(copy.path, "node_modules/.bin/knip");
      const { status, stdout, stderr } = spawnSync(knip, flags, { cwd: copy.path, encoding: "utf8" });
      return { status, said: stdout + stderr };
    });
  };

  it("is nothing, now", () => {
    expect(run()).to.deep.equal([
      { status: 0, said: "" },
      { status: 0, said: "" },
    ]);
  });

  it("fails make check: what of src only tests use, what of the tests nothing uses, packages", () => {
    const amount = "src/domain/amount/amount.ts";
    plant("src/domain/planted.ts", "export const planted = 1;\n");
    plant(amount, `${read(amount)}\nexport const plantedExport = 1;\nexport type PlantedType = string;\n`);
    plant(
      "test/unit/planted.test.ts",
      `import { plantedExport, type PlantedType } from "../../src/domain/amount/amount.ts";
import { planted } from "../../src/domain/planted.ts";
const all: PlantedType = \`\${planted} \${plantedExport}\`;
it(all);
`,
    );
    plant("test/support/planted-support.ts", "export const nobody = 1;\n");
    const manifest = JSON.parse(read("package.json")) as Record<string, Record<string, string>>;
    Object.assign(manifest.dependencies ?? {}, { "planted-package": "1.0.0" });
    Object.assign(manifest.devDependencies ?? {}, { "planted-tool": "1.0.0" });
    plant("package.json", JSON.stringify(manifest));

    const [production, withTests] = run();
    expect(production?.status).to.equal(1);
    for (const name of ["src/domain/planted.ts", "plantedExport", "PlantedType", "planted-package"])
      expect(production?.said).to.include(name);
    expect(withTests?.status).to.equal(1);
    for (const name of ["test/support/planted-support.ts", "planted-tool"])
      expect(withTests?.said).to.include(name);
    expect(withTests?.said).to.not.include("plantedExport");
  });

  it("is asked by make check", () => {
    const { stdout } = spawnSync("make", ["-n", "check"], { cwd: root, encoding: "utf8" });
    expect(stdout).to.match(/^! grep .*public.* src test web\/src$/m);
    expect(stdout).to.match(/^knip --production /m);
    expect(stdout).to.match(/^knip --treat-config-hints-as-errors$/m);
  });

  it("has no exception but those of knip.jsonc: what a comment marks as one fails, too", () => {
    const commands = spawnSync("make", ["-n", "unreached"], { cwd: root, encoding: "utf8" }).stdout;
    const marks = commands.split("\n").filter((line) => line.startsWith("! grep "));
    expect(marks).to.have.lengthOf(1);
    const refusal = () => {
      const { status, stdout } = spawnSync("sh", ["-c", marks[0] ?? ""], {
        cwd: copy.path,
        encoding: "utf8",
      });
      return { status, stdout };
    };
    expect(refusal()).to.deep.equal({ status: 0, stdout: "" });
    for (const tag of ["public", "internal", "alpha", "beta", "alias"]) {
      plant("src/domain/marked.ts", `/** @${tag} */\nexport const marked = 1;\n`);
      expect(refusal()).to.deep.equal({ status: 1, stdout: `src/domain/marked.ts:1:/** @${tag} */\n` });
    }
  });
});
