// docs/dependencies.md says of each package why it is here and where: compared with package.json and with the code.
import { readdirSync, readFileSync } from "node:fs";
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

/** `src/<room>`, `clients/typescript`, or `test`. */
const roomOf = (file: string): string => {
  const [folder = "", second = ""] = file.split("/");
  return folder === "test" ? folder : `${folder}/${second.replace(/\.ts$/, "")}`;
};

/** Packages that files import, each with the rooms of these files. */
const used = new Map<string, Set<string>>();
for (const folder of ["src", "test", "clients/typescript/src"])
  for (const name of readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".ts")) continue;
    const file = `${folder}/${name}`;
    for (const match of read(file).matchAll(/(?:\bfrom|\bimport\(|^import)\s*"([^".][^"]*)"/gm)) {
      const [first = "", second = ""] = (match[1] as string).split("/");
      const name = first.startsWith("@") ? `${first}/${second}` : first;
      if (name.startsWith("node:")) continue;
      used.set(name, (used.get(name) ?? new Set()).add(roomOf(file)));
    }
  }

describe("docs/dependencies.md", () => {
  it("has a line for every package of package.json, and no other", () => {
    const manifest = json("package.json");
    const names = ["dependencies", "devDependencies", "optionalDependencies"].flatMap((kind) =>
      Object.keys(manifest[kind] ?? {}),
    );
    expect(rows.map(({ name }) => name).sort()).to.deep.equal(names.sort());
  });

  it("names every room that imports a package, and no other", () => {
    const isRoom = (place: string): boolean => /^(src\/\w+|clients\/typescript|test)$/.test(place);
    const said = rows.flatMap(({ name, where }) => where.filter(isRoom).map((place) => `${name}: ${place}`));
    const found = [...used]
      .filter(([name]) => named.has(name))
      .flatMap(([name, rooms]) => [...rooms].map((room) => `${name}: ${room}`));
    expect(said.sort()).to.deep.equal(found.sort());
  });

  it("names the file that runs a package which nothing imports, or the package that needs it", () => {
    const wrong = rows.flatMap(({ name, where }) => {
      if (where.length === 0) return [`${name}: nowhere`];
      const programs = Object.keys(json(`node_modules/${name}/package.json`).bin ?? {});
      const words = [name, name.replace("@types/", ""), ...programs];
      return where
        .filter((place) => !/^(src\/\w+|clients\/typescript|test)$/.test(place))
        .filter((place) => {
          if (named.has(place)) {
            const { peerDependencies = {}, dependencies = {} } = json(`node_modules/${place}/package.json`);
            return name !== `@types/${place}` && !(name in peerDependencies) && !(name in dependencies);
          }
          return !words.some((word) => new RegExp(`(^|[^\\w-])${word}($|[^\\w])`, "m").test(read(place)));
        })
        .map((place) => `${name}: ${place}`);
    });
    expect(wrong).to.deep.equal([]);
  });
});
