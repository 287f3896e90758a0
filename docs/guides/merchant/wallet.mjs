// The customer's wallet app in the sandbox, as small as it can be: makes a key, is given value, and pays what a reference stands for.
//   OPERATOR=<key> node wallet.mjs <base address with /api/v1> <publisher> <asset type> <reference>
// The holder's key never leaves this process. NODE_EXTRA_CA_CERTS names the root of the service. Needs Node.js 22; nothing else.
import { generateKeyPairSync, sign } from "node:crypto";

const [, , base, publisherId, assetType, reference] = process.argv;
if (!reference) throw new Error("usage: node wallet.mjs <base> <publisher> <asset type> <reference>");

/** Calls the service as the wallet's own backend. @returns the data of the answer */
async function call(path, body) {
  const response = await fetch(base + path, {
    method: body ? "POST" : "GET",
    headers: { Authorization: `Bearer ${process.env.OPERATOR}`, "Content-Type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const { success, data, errorCode, message } = await response.json();
  if (!success) throw new Error(`${errorCode} ${message}`);
  return data;
}

const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const { walletId } = await call("/wallets", { holderKey: publicKey.export({ format: "jwk" }) });
await call(`/publishers/${publisherId}/issuances`, { walletId, assetType, amount: "100" });

// What the holder sees and agrees to: amount, asset type and merchant of this payment, and nothing else.
const request = await call(`/wallets/${walletId}/payment-requests/${reference}`);
const { audience, nonce, paymentId, amount, merchantId } = request;
const iat = Math.floor(Date.now() / 1000);
const encode = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
const claims = { aud: audience, nonce, iat, exp: iat + 60, paymentId, amount, assetType: request.assetType, merchantId };
const message = `${encode({ alg: "ES256", typ: "pda-pay+jws" })}.${encode(claims)}`;
const signature = sign("sha256", Buffer.from(message), { key: privateKey, dsaEncoding: "ieee-p1363" });
const paid = await call(`/wallets/${walletId}/payments/${paymentId}/authorize`, {
  authorization: `${message}.${signature.toString("base64url")}`,
});
console.log(JSON.stringify({ walletId, status: paid.status, transactionId: paid.transactionId }));
