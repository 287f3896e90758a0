// Signs requests: HTTP Message Signatures (RFC 9421) by a registered key or by the key of a wallet.
import { base64, base64url, type CallerKey, thumbprintOf } from "./caller-key.ts";
import type { Outgoing } from "./credential.ts";

/** Headers that decide what a request does; the service needs them covered when they are present. */
const covered = ["authorization", "idempotency-key", "if-match", "x-request-id"];

/** Signs the requests of one client. */
export class RequestSigner {
  readonly #key: CallerKey;
  #keyId: string | undefined;

  /**
   * @param keyId identifier of the registered public key, `pky_…`; undefined for the key of a wallet, which its thumbprint names
   * @throws TypeError for a key that cannot sign requests
   */
  constructor(key: CallerKey, keyId: string | undefined) {
    if (keyId === undefined && key.algorithm !== "ES256")
      throw new TypeError(
        "the key of a wallet is of type P-256: for a registered key set signature.keyId or the variable PDA_SIGNATURE_KEY_ID to its identifier, pky_…",
      );
    if (keyId !== undefined && !/^(pky_[0-9a-z]{26}|[\w-]{43})$/.test(keyId))
      throw new TypeError(
        "signature.keyId has to be the identifier of a registered public key, pky_…, or the thumbprint of a wallet's key: set the option signature or the variable PDA_SIGNATURE_KEY_ID",
      );
    this.#key = key;
    this.#keyId = keyId;
  }

  /** Adds the headers `Signature-Input` and `Signature`, and for a body `Content-Digest` (RFC 9530). Each attempt needs a signature of its own. */
  async sign({ method, url, headers, body }: Outgoing): Promise<void> {
    if (body !== null) headers.set("Content-Digest", `sha-256=:${base64(await this.#key.digest(body))}:`);
    const fields = ["content-digest", ...covered].flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    const lines = [["@method", method], ["@target-uri", url], ...fields] as const;
    const names = lines.map(([name]) => `"${name}"`).join(" ");
    const created = Math.floor(Date.now() / 1000);
    const nonce = base64url(crypto.getRandomValues(new Uint8Array(16)));
    this.#keyId ??= await thumbprintOf(this.#key);
    const params = `(${names});created=${created};nonce="${nonce}";keyid="${this.#keyId}";tag="pda"`;
    const base = [...lines, ["@signature-params", params] as const]
      .map(([name, value]) => `"${name}": ${value}`)
      .join("\n");
    headers.set("Signature-Input", `sig=${params}`);
    headers.set("Signature", `sig=:${base64(await this.#key.sign(base, "sha512"))}:`);
  }
}
