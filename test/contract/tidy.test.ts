// Rules of the house, as tests.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect } from "chai";

const root = join(import.meta.dirname, "../..");
const files = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((name) => name.endsWith(".ts"));
const source = files("src");
const text = (file: string): string => readFileSync(join(root, file), "utf8");

/** Our own files that a file imports. */
function imports(file: string): string[] {
  return [...text(file).matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g)].map((match) =>
    relative(root, resolve(root, dirname(file), match[1] as string)),
  );
}

/** room → rooms that it may import from. Everything may import itself. */
const allowed: Record<string, readonly string[]> = {
  "src/domain": [],
  "src/trust": ["src/domain"],
  "src/store": ["src/domain", "src/telemetry.ts", "src/logger.ts"],
  "src/rpc": ["gen", "src/domain", "src/store", "src/pki", "src/logger.ts", "src/telemetry.ts"],
  "src/services": [
    "gen",
    "src/domain",
    "src/trust",
    "src/store",
    "src/rpc",
    "src/logger.ts",
    "src/config.ts",
    "src/chain/client.ts",
    "src/chain/adapter.ts",
    "src/chain/error.ts",
    "src/pki",
  ],
  "src/gateway": ["gen", "src/rpc", "src/pki", "src/config.ts", "src/logger.ts", "src/telemetry.ts"],
  "src/client": ["gen"],
};

describe("the house", () => {
  for (const [room, rooms] of Object.entries(allowed)) {
    it(`${room} imports only from ${rooms.length > 0 ? rooms.join(", ") : "itself"}`, () => {
      const wrong = source
        .filter((file) => file.startsWith(`${room}/`))
        .flatMap((file) => imports(file).map((target) => ({ file, target })))
        .filter(
          ({ target }) =>
            ![room, ...rooms].some((place) => target === place || target.startsWith(`${place}/`)),
        );
      expect(wrong).to.deep.equal([]);
    });
  }

  it("the domain meets no protobuf, SQL or network library", () => {
    const outside = source
      .filter((file) => file.startsWith("src/domain/"))
      .flatMap((file) => [...text(file).matchAll(/from "([^".][^"]*)"/g)].map((match) => match[1]));
    expect([...new Set(outside)]).to.have.members(["node:crypto", "typeid-js"]);
  });

  it("no chain word outside src/chain, its development networks and the demo's account", () => {
    const words = [
      "evm|erc-?20|viem|anvil|gas|gwei|solidity|ethereum|eip-?155",
      "solana|litesvm|svm|spl(-token)?|lamports?|blockhash(es)?|durable nonce|token program",
    ];
    const word = new RegExp(`\\b(${words.join("|")})\\b`, "i");
    const free = ["src/chain/", "src/platform/development-network", "src/cli/demo/"];
    const wrong = source
      .filter((file) => !free.some((place) => file.startsWith(place)))
      .filter((file) => word.test(text(file)));
    expect(wrong).to.deep.equal([]);
  });

  it("hand-written files have at most 400 lines", () => {
    const long = [...source, ...files("test")].filter((file) => text(file).split("\n").length > 401);
    expect(long).to.deep.equal([]);
  });

  it("file names are kebab-case", () => {
    const names = [...source, ...files("test")].filter((file) => !/^[a-z0-9./-]+\.ts$/.test(file));
    expect(names).to.deep.equal([]);
  });

  it("there are no unfinished words, and no folders for leftovers", () => {
    const words = new RegExp(`\\b(${["TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK"].join("|")})\\b`);
    // In quotes the third one is ISO 4217's code for no currency.
    const noCurrency = `"${"XX" + "X"}"`;
    const wrong = [...source, ...files("test")].filter((file) =>
      words.test(text(file).replaceAll(noCurrency, "")),
    );
    expect(wrong).to.deep.equal([]);
    expect(source.filter((file) => /\/(utils?|common|helpers?|misc)\//.test(file))).to.deep.equal([]);
  });

  it("nothing ends the process but the command line", () => {
    const wrong = source
      .filter((file) => !file.startsWith("src/cli/") && !file.startsWith("src/codegen/"))
      .filter((file) => /process\.exit\(/.test(text(file)));
    expect(wrong).to.deep.equal([]);
  });

  it("a transaction is never an optional argument", () => {
    const wrong = source.filter(
      (file) => /\b(tx|trx|transaction)\?\s*:/i.test(text(file)) && file.startsWith("src/store/"),
    );
    expect(wrong).to.deep.equal([]);
  });

  it("every dependency is justified in docs/dependencies.md, and every line there is a dependency", () => {
    const manifest = JSON.parse(text("package.json")) as Record<string, Record<string, string>>;
    const names = ["dependencies", "devDependencies", "optionalDependencies"].flatMap((kind) =>
      Object.keys(manifest[kind] ?? {}),
    );
    const lines = [...text("docs/dependencies.md").matchAll(/^\| `([^`]+)` \|/gm)].map(
      (match) => match[1] as string,
    );
    expect(lines.sort()).to.deep.equal(names.sort());
  });

  it("nothing committed names a machine path", () => {
    const tracked = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" })
      .split("\n")
      .filter((file) => /\.(ts|sh|md|ya?ml|proto|sql|json)$/.test(file) && file !== "package-lock.json");
    const path = new RegExp(["/wo", "rk/|[\"']/t", "mp/"].join(""));
    expect(tracked.filter((file) => path.test(text(file)))).to.deep.equal([]);
  });
});
