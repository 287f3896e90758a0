// docs/dependencies.md says of each package why it is here and where: compared with package.json, web/package.json and the code.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";

const root = join(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const json = (path: string) => JSON.parse(read(path)) as Record<string, Record<string, string>>;

interface Row {
  readonly name: string;
  readonly where: readonly string[];
}
const rows: Row[] = [...read("docs/dependencies.md").matchAll(/^\| `([^`]+)` \|.*\|([^|]*)\|$/gm)].map(
  ([, name = "", where = ""]) => ({
    name,
    where: [...where.matchAll(/`([^`]+)`/g)].map((match) => match[1] as string),
  }),
);
const named = new Map(rows.map((row) => [row.name, row]));

/** What says which packages there are, and the folder that they are installed in. */
const manifests = [
  { file: "package.json", installed: "node_modules" },
  { file: "web/package.json", installed: "web/node_modules" },
];
const isRoom = (place: string): boolean => /^(src\/\w+|clients\/typescript|test|web)$/.test(place);

/** `src/<room>`, `clients/typescript`, `test`, or `web`. */
const roomOf = (file: string): string => {
  const [folder = "", second = ""] = file.split("/");
  return folder === "test" || folder === "web" ? folder : `${folder}/${second.replace(/\.ts$/, "")}`;
};

/** Packages that files import, each with the rooms of these files. */
const used = new Map<string, Set<string>>();
const folders = ["src", "test", "clients/typescript/src", "web/src"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
);
for (const file of [...folders, "web/build.ts", "web/vite.config.ts"])
  if (/\.tsx?$/.test(file))
    for (const match of read(file).matchAll(/(?:\bfrom|\bimport\(|^import)\s*"([^".][^"]*)"/gm)) {
      const [first = "", second = ""] = (match[1] as string).split("/");
      const name = first.startsWith("@") ? `${first}/${second}` : first;
      if (name.startsWith("node:")) continue;
      used.set(name, (used.get(name) ?? new Set()).add(roomOf(file)));
    }

/** The manifest of an installed package. */
const installed = (name: string) =>
  json(
    manifests
      .map(({ installed }) => `${installed}/${name}/package.json`)
      .find((file) => existsSync(join(root, file))) ?? `node_modules/${name}/package.json`,
  );

describe("docs/dependencies.md", () => {
  before(function () {
    this.timeout(120_000);
    execFileSync("make", ["web/node_modules/.installed"], {
      cwd: root,
      stdio: ["ignore", "ignore", "inherit"],
    });
  });

  it("has a line for every package of package.json and web/package.json, and no other", () => {
    const names = manifests.flatMap(({ file }) => {
      const manifest = json(file);
      return ["dependencies", "devDependencies", "optionalDependencies"].flatMap((kind) =>
        Object.keys(manifest[kind] ?? {}),
      );
    });
    expect(rows.map(({ name }) => name).sort()).to.deep.equal(names.sort());
  });

  it("names every room that imports a package, and no other", () => {
    const said = rows.flatMap(({ name, where }) => where.filter(isRoom).map((place) => `${name}: ${place}`));
    const found = [...used]
      .filter(([name]) => named.has(name))
      .flatMap(([name, rooms]) => [...rooms].map((room) => `${name}: ${room}`));
    expect(said.sort()).to.deep.equal(found.sort());
  });

  it("names the file that runs a package which nothing imports, or the package that needs it", () => {
    const wrong = rows.flatMap(({ name, where }) => {
      if (where.length === 0) return [`${name}: nowhere`];
      const programs = Object.keys(installed(name).bin ?? {});
      const words = [name, name.replace("@types/", ""), ...programs];
      return where
        .filter((place) => !isRoom(place))
        .filter((place) => {
          if (named.has(place)) {
            const { peerDependencies = {}, dependencies = {} } = installed(place);
            return name !== `@types/${place}` && !(name in peerDependencies) && !(name in dependencies);
          }
          return !words.some((word) => new RegExp(`(^|[^\\w-])${word}($|[^\\w])`, "m").test(read(place)));
        })
        .map((place) => `${name}: ${place}`);
    });
    expect(wrong).to.deep.equal([]);
  });
});
