// Fetches what a gate needs to decide without the network. Run it as often as the gate is online.
//   node sync.mjs https://localhost:8443 material
// The trust root is not fetched: it is what everything else is measured by, so it comes by another way, as material/root.crt.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [, , baseUrl, folder] = process.argv;
if (!baseUrl || !folder) throw new Error("usage: node sync.mjs <base address of the service> <folder>");
mkdirSync(folder, { recursive: true });

async function get(path, accept) {
  const response = await fetch(`${baseUrl}${path}`, { headers: { Accept: accept } });
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

const lists = {};
for (const subject of ["assets", "devices", "publishers"]) {
  for (let shard = 0; ; shard++) {
    const path = `/api/v1/verification/status-lists/${subject}-${shard}`;
    const token = await get(path, "application/statuslist+jwt");
    if (!token) break;
    lists[`${baseUrl}${path}`] = token.toString();
  }
}
const keys = await get("/.well-known/jwks.json", "application/jwk-set+json");
const crl = await get("/api/v1/verification/crls/root", "application/pkix-crl");
if (!keys || !crl) throw new Error("the service has no keys, or no revocation list of its trust root");

// All of it was fetched: the gate never has half of the new and half of the old.
writeFileSync(join(folder, "root.crl"), crl);
writeFileSync(join(folder, "material.json"), JSON.stringify({ issuer: baseUrl, keys: JSON.parse(keys.toString()).keys, lists }));
console.log(`${Object.keys(lists).length} status lists, good until ${endOf(lists).toISOString()}`);

function endOf(tokens) {
  const ends = Object.values(tokens).map((token) => JSON.parse(Buffer.from(token.split(".")[1], "base64url").toString()).exp);
  return new Date(Math.min(...ends) * 1000);
}
