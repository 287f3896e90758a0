// What a wallet on a telephone does at a terminal, in software: agrees to pay, over the nonce of the terminal.
//   node wallet.mjs key holder.key                                            > holder-key.json
//   node wallet.mjs agree holder.key <audience> <nonce> wal_… mer_… <amount> <type> > authorization.txt
// A real wallet shows amount and merchant to its holder first. Needs Node.js 20 or later; nothing else.
import { createPrivateKey, createPublicKey, sign } from "node:crypto";
import { readFileSync } from "node:fs";

const [, , verb, keyFile, aud, nonce, walletId, merchantId, amount, assetType] = process.argv;
const key = createPrivateKey(readFileSync(keyFile));

if (verb === "key") {
  const { kty, crv, x, y } = createPublicKey(key).export({ format: "jwk" });
  console.log(JSON.stringify({ holderKey: { kty, crv, x, y } }));
} else if (verb === "agree" && assetType) {
  const iat = Math.floor(Date.now() / 1000);
  const part = (object) => Buffer.from(JSON.stringify(object)).toString("base64url");
  const header = part({ alg: "ES256", typ: "pda-pay+jws" });
  const claims = part({ aud, nonce, iat, exp: iat + 60, walletId, merchantId, amount, assetType });
  const signature = sign("sha256", Buffer.from(`${header}.${claims}`), { key, dsaEncoding: "ieee-p1363" });
  console.log(`${header}.${claims}.${signature.toString("base64url")}`);
} else throw new Error("usage: node wallet.mjs key <key> | agree <key> <audience> <nonce> <wallet> <merchant> <amount> <type>");
