// The only file of the demo that knows the form of an account on the development networks.
import { generateKeyPairSync, randomBytes } from "node:crypto";

const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
/** Bytes before the 32 bytes of an ed25519 public key in SPKI (RFC 8410). */
const SPKI_PREFIX_BYTES = 12;

function base58(bytes: Uint8Array): string {
  let rest = BigInt(`0x${Buffer.from(bytes).toString("hex")}`);
  let text = "";
  for (; rest > 0n; rest /= 58n) text = BASE58.charAt(Number(rest % 58n)) + text;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return "1".repeat(Math.max(zeros, 0)) + text;
}

/** Creates an account on a network (CAIP-10). The key is discarded: the demo only looks at what is paid out to the account. */
export function randomAccount(network: string): string {
  if (!network.startsWith("solana:")) return `${network}:0x${randomBytes(20).toString("hex")}`;
  const { publicKey } = generateKeyPairSync("ed25519");
  const key = publicKey.export({ format: "der", type: "spki" }).subarray(SPKI_PREFIX_BYTES);
  return `${network}:${base58(key)}`;
}
