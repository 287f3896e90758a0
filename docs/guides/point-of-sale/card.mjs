// What the chip in a card does at a terminal, in software: agrees to pay, over a challenge of the service.
//   node card.mjs chip.key chip.pem ast_… <nonce> <audience> mer_… <type> <amount> > signature.txt
// A real chip keeps its key inside. Needs Node.js 20 or later; nothing else.
import { createHash, sign, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";

const [, , keyFile, certificateFile, assetId, nonce, audience, merchantId, assetType, amount] = process.argv;
if (!amount)
  throw new Error("usage: node card.mjs <key> <certificate> <asset> <nonce> <audience> <merchant> <type> <amount>");

const sized = (text) => Buffer.concat([Buffer.of(text.length), Buffer.from(text)]);
const message = Buffer.concat([
  Buffer.from("PDA-POP-v1"),
  Buffer.from(nonce, "base64url"),
  Buffer.from(assetId),
  createHash("sha256").update(new X509Certificate(readFileSync(certificateFile)).raw).digest(),
  sized(audience),
  Buffer.from(merchantId),
  sized(assetType),
  sized(amount),
]);
const signature = sign("sha256", message, { key: readFileSync(keyFile), dsaEncoding: "ieee-p1363" });
console.log(signature.toString("base64url"));
