// Looks for secrets in what the product has printed.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readCredentials } from "../../../src/platform/postgres/cluster.ts";
import type { Product } from "../../support/product.ts";

/** What secrets look like wherever they come from. */
const forms: Record<string, RegExp> = {
  "API key": /pda_[0-9a-z]{26}_[\w-]{43}/g,
  JWS: /eyJ[\w-]+\.[\w-]+\.[\w-]+/g,
  "private key": /PRIVATE KEY-----/g,
  "private JWK": /"d"\s*:\s*"[\w-]{20,}"/g,
};

/** Every value of the installation that nobody may read: keys of certificates, the data key, passwords of the database. */
function secretsOf(product: Product): [string, string][] {
  const found: [string, string][] = [
    ["data key", readFileSync(join(product.dataDir, "data.key"), "utf8").trim()],
  ];
  const { admin, product: role } = readCredentials(product.dataDir) ?? {};
  for (const account of [admin, role])
    if (account) found.push([`password of ${account.user}`, account.password]);
  const files = readdirSync(product.pkiDir, { recursive: true, encoding: "utf8" });
  for (const file of files.filter((name) => name.endsWith(".key"))) {
    const [line] = readFileSync(join(product.pkiDir, file), "utf8").split("\n").slice(1);
    if (line) found.push([file, line]);
  }
  return found;
}

/** What was printed that should not have been, by kind. The operator's first key is allowed once: `pda up` shows it to people. */
export function secretsIn(product: Product): string[] {
  const text = product.output.replace(`    ${product.operatorKey}`, "");
  const byForm = Object.entries(forms).flatMap(([kind, form]) => (text.match(form) ?? []).map(() => kind));
  const byValue = secretsOf(product).flatMap(([kind, value]) => (text.includes(value) ? [kind] : []));
  return [...byForm, ...byValue];
}
