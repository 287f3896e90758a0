// The one place of the demo that knows what an account looks like on the development networks.
import { generateKeyPairSync, randomBytes } from "node:crypto";

const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
/** Of an ed25519 public key in SPKI: what stands before its 32 bytes (RFC 8410). */
const SPKI_PREFIX_BYTES = 12;

function base58(bytes: Uint8Array): string {
  let rest = BigInt(`0x${Buffer.from(bytes).toString("hex")}`);
  let text = "";
  for (; rest > 0n; rest /= 58n) text = BASE58.charAt(Number(rest % 58n)) + text;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return "1".repeat(Math.max(zeros, 0)) + text;
}

/** A fresh account on a network (CAIP-10). Nobody has its key: what is paid out there is only looked at. */
export function randomAccount(network: string): string {
  if (!network.startsWith("solana:")) return `${network}:0x${randomBytes(20).toString("hex")}`;
  const { publicKey } = generateKeyPairSync("ed25519");
  const key = publicKey.export({ format: "der", type: "spki" }).subarray(SPKI_PREFIX_BYTES);
  return `${network}:${base58(key)}`;
}
