// Signs requests as the holder of a wallet: HTTP Message Signatures (RFC 9421) by the wallet's key.
import { createHash, createPrivateKey, createPublicKey, KeyObject, randomBytes, sign } from "node:crypto";
import { fileOf } from "./certificate.ts";

/** The present private key of a wallet, P-256: an object of Node's crypto, or PEM without a passphrase. No error shows it. */
export type WalletKey = KeyObject | string;

/** A request as it is sent. */
interface Outgoing {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: Uint8Array | null;
}

/** Headers that decide what a request does; the service needs them covered when they are present. */
const covered = ["authorization", "idempotency-key", "if-match", "x-request-id"];

/** Signs the requests of one wallet. */
export class RequestSigner {
  readonly #key: KeyObject;
  readonly #keyId: string;

  /** @throws TypeError for a key that is not a P-256 private key */
  constructor(key: WalletKey) {
    this.#key = privateKeyOf(key);
    this.#keyId = thumbprintOf(this.#key);
  }

  /** Adds the headers `Signature-Input` and `Signature`, and for a body `Content-Digest` (RFC 9530). Each attempt needs a signature of its own. */
  sign({ method, url, headers, body }: Outgoing): void {
    if (body !== null)
      headers.set("Content-Digest", `sha-256=:${createHash("sha256").update(body).digest("base64")}:`);
    const fields = ["content-digest", ...covered].flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    const lines = [["@method", method], ["@target-uri", url], ...fields] as const;
    const names = lines.map(([name]) => `"${name}"`).join(" ");
    const created = Math.floor(Date.now() / 1000);
    const nonce = randomBytes(16).toString("base64url");
    const params = `(${names});created=${created};nonce="${nonce}";keyid="${this.#keyId}";tag="pda"`;
    const base = [...lines, ["@signature-params", params] as const]
      .map(([name, value]) => `"${name}": ${value}`)
      .join("\n");
    const signature = sign("sha256", Buffer.from(base), { key: this.#key, dsaEncoding: "ieee-p1363" });
    headers.set("Signature-Input", `sig=${params}`);
    headers.set("Signature", `sig=:${signature.toString("base64")}:`);
  }
}

/**
 * Returns the signer of the option, else of the file that the environment names; undefined for none.
 *
 * @throws TypeError for a key that cannot be used; the text never contains the key
 */
export function requestSignerOf(
  option: WalletKey | null | undefined,
  { PDA_WALLET_KEY_FILE: file = "" }: NodeJS.ProcessEnv,
): RequestSigner | undefined {
  if (option === null || (option === undefined && file === "")) return undefined;
  return new RequestSigner(option ?? fileOf("PDA_WALLET_KEY_FILE", file));
}

function privateKeyOf(given: WalletKey): KeyObject {
  const key = given instanceof KeyObject ? given : readKey(given);
  if (key?.type === "private" && key.asymmetricKeyDetails?.namedCurve === "prime256v1") return key;
  throw new TypeError(
    "the key of the wallet has to be a P-256 private key in PEM without a passphrase, or such a KeyObject; set the option walletKey or the variable PDA_WALLET_KEY_FILE",
  );
}

function readKey(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    // Without the cause, so that no error can show a part of the key.
    return undefined;
  }
}

/** Returns the RFC 7638 thumbprint of a key, by which the service knows the key. */
function thumbprintOf(key: KeyObject): string {
  const { crv, kty, x, y } = createPublicKey(key).export({ format: "jwk" });
  return createHash("sha256").update(JSON.stringify({ crv, kty, x, y })).digest("base64url");
}
