// Signs requests: HTTP Message Signatures (RFC 9421) by a registered key or by the key of a wallet.
import { createHash, randomBytes } from "node:crypto";
import { alone, fileOf } from "./certificate.ts";
import type { Outgoing } from "./credential.ts";
import { CallerKey, type PrivateKey } from "./private-key.ts";

/** The key that signs each request. */
export interface SignatureKey {
  /** Of type P-256, Ed25519 or RSA; that of a wallet is P-256. */
  readonly privateKey: PrivateKey;
  /** Identifier of the registered public key, `pky_…`. Default: the thumbprint of the key (RFC 7638), by which a wallet's key is known. */
  readonly keyId?: string;
}

/** Headers that decide what a request does; the service needs them covered when they are present. */
const covered = ["authorization", "idempotency-key", "if-match", "x-request-id"];

const origin = "the option signature or the variable PDA_SIGNATURE_KEY_FILE";

/** Signs the requests of one client. */
export class RequestSigner {
  readonly #key: CallerKey;
  readonly #keyId: string;

  /** @throws TypeError for a key that cannot sign requests; the text never contains the key */
  constructor({ privateKey, keyId }: SignatureKey) {
    this.#key = new CallerKey(privateKey, origin);
    if (keyId === undefined && this.#key.algorithm !== "ES256")
      throw new TypeError(
        "the key of a wallet is of type P-256: for a registered key set signature.keyId or the variable PDA_SIGNATURE_KEY_ID to its identifier, pky_…",
      );
    this.#keyId = keyId ?? this.#key.thumbprint;
    if (!/^(pky_[0-9a-z]{26}|[\w-]{43})$/.test(this.#keyId))
      throw new TypeError(
        "signature.keyId has to be the identifier of a registered public key, pky_…, or the thumbprint of a wallet's key: set the option signature or the variable PDA_SIGNATURE_KEY_ID",
      );
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
    headers.set("Signature-Input", `sig=${params}`);
    headers.set("Signature", `sig=:${this.#key.sign(base, "sha512").toString("base64")}:`);
  }
}

/**
 * Returns the signer of the option, else of what the environment names; undefined for none.
 *
 * @throws TypeError for a key that cannot be used; the text never contains the key
 */
export function requestSignerOf(
  option: SignatureKey | null | undefined,
  { PDA_SIGNATURE_KEY_FILE: file = "", PDA_SIGNATURE_KEY_ID: keyId = "" }: NodeJS.ProcessEnv,
): RequestSigner | undefined {
  if (option === null) return undefined;
  if (option !== undefined) return new RequestSigner(option);
  if (file === "" && keyId === "") return undefined;
  if (file === "") throw alone("PDA_SIGNATURE_KEY_ID", "PDA_SIGNATURE_KEY_FILE");
  const privateKey = fileOf("PDA_SIGNATURE_KEY_FILE", file);
  return new RequestSigner({ privateKey, ...(keyId === "" ? {} : { keyId }) });
}
