// What a person's wallet does with a credential, in software: shows chosen claims to one relying party, and proves that it has the key.
//   node present.mjs holder.key credential.txt <audience> <nonce> age_over_18 … > presentation.txt
// A real wallet asks its holder first. Needs Node.js 20 or later; nothing else.
import { createHash, sign } from "node:crypto";
import { readFileSync } from "node:fs";

const [, , keyFile, credentialFile, audience, nonce, ...names] = process.argv;
if (!nonce) throw new Error("usage: node present.mjs <key> <credential> <audience> <nonce> <claim>…");

const [credential, ...disclosures] = readFileSync(credentialFile, "utf8").trim().split("~").filter(Boolean);
const nameOf = (disclosure) => JSON.parse(Buffer.from(disclosure, "base64url"))[1];
const shown = [credential, ...disclosures.filter((disclosure) => names.includes(nameOf(disclosure))), ""].join("~");

const encode = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
const claims = {
  iat: Math.floor(Date.now() / 1000),
  aud: audience,
  nonce,
  sd_hash: createHash("sha256").update(shown).digest("base64url"),
};
const message = `${encode({ alg: "ES256", typ: "kb+jwt" })}.${encode(claims)}`;
const signature = sign("sha256", Buffer.from(message), { key: readFileSync(keyFile), dsaEncoding: "ieee-p1363" });
console.log(`${shown}${message}.${signature.toString("base64url")}`);
