// What a publisher of digital identities does, in software: signs a credential, an SD-JWT VC (RFC 9901).
//   node issue.mjs issuer.key chain.pem <credential type> ast_… '<holder key as JWK>' '{"age_over_18":true}' > credential.txt
// Each claim can be disclosed by itself. Any SD-JWT library does the same. Needs Node.js 20 or later; nothing else.
import { createHash, randomBytes, sign, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";

const [, , keyFile, chainFile, vct, assetId, holderKey, claims] = process.argv;
if (!claims) throw new Error("usage: node issue.mjs <key> <chain> <type> <asset> <holder key> <claims>");

const encode = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
const hash = (text) => createHash("sha256").update(text).digest("base64url");
// The certificate of the key and that of the publisher's CA; the root is left out.
const chain = readFileSync(chainFile, "utf8").match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
const x5c = chain.slice(0, 2).map((pem) => new X509Certificate(pem).raw.toString("base64"));

const disclosures = Object.entries(JSON.parse(claims)).map(([name, value]) =>
  encode([randomBytes(16).toString("base64url"), name, value]),
);
const iat = Math.floor(Date.now() / 1000);
const payload = { vct, assetId, iat, exp: iat + 86_400, cnf: { jwk: JSON.parse(holderKey) }, _sd_alg: "sha-256", _sd: disclosures.map(hash) };
const message = `${encode({ alg: "ES256", typ: "dc+sd-jwt", x5c })}.${encode(payload)}`;
const signature = sign("sha256", Buffer.from(message), { key: readFileSync(keyFile), dsaEncoding: "ieee-p1363" });
console.log([`${message}.${signature.toString("base64url")}`, ...disclosures, ""].join("~"));
