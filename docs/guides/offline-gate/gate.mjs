// Decides at a gate, without the network, whether a device is that of an asset which is in force.
//   node gate.mjs material assets.pda.example < presentation.json
// presentation.json: {"nonce", "audience"} as the gate gave them to the device, and what the device answered:
//   {"signature", "deviceCertificate", "pass"}
// Needs Node.js 20 or later and openssl; nothing else. Prints the decision as JSON; the exit code is 0 only for "admitted".
import { spawnSync } from "node:child_process";
import { createHash, createPublicKey, verify, X509Certificate } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inflateSync } from "node:zlib";

const ARC = "2.25.177773484101631252159251390410241964301";
const DEVICE_USAGE = `${ARC}.2.1`;
const PUBLISHER_POLICY = `${ARC}.1.1`;
const LEEWAY_SECONDS = 60;

const [, , folder, assetDomain, at] = process.argv;
if (!folder || !assetDomain) throw new Error("usage: node gate.mjs <folder> <asset domain> [<time>] < presentation.json");
/** Seconds. A time can be given to see what the gate would decide then. */
const now = Math.floor((at ? Date.parse(at) : Date.now()) / 1000);

class Refused extends Error {}
function require(condition, reason) {
  if (!condition) throw new Refused(reason);
}

/**
 * The claims of a token of the service. The key is chosen among the service's own by `kid`, never taken from the token. Keys of another `alg`
 * are for something else: gateways hold the one that signs answers.
 */
function claimsOf(token, typ, { keys, issuer }) {
  const [head, body, signature, ...more] = String(token).split(".");
  require(signature !== undefined && more.length === 0, "TOKEN_MALFORMED");
  const header = JSON.parse(Buffer.from(head, "base64url").toString());
  require(header.typ === typ && header.alg === "ES256" && header.crit === undefined, "TOKEN_OF_ANOTHER_KIND");
  const jwk = keys.find(({ kid, alg }) => kid === header.kid && alg === header.alg);
  require(jwk !== undefined, "KEY_UNKNOWN");
  const key = createPublicKey({ key: jwk, format: "jwk" });
  const signed = Buffer.from(`${head}.${body}`);
  const valid = verify("sha256", signed, { key, dsaEncoding: "ieee-p1363" }, Buffer.from(signature, "base64url"));
  require(valid, "TOKEN_SIGNATURE");
  const claims = JSON.parse(Buffer.from(body, "base64url").toString());
  require(claims.iss === issuer, "TOKEN_OF_ANOTHER_ISSUER");
  require(claims.iat <= now + LEEWAY_SECONDS && now < claims.exp, "TOKEN_NOT_IN_FORCE");
  return claims;
}

/** openssl decides on the chain: signatures, validity, names and their constraints, policy, and that the publisher is not revoked. */
function requireChain(chain) {
  const scratch = mkdtempSync(join(tmpdir(), "gate-"));
  try {
    const file = (name, text) => {
      writeFileSync(join(scratch, name), text);
      return join(scratch, name);
    };
    const leaf = file("device.pem", chain[0]);
    const publisher = file("publisher.pem", chain[1]);
    const crl = spawnSync("openssl", ["crl", "-inform", "DER", "-in", join(folder, "root.crl")]).stdout;
    const verifies = (...args) => {
      const common = ["verify", "-x509_strict", "-attime", String(now), "-trusted", join(folder, "root.crt")];
      return spawnSync("openssl", [...common, ...args]).status === 0;
    };
    require(verifies("-crl_check", "-CRLfile", file("root.crl.pem", crl), publisher), "PUBLISHER_CERTIFICATE");
    const policy = ["-policy_check", "-explicit_policy", "-policy", PUBLISHER_POLICY];
    require(verifies(...policy, "-untrusted", publisher, leaf), "DEVICE_CERTIFICATE");
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/** The status of an entry (draft-ietf-oauth-status-list §4): 0 is valid. */
function statusOf({ status_list: { idx, uri } }, material) {
  const token = material.lists[uri];
  require(token !== undefined, "STATUS_LIST_MISSING");
  const { sub, status_list: list } = claimsOf(token, "statuslist+jwt", material);
  require(sub === uri, "STATUS_LIST_OF_ANOTHER_ADDRESS");
  const bytes = inflateSync(Buffer.from(list.lst, "base64url"), { maxOutputLength: 1_048_576 });
  const byte = bytes[Math.floor((idx * list.bits) / 8)];
  require(Number.isInteger(idx) && byte !== undefined, "STATUS_LIST_TOO_SHORT");
  return (byte >> ((idx * list.bits) % 8)) & (2 ** list.bits - 1);
}

function decide({ nonce, audience, signature, deviceCertificate, pass: given }, material) {
  const chain = deviceCertificate.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\n?/g) ?? [];
  require(chain.length === 2, "CHAIN_OF_TWO_EXPECTED");
  requireChain(chain);

  // What the certificate is for, and of which asset: as the pass says, to the letter.
  const leaf = new X509Certificate(chain[0]);
  const pass = claimsOf(given, "pda-pass+jwt", material);
  require(!leaf.ca && leaf.keyUsage?.length === 1 && leaf.keyUsage[0] === DEVICE_USAGE, "NOT_A_DEVICE");
  const host = `${pass.publisherId.replace("_", "-")}.${assetDomain}`;
  require(leaf.subjectAltName === `URI:https://${host}/a/${pass.sub}`, "CERTIFICATE_OF_ANOTHER_ASSET");
  const fingerprint = createHash("sha256").update(leaf.raw).digest();
  require(pass.cnf["x5t#S256"] === fingerprint.toString("base64url"), "PASS_OF_ANOTHER_DEVICE");

  // The device is here and has its key: it has signed this gate's own random bytes.
  const message = Buffer.concat([
    Buffer.from("PDA-POP-v1"),
    Buffer.from(nonce, "base64url"),
    Buffer.from(pass.sub),
    fingerprint,
    Buffer.from([audience.length]),
    Buffer.from(audience),
  ]);
  const key = { key: leaf.publicKey, dsaEncoding: "ieee-p1363" };
  require(verify("sha256", message, key, Buffer.from(signature, "base64url")), "PROOF_OF_POSSESSION");

  for (const [claim, what] of [["status", "ASSET"], ["device_status", "DEVICE"], ["publisher_status", "PUBLISHER"]]) {
    const status = statusOf(pass[claim], material);
    require(status === 0, `${what}_${["", "REVOKED", "SUSPENDED"][status] ?? "STATUS_UNKNOWN"}`);
  }
  return pass.sub;
}

let decision;
try {
  const material = JSON.parse(readFileSync(join(folder, "material.json"), "utf8"));
  decision = { admitted: true, assetId: decide(JSON.parse(readFileSync(0, "utf8")), material) };
} catch (error) {
  // Whatever cannot be read is refused.
  decision = { admitted: false, reason: error instanceof Refused ? error.message : "PRESENTATION_MALFORMED" };
}
console.log(JSON.stringify(decision));
process.exitCode = decision.admitted ? 0 : 1;
