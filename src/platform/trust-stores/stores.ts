// The places where this machine keeps the roots that its programs trust. Each change is a command of the system's own, so that a person
// can read it before it runs.
import { existsSync, globSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";

/** A program with its arguments. */
export type Command = readonly [string, ...string[]];

/** One place, and how a root comes into it and out of it. */
export interface TrustStore {
  readonly kind: "system" | "browser";
  /** What trusts the roots of this place, for people. */
  readonly name: string;
  /** The commands change files of the machine, which needs root. */
  readonly needsRoot: boolean;
  readonly install: readonly Command[];
  readonly remove: readonly Command[];
}

/** A root that is to be trusted. */
export interface Root {
  /** Its PEM file. */
  readonly file: string;
  /** The name that tells it from the roots of other installations: letters, digits and hyphens. */
  readonly name: string;
}

/** What the search looks at. A test gives its own. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly path: string;
}

const thisMachine = (): Machine => ({
  platform: process.platform,
  home: homedir(),
  path: process.env.PATH ?? "",
});

/** Where the distributions of Linux look for roots, with the program that reads the folder again: Debian, Fedora, SUSE, Arch. */
const LINUX: readonly { readonly folder: string; readonly update: Command }[] = [
  { folder: "/usr/local/share/ca-certificates", update: ["update-ca-certificates"] },
  { folder: "/etc/pki/ca-trust/source/anchors", update: ["update-ca-trust", "extract"] },
  { folder: "/etc/pki/trust/anchors", update: ["update-ca-certificates"] },
  { folder: "/etc/ca-certificates/trust-source/anchors", update: ["trust", "extract-compat"] },
];

/** Where Chromium and Firefox keep the roots of a person: databases of NSS, below the home folder. */
const DATABASES = [
  ".pki/nssdb",
  ".mozilla/firefox/*",
  "snap/firefox/common/.mozilla/firefox/*",
  "snap/chromium/current/.pki/nssdb",
  ".var/app/org.mozilla.firefox/.mozilla/firefox/*",
  "Library/Application Support/Firefox/Profiles/*",
];

/** Tells whether a program is on the path, or where the system keeps those of root. */
function has({ path }: Machine, program: string): boolean {
  return [...path.split(delimiter), "/usr/sbin", "/sbin"].some((folder) => existsSync(join(folder, program)));
}

/** Returns the stores of a machine that can be changed, and what is missing to change others, as advice for people. */
export function trustStores(
  root: Root,
  machine = thisMachine(),
): { stores: TrustStore[]; missing: string[] } {
  const system = machine.platform === "darwin" ? [keychain(root, machine)] : linux(root, machine);
  const databases = DATABASES.flatMap((pattern) => globSync(pattern, { cwd: machine.home }))
    .map((folder) => join(machine.home, folder))
    .filter((folder) => existsSync(join(folder, "cert9.db")));
  const missing: string[] = [];
  if (system.length === 0)
    missing.push(
      "no store of the system was found: install ca-certificates, or use the browsers' own stores",
    );
  if (!has(machine, "certutil")) {
    missing.push(
      "certutil, which changes the stores of Chromium and Firefox: install libnss3-tools (nss-tools, nss)",
    );
    return { stores: system, missing };
  }
  return { stores: [...system, ...browsers(root, machine, databases)], missing };
}

function linux({ file, name }: Root, machine: Machine): TrustStore[] {
  const found = LINUX.find(({ folder, update }) => existsSync(folder) && has(machine, update[0]));
  if (!found) return [];
  const place = join(found.folder, `${name}.crt`);
  return [
    {
      kind: "system",
      name: "programs of this machine, such as curl",
      needsRoot: true,
      install: [["install", "-m", "644", file, place], found.update],
      remove: [["rm", "-f", place], found.update],
    },
  ];
}

function keychain({ file }: Root, { home }: Machine): TrustStore {
  const chain = join(home, "Library/Keychains/login.keychain-db");
  return {
    kind: "system",
    name: "your keychain: Safari, Chrome, curl",
    needsRoot: false,
    install: [["security", "add-trusted-cert", "-r", "trustRoot", "-p", "ssl", "-k", chain, file]],
    remove: [["security", "remove-trusted-cert", file]],
  };
}

/** Chromium reads its database from the first start on, so the database is made where Chromium will look. */
function browsers({ file, name }: Root, { home, platform }: Machine, found: readonly string[]): TrustStore[] {
  const chromium = join(home, ".pki/nssdb");
  const makes = platform === "linux" && !found.includes(chromium);
  const making: Command[] = [
    ["mkdir", "-p", "-m", "700", chromium],
    ["certutil", "-N", "--empty-password", "-d", `sql:${chromium}`],
  ];
  return [...found, ...(makes ? [chromium] : [])].map((folder) => ({
    kind: "browser",
    name: folder === chromium ? "Chromium and Chrome" : `Firefox, profile ${folder.split("/").at(-1)}`,
    needsRoot: false,
    install: [
      ...(makes && folder === chromium ? making : []),
      ["certutil", "-A", "-d", `sql:${folder}`, "-n", name, "-t", "C,,", "-i", file],
    ],
    remove: [["certutil", "-D", "-d", `sql:${folder}`, "-n", name]],
  }));
}
