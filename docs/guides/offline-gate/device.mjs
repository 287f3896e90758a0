// What the chip in an asset does, in software: signs a nonce, and shows its certificate and its pass.
//   node device.mjs chip.key chip.pem ast_… <nonce> <audience> [<pass>] > presentation.json
// A real chip keeps its key inside. Needs Node.js 20 or later; nothing else.
import { createHash, sign, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";

const [, , keyFile, certificateFile, assetId, nonce, audience, pass] = process.argv;
if (!audience) throw new Error("usage: node device.mjs <key> <certificate> <asset> <nonce> <audience> [<pass>]");

const deviceCertificate = readFileSync(certificateFile, "utf8");
const message = Buffer.concat([
  Buffer.from("PDA-POP-v1"),
  Buffer.from(nonce, "base64url"),
  Buffer.from(assetId),
  createHash("sha256").update(new X509Certificate(deviceCertificate).raw).digest(),
  Buffer.from([audience.length]),
  Buffer.from(audience),
]);
const signature = sign("sha256", message, { key: readFileSync(keyFile), dsaEncoding: "ieee-p1363" });
console.log(JSON.stringify({ nonce, audience, signature: signature.toString("base64url"), deviceCertificate, pass }));
