// The samples on the pages of the operations are right for curl and the TypeScript client. Those of the other libraries: test/clients.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { operations } from "../../src/codegen/site/operations/contract.ts";
import { sampleRequest } from "../../src/codegen/site/operations/request.ts";
import { typescriptClient } from "../../src/codegen/site/operations/typescript.ts";
import { samplesIn } from "../support/samples.ts";

const root = join(import.meta.dirname, "../..");

describe("the samples of the operations", function () {
  this.timeout(60_000);
  // Within the tree, where the compiler finds the client and its packages.
  const folder = join(root, "build/samples");
  before(() => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  });

  it("with curl send the method, path, headers and JSON of the operation", () => {
    // A curl that says what it was asked for.
    const program = 'curl() { for each; do printf "%s\\0" "$each"; done; }\n';
    for (const { operation, text } of samplesIn("curl")) {
      const said = execFileSync("sh", ["-c", program + text], {
        env: { PDA_URL: "https://pay.example", PDA_API_KEY: "key" },
        encoding: "utf8",
      });
      const given = said.split("\0").slice(0, -1);
      const target = new URL(given.find((each) => each.startsWith("https://")) ?? "");
      const form = new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, "[^/{}]+")}$`);
      expect(target.pathname, operation.name).to.match(form);
      for (const { name } of operation.parameters.filter((each) => each.in === "query" && each.required))
        expect(target.searchParams.has(name), `${operation.name}: ${name}`).to.equal(true);
      const body = given.includes("-d") ? given[given.indexOf("-d") + 1] : undefined;
      const method = given.includes("-X")
        ? given[given.indexOf("-X") + 1]
        : body === undefined
          ? "GET"
          : "POST";
      expect(method, operation.name).to.equal(operation.verb);
      expect(body && JSON.parse(body), operation.name).to.deep.equal(operation.body?.examples[0]?.value);
      expect(given.includes("Authorization: Bearer key"), operation.name).to.equal(!operation.isPublic);
    }
  });

  it("ask for periods that end after they begin", () => {
    const pairs = operations.flatMap((operation) => {
      const { query, body } = sampleRequest(operation);
      return [query, body ?? {}].flatMap((given) =>
        Object.entries(given).flatMap(([name, from]) => {
          const to = given[name.replace(/^from(?=[A-Z])/, "to")];
          return name.startsWith("from") && typeof from === "string" && typeof to === "string"
            ? [{ operation: operation.name, from, to }]
            : [];
        }),
      );
    });
    expect(pairs.map(({ operation }) => operation)).to.include.members(["GetStatement", "ExportStatement"]);
    for (const { operation, from, to } of pairs) expect(from < to, operation).to.equal(true);
  });

  it("with the TypeScript client compile", () => {
    const functions = samplesIn("TypeScript").map(
      ({ operation, text }) => `export async function ${operation.name}(): Promise<void> {\n${text}\n}`,
    );
    writeFileSync(join(folder, "samples.ts"), [typescriptClient, ...functions].join("\n"));
    const config = {
      extends: "../../tsconfig.json",
      compilerOptions: { rootDir: "../.." },
      include: ["samples.ts"],
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
    const { stdout } = spawnSync("tsc", ["-p", folder], { encoding: "utf8" });
    expect(stdout).to.equal("");
  });
});
