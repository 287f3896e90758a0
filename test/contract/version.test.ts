// One version number: every place that shows a version shows that of package.json.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { parse } from "yaml";
import { operations } from "../../gen/rest/operations.ts";
import { protosFile } from "../../src/config/protos-file.ts";
import { release } from "../../src/config/release.ts";

const root = join(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const { version } = JSON.parse(read("package.json")) as { version: string };

describe("the version", function () {
  this.timeout(30_000);

  it("is a semantic version whose major is the newest in the paths", () => {
    expect(version).to.match(/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/);
    const majors = operations.flatMap(({ http }) => /^\/api\/v(\d+)\//.exec(http?.template ?? "")?.[1] ?? []);
    expect(Number(version.split(".")[0])).to.equal(Math.max(...majors.map(Number)));
  });

  it("is that of the lock file, of the command line, of the release that runs, and of the packed protos", () => {
    const lock = JSON.parse(read("package-lock.json")) as {
      version: string;
      packages: { "": { version: string } };
    };
    expect([lock.version, lock.packages[""].version]).to.deep.equal([version, version]);
    expect(execFileSync(join(root, "bin/pda"), ["--version"], { encoding: "utf8" })).to.equal(`${version}\n`);
    expect(release.version).to.equal(version);
    expect(protosFile("tar.gz")).to.match(
      new RegExp(`/pda-protos-${version.replaceAll(".", "\\.")}\\.tar\\.gz$`),
    );
  });

  it("is that of the OpenAPI document", () => {
    expect(parse(read("openapi/pda.v1.yaml"), { maxAliasCount: 10_000 }).info.version).to.equal(version);
  });

  it("is the newest in the changelog", () => {
    const [newest] = [...read("CHANGELOG.md").matchAll(/^## (\d\S*)/gm)].map((match) => match[1]);
    expect(newest).to.equal(version);
  });
});
