// The samples on the pages of the operations are right for the client libraries in Go, Python and Java, and have the form of their formatters.
import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { goClient, goImports } from "../../src/codegen/site/operations/go.ts";
import { javaClient, javaImports } from "../../src/codegen/site/operations/java.ts";
import { pythonClient } from "../../src/codegen/site/operations/python.ts";
import { samplesIn } from "../support/samples.ts";
import { alone } from "./support/alone.ts";

const root = join(import.meta.dirname, "../..");
const clients = join(root, "clients");
const folder = join(root, "build/samples-of-clients");

/** Runs a program. @returns what it printed, with how it ended if it failed */
async function said(program: string, args: readonly string[], options: object = {}): Promise<string> {
  try {
    const { stdout, stderr } = await promisify(execFile)(program, args, { maxBuffer: 2 ** 26, ...options });
    return stdout + stderr;
  } catch (error) {
    const { message, stdout = "", stderr = "" } = error as Error & { stdout?: string; stderr?: string };
    return `${message}\n${stdout}${stderr}`;
  }
}

const isHere = (...programs: string[]): boolean =>
  programs.every((name) => spawnSync("sh", ["-c", 'command -v "$1"', "sh", name]).status === 0);

/** Writes a file of the folder. @returns its path */
function write(name: string, text: string): string {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

const indented = (text: string, step: string): string => text.replaceAll(/^(?=.)/gm, step);

describe("the samples of the operations", function () {
  // With generators that install themselves, and with building the libraries.
  this.timeout(900_000);
  before(() => rmSync(folder, { recursive: true, force: true }));

  it("with the Go client compile, and are as gofmt has them", async function () {
    if (!isHere("go")) this.skip();
    const packages = [...["context", "fmt", "os", "time"].map((name) => `"${name}"`), "", ...goImports];
    const functions = samplesIn("Go").map(
      ({ operation, text }) =>
        `func ${operation.name}(ctx context.Context, client *pda.Client) error {\n${indented(text, "\t")}\n\treturn nil\n}`,
    );
    const parts = [
      "package samples",
      `import (\n${indented(packages.join("\n"), "\t")}\n)`,
      `func Connect() error {\n${indented(goClient, "\t")}\n\treturn nil\n}`,
      ...functions,
    ];
    const file = write("go/samples.go", `${parts.join("\n\n")}\n`);
    const module = "pda.example/clients/go";
    write(
      "go/go.mod",
      `module samples\n\ngo 1.24\n\nrequire ${module} v0.0.0\n\nreplace ${module} => ${join(clients, "go")}\n`,
    );
    await alone("go", async () => {
      expect(await said(join(clients, "go/generate"), [])).to.equal("");
      expect(await said("gofmt", ["-d", file])).to.equal("");
      expect(await said("go", ["vet", "."], { cwd: dirname(file) })).to.equal("");
    });
  });

  it("with the Python client have its types, and are as ruff has them", async function () {
    if (!isHere("python3")) this.skip();
    const functions = samplesIn("Python").map(
      ({ operation, text }) => `def ${operation.name}() -> None:\n${indented(text, "    ")}\n`,
    );
    const file = write("python/samples.py", [`${pythonClient}\n`, ...functions].join("\n\n"));
    await alone("python", async () => {
      const inClient = { cwd: join(clients, "python"), env: { ...process.env, MYPYPATH: "src" } };
      expect(await said("./generate", [], inClient)).to.not.contain("Command failed");
      const ruff = ["format", "--diff", "--quiet", "--config", "pyproject.toml", file];
      expect(await said(".venv/bin/ruff", ruff, inClient)).to.equal("");
      expect(await said(".venv/bin/mypy", ["--strict", file], inClient)).to.match(/^Success: /);
    });
  });

  it("with the Java client compile without a warning", async function () {
    if (!isHere("java", "mvn")) this.skip();
    const samples = samplesIn("Java");
    const subjects = new Set(samples.map(({ operation }) => operation.tag));
    const imports = [
      ...javaImports,
      ...[...subjects].map((subject) => `example.pda.client.api.${subject}Api.*`),
    ].map((name) => `import ${name};`);
    const methods = samples.map(
      ({ operation, text }) =>
        `  static void ${operation.name}(PdaClient pda) {\n${indented(text, "    ")}\n  }`,
    );
    const connect = `  static PdaClient connect() {\n${indented(javaClient, "    ")}\n    return pda;\n  }`;
    const file = write(
      "java/Samples.java",
      [...imports, "final class Samples {", connect, ...methods, "}", ""].join("\n"),
    );
    await alone("java", async () => {
      const { stdout } = await promisify(execFile)(join(clients, "java/packaged"));
      const options = ["-Xlint:all", "-Werror", "-d", join(folder, "java/classes"), "-cp", stdout.trim()];
      expect(await said("javac", [...options, file])).to.equal("");
    });
  });
});
