// What a wallet's app does with the holder's key, in software: shows its public half, and signs statements.
//   node sign.mjs holder.key                                                     > holder.json, for POST /wallets
//   node sign.mjs holder.key thumbprint                                          RFC 7638
//   node sign.mjs holder.key pda-own+jws '{"aud":"https://…","assetId":"ast_…"}' > statement.txt
// A statement is a compact JWS (RFC 7515, ES256), good for a minute. `nonce` is made here unless the claims have one. A real wallet shows its
// holder first what is signed. Needs Node.js 20 or later; nothing else.
import { createHash, createPrivateKey, createPublicKey, randomBytes, sign } from "node:crypto";
import { readFileSync } from "node:fs";

const [, , keyFile, typ, claims] = process.argv;
const key = createPrivateKey(readFileSync(keyFile));
const { crv, kty, x, y } = createPublicKey(key).export({ format: "jwk" });
// The members stand in the order of the alphabet, without spaces.
const thumbprint = createHash("sha256").update(JSON.stringify({ crv, kty, x, y })).digest("base64url");

if (typ === undefined) console.log(JSON.stringify({ holderKey: { kty, crv, x, y } }));
else if (typ === "thumbprint") console.log(thumbprint);
else if (claims !== undefined) {
  const iat = Math.floor(Date.now() / 1000);
  const encode = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const nonce = randomBytes(16).toString("base64url");
  const header = encode({ alg: "ES256", typ, kid: thumbprint });
  const message = `${header}.${encode({ nonce, iat, exp: iat + 60, ...JSON.parse(claims) })}`;
  const signature = sign("sha256", Buffer.from(message), { key, dsaEncoding: "ieee-p1363" });
  console.log(`${message}.${signature.toString("base64url")}`);
} else throw new Error("usage: node sign.mjs <key> [thumbprint | <typ> <claims as JSON>]");
