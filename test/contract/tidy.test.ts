// Rules of the house, as tests.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect } from "chai";
import { operations } from "../../gen/rest/operations.ts";

const root = join(import.meta.dirname, "../..");
const files = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((name) => name.endsWith(".ts"));
const source = [...files("src"), ...files("clients/typescript/src")].filter(
  (name) => !name.startsWith("clients/typescript/src/gen/"),
);
const text = (file: string): string => readFileSync(join(root, file), "utf8");

/** Our own files that a file imports; text that is generated names others. */
function imports(file: string): string[] {
  const named = [...text(file).matchAll(/(?:\bfrom|\bimport\(|^import)\s*"(\.[^"]+)"/gm)].map((match) =>
    relative(root, resolve(root, dirname(file), match[1] as string)),
  );
  return named.filter((target) => existsSync(join(root, target)));
}

/** room → what it may import from, as docs/architecture.md says it. Everything may import itself. */
const allowed = new Map(
  [...text("docs/architecture.md").matchAll(/^\| `((?:src|clients)\/\w+)` \|[^|]*\|([^|]*)\|$/gm)].map(
    (line): [string, string[]] => [
      line[1] as string,
      [...(line[2] as string).matchAll(/`([^`]+)`/g)].map((name) => name[1] as string),
    ],
  ),
);

/** The room of a file: `src/config` is src/config.ts and what is in src/config, `clients/typescript` what is in that folder. */
const roomOf = (file: string): string => {
  const [first = "", second = ""] = file.split("/");
  return first === "src" || first === "clients" ? `${first}/${second.replace(/\.ts$/, "")}` : first;
};

/** Imports from one room into another: the file that imports, and the imported file. */
const crossing = source.flatMap((file) =>
  imports(file)
    .filter((target) => roomOf(target) !== roomOf(file))
    .map((target) => ({ file, target })),
);
const isOf = (target: string, place: string): boolean => target === place || roomOf(target) === place;

describe("the house", () => {
  it("has the rooms that docs/architecture.md shows, and no others", () => {
    expect([...allowed.keys()].sort()).to.deep.equal([...new Set(source.map(roomOf))].sort());
  });

  for (const [room, places] of allowed) {
    it(`${room} imports only from ${places.length > 0 ? places.join(", ") : "itself"}, and from each of them`, () => {
      const own = crossing.filter(({ file }) => roomOf(file) === room);
      expect(own.filter(({ target }) => !places.some((place) => isOf(target, place)))).to.deep.equal([]);
      expect(places.filter((place) => !own.some(({ target }) => isOf(target, place)))).to.deep.equal([]);
    });
  }

  it("has no circle of rooms", () => {
    const left = new Map([...allowed].map(([room, places]) => [room, new Set(places.map(roomOf))]));
    const done = new Set(["gen"]);
    for (let before = -1; before < done.size; ) {
      before = done.size;
      for (const [room, needs] of left) if ([...needs].every((need) => done.has(need))) done.add(room);
    }
    expect([...left.keys()].filter((room) => !done.has(room))).to.deep.equal([]);
  });

  it("has no circle of files", () => {
    const left = new Set(source);
    for (let before = -1; before !== left.size; ) {
      before = left.size;
      for (const file of left) if (!imports(file).some((target) => left.has(target))) left.delete(file);
    }
    // What is left is a circle, or needs one.
    expect([...left]).to.deep.equal([]);
  });

  it("the domain meets no protobuf, SQL or network library; ipaddr.js only reads and compares addresses", () => {
    const outside = source
      .filter((file) => file.startsWith("src/domain/"))
      .flatMap((file) => [...text(file).matchAll(/from "([^".][^"]*)"/g)].map((match) => match[1]));
    expect([...new Set(outside)]).to.have.members([
      "node:crypto",
      "node:util",
      "node:zlib",
      "ipaddr.js",
      "uuid",
    ]);
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
    const long = [...source, ...files("test"), ...files("clients/typescript/conformance")].filter(
      (file) => text(file).split("\n").length > 401,
    );
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

  it("each operation is named by a test of what it does", () => {
    const testsIn = (folder: string): string =>
      files(folder)
        .filter((file) => file.endsWith(".test.ts"))
        .map(text)
        .join("\n");
    const [services, chain] = [testsIn("test/services"), testsIn("test/chain")];
    const untested = operations.filter(
      ({ service, method }) =>
        !new RegExp(`\\b${method}\\b`, "i").test(service.startsWith("pda.chain.") ? chain : services),
    );
    expect(untested.map(({ method }) => method)).to.deep.equal([]);
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

  it("nothing committed names a machine path", () => {
    const tracked = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" })
      .split("\n")
      .filter((file) => /\.(ts|sh|md|ya?ml|proto|sql|json)$/.test(file) && file !== "package-lock.json");
    const path = new RegExp(["/wo", "rk/|[\"']/t", "mp/"].join(""));
    expect(tracked.filter((file) => path.test(text(file)))).to.deep.equal([]);
  });
});
