// The key of Node that signs each request.
import { alone, fileOf } from "./certificate.ts";
import { type PrivateKey, ProcessKey } from "./private-key.ts";
import { RequestSigner } from "./signature.ts";

/** The key that signs each request. */
export interface SignatureKey {
  /** Of type P-256, Ed25519 or RSA; that of a wallet is P-256. */
  readonly privateKey: PrivateKey;
  /** Identifier of the registered public key, `pky_…`. Default: the thumbprint of the key (RFC 7638), by which a wallet's key is known. */
  readonly keyId?: string;
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
  if (option !== undefined) return signerOf(option);
  if (file === "" && keyId === "") return undefined;
  if (file === "") throw alone("PDA_SIGNATURE_KEY_ID", "PDA_SIGNATURE_KEY_FILE");
  const privateKey = fileOf("PDA_SIGNATURE_KEY_FILE", file);
  return signerOf({ privateKey, ...(keyId === "" ? {} : { keyId }) });
}

/** @throws TypeError for a key that cannot sign requests; the text never contains the key */
const signerOf = ({ privateKey, keyId }: SignatureKey): RequestSigner =>
  new RequestSigner(
    new ProcessKey(privateKey, "the option signature or the variable PDA_SIGNATURE_KEY_FILE"),
    keyId,
  );
