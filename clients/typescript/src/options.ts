// Reads the options of a client in Node, and the environment where an option is not given.
import { type ClientCertificate, clientCertificateOf, fileOf, textOf } from "./certificate.ts";
import { AnswerKeys } from "./answer-keys.ts";
import { askForSignature } from "./answer-verifier.ts";
import { type AccessToken, DpopCredential } from "./dpop.ts";
import type { Credential } from "./credential.ts";
import { NodeConnection } from "./node-connection.ts";
import { type PrivateKey, ProcessKey } from "./private-key.ts";
import { type RegisteredKey, registeredKeyOf } from "./registered-key.ts";
import { type CommonOptions, commonSettings, type Settings } from "./settings.ts";
import { requestSignerOf, type SignatureKey } from "./signature-key.ts";

/** An access token, and the key that it is bound to. */
export interface DpopToken {
  /**
   * Returns the token to use now. Called for each attempt, so keep a token until it ends. An error ends the call unchanged. If a request with
   * an effect was sent before, the error is the `cause` of a PdaConnectionError with the idempotency key.
   */
  readonly accessToken: AccessToken;
  /** Of type P-256, Ed25519 or RSA. `cnf.jkt` of the token is the thumbprint of its public key (RFC 7638). */
  readonly privateKey: PrivateKey;
}

/** How to reach the service. */
export interface PdaClientOptions extends CommonOptions {
  /** Base address, e.g. `https://localhost:8443`. Default: `PDA_URL`. */
  readonly baseUrl?: string;
  /** Sent as `Authorization: Bearer …`. Default: `PDA_API_KEY`. Public operations need no key; an empty text means none. */
  readonly apiKey?: string;
  /** Root certificates in PEM. Default: the file that `PDA_CA_FILE` names, else those of Node; an empty text means those of Node. */
  readonly ca?: string | Uint8Array;
  /**
   * Shown to the service as TLS client, with or without an API key. Default: the files that `PDA_CLIENT_CERT_FILE` and
   * `PDA_CLIENT_KEY_FILE` name; `null` means none.
   */
  readonly clientCertificate?: ClientCertificate | null;
  /**
   * Signs a JWT for each attempt, in place of an API key. Default: the private key in the file that `PDA_SIGNING_KEY_FILE` names, registered
   * as `PDA_PUBLIC_KEY_ID`; `null` means none.
   */
  readonly publicKey?: RegisteredKey | null;
  /** Sends an OAuth access token with a proof of the key that it is bound to (RFC 9449), in place of an API key. */
  readonly dpop?: DpopToken;
  /**
   * Signs each attempt (RFC 9421) by a registered key or as the holder of a wallet, with or without another credential. The base address has
   * to be the one under which the service is reached. Default: the private key in the file that `PDA_SIGNATURE_KEY_FILE` names, with the
   * identifier of `PDA_SIGNATURE_KEY_ID` or as a wallet's; `null` means none.
   */
  readonly signature?: SignatureKey | null;
  /**
   * Refuses each answer that the service has not signed as its answer to this request (RFC 9421). `true`: by the keys that the service
   * publishes, so that caches and forwarders cannot change answers. A JSON Web Key Set, such as a copy of `/.well-known/jwks.json`: by these
   * keys only, so that whoever ends TLS cannot change answers either. Default: answers need no signature.
   */
  readonly verifyAnswers?: boolean | string | Uint8Array;
}

/** @throws TypeError for an option or a variable that cannot be used; the text never contains a key */
export function settingsOf(options: PdaClientOptions, env = process.env): Settings {
  const baseUrl = options.baseUrl ?? env.PDA_URL ?? "";
  const common = commonSettings({ ...options, baseUrl });
  const apiKey = options.apiKey ?? env.PDA_API_KEY ?? "";
  if (!/^[!-~]*$/.test(apiKey))
    throw new TypeError("the API key has a space, a line break or another character that no key has");
  const credential = credentialOf(options, { apiKey, baseUrl, env });
  const ca = rootsOf(options.ca, env.PDA_CA_FILE);
  const clientCertificate = clientCertificateOf(options.clientCertificate, env);
  const signer = requestSignerOf(options.signature, env);
  const answerKeys = answerKeysOf(options.verifyAnswers);
  return {
    ...common,
    apiKey,
    credential,
    signer,
    verify: answerKeys && ((request) => askForSignature(request, answerKeys)),
    connection: new NodeConnection(common.timeoutMs, { ca, clientCertificate }),
  };
}

/** The header `Authorization` has room for one of them. */
function credentialOf(
  { publicKey, dpop }: PdaClientOptions,
  { apiKey, baseUrl, env }: { apiKey: string; baseUrl: string; env: NodeJS.ProcessEnv },
): Credential | undefined {
  const registered = registeredKeyOf(publicKey, baseUrl, env);
  const bound =
    dpop && new DpopCredential(dpop.accessToken, new ProcessKey(dpop.privateKey, "the option dpop"));
  if ([apiKey !== "", registered, bound].filter(Boolean).length > 1)
    throw new TypeError(
      'a client has one of API key, public key and DPoP token: leave out the others, with apiKey: "" or publicKey: null when the environment has them',
    );
  return registered ?? bound;
}

function answerKeysOf(option: PdaClientOptions["verifyAnswers"]): AnswerKeys | undefined {
  if (option === undefined || option === false) return undefined;
  return new AnswerKeys(option === true ? undefined : option);
}

function rootsOf(ca: string | Uint8Array | undefined, file: string | undefined): string {
  if (ca !== undefined) {
    const text = textOf(ca);
    if (text !== "" && !text.includes("-----BEGIN"))
      throw new TypeError("ca must be the text of certificates in PEM, not the name of a file");
    return text;
  }
  return file ? fileOf("PDA_CA_FILE", file) : "";
}
