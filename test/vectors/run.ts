import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Suite, SuiteResult } from "./suite.ts";

const FOLDER = join(import.meta.dirname, "suites");
/** Where Debian's python3-cryptography-vectors puts the files of NIST PKITS. */
const DEBIAN = "/usr/lib/python3/dist-packages/cryptography_vectors/x509";

/** Folders in which the files of suites are looked for, in order. */
export function vectorFolders(environment: NodeJS.ProcessEnv = process.env): string[] {
  const named = environment["PDA_VECTORS"]?.split(delimiter).filter((folder) => folder !== "") ?? [];
  return [...named, join(import.meta.dirname, "../../build/vectors"), DEBIAN];
}

/** Every suite, by name. */
export async function loadSuites(): Promise<Suite[]> {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith(".ts"));
  const modules = await Promise.all(
    names.sort().map(async (name) => (await import(join(FOLDER, name))) as { readonly suite: Suite }),
  );
  return modules.map(({ suite }) => suite);
}

/** Files of a suite that are in none of the folders. */
export function missingFiles(suite: Suite, folders: readonly string[]): string[] {
  return suite.files.filter((file) => find(file, folders) === undefined);
}

export async function runSuite(suite: Suite, folders: readonly string[]): Promise<SuiteResult> {
  return await suite.run((file) => {
    const place = find(file, folders);
    if (place === undefined) throw new Error(`${suite.name} reads ${file} without naming it`);
    return place;
  });
}

export function passes({ rightMin }: Suite, { right, total, falselyAccepted }: SuiteResult): boolean {
  return total > 0 && falselyAccepted === 0 && right >= (rightMin ?? total);
}

/** `pkits 241/247 right, 0 falsely accepted`; `sun 3/3` where all are right. */
export function lineOf({ name }: Suite, { right, total, falselyAccepted }: SuiteResult): string {
  const all = right === total ? "" : ` right, ${falselyAccepted} falsely accepted`;
  return `${name} ${right}/${total}${all}`;
}

function find(file: string, folders: readonly string[]): string | undefined {
  return folders.map((folder) => join(folder, file)).find((place) => existsSync(place));
}
