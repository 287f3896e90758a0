// Reads the options of a client, and the environment where an option is not given.
import type { ObservedCall } from "./calls.ts";
import {
  type CheckedCertificate,
  type ClientCertificate,
  clientCertificateOf,
  fileOf,
  textOf,
} from "./certificate.ts";
import { AnswerKeys } from "./answer-keys.ts";
import { defaultRetryPolicy, type RetryPolicy } from "./retry.ts";
import type { Credential } from "./credential.ts";
import { DpopCredential, type DpopToken } from "./dpop.ts";
import { type RegisteredKey, registeredKeyOf } from "./registered-key.ts";
import { type RequestSigner, requestSignerOf, type SignatureKey } from "./signature.ts";

/** How to reach the service. */
export interface PdaClientOptions {
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
  /** Milliseconds that an attempt may take, sent along as `Request-Timeout`. Default: 30000, which is also the service's limit. */
  readonly timeoutMs?: number;
  /** How often a request is repeated, and how long to wait. */
  readonly retry?: Partial<RetryPolicy>;
  /** Receives every answer, refusals included. */
  readonly observe?: (exchange: ObservedCall) => void;
}

/** Complete, checked settings of a client. */
export interface Settings {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Undefined with an API key, or without a credential. */
  readonly credential: Credential | undefined;
  /** Empty: the roots of Node. */
  readonly ca: string;
  readonly clientCertificate: CheckedCertificate | undefined;
  readonly signer: RequestSigner | undefined;
  /** Undefined: answers need no signature. */
  readonly answerKeys: AnswerKeys | undefined;
  readonly timeoutMs: number;
  readonly retry: RetryPolicy;
}

const timeoutMsDefault = 30_000;
/** `Request-Timeout` has at most six digits before its point. */
const timeoutMsMax = 999_999_000;

/** @throws TypeError for an option or a variable that cannot be used; the text never contains a key */
export function settingsOf(options: PdaClientOptions, env = process.env): Settings {
  const baseUrl = options.baseUrl ?? env.PDA_URL ?? "";
  if (!URL.canParse(baseUrl) || new URL(baseUrl).protocol !== "https:")
    throw new TypeError(
      `the base address has to begin with https://, not "${baseUrl}": set the option baseUrl or the variable PDA_URL`,
    );
  const apiKey = options.apiKey ?? env.PDA_API_KEY ?? "";
  if (!/^[!-~]*$/.test(apiKey))
    throw new TypeError("the API key has a space, a line break or another character that no key has");
  const credential = credentialOf(options, { apiKey, baseUrl, env });
  const { timeoutMs = timeoutMsDefault } = options;
  if (!Number.isInteger(timeoutMs) || timeoutMs < 1 || timeoutMs > timeoutMsMax)
    throw new TypeError(`timeoutMs has to be a whole number from 1 to ${timeoutMsMax}, not ${timeoutMs}`);
  const ca = rootsOf(options.ca, env.PDA_CA_FILE);
  const clientCertificate = clientCertificateOf(options.clientCertificate, env);
  const signer = requestSignerOf(options.signature, env);
  const answerKeys = answerKeysOf(options.verifyAnswers);
  const retry = retryOf(options);
  return { baseUrl, apiKey, credential, ca, clientCertificate, signer, answerKeys, timeoutMs, retry };
}

/** The header `Authorization` has room for one of them. */
function credentialOf(
  { publicKey, dpop }: PdaClientOptions,
  { apiKey, baseUrl, env }: { apiKey: string; baseUrl: string; env: NodeJS.ProcessEnv },
): Credential | undefined {
  const registered = registeredKeyOf(publicKey, baseUrl, env);
  const bound = dpop && new DpopCredential(dpop);
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
  if (ca !== undefined) return textOf(ca);
  return file ? fileOf("PDA_CA_FILE", file) : "";
}

function retryOf({ retry }: PdaClientOptions): RetryPolicy {
  const policy = { ...defaultRetryPolicy, ...retry };
  if (!Number.isInteger(policy.attemptsMax) || policy.attemptsMax < 1)
    throw new TypeError(`retry.attemptsMax has to be a whole number above 0, not ${policy.attemptsMax}`);
  return policy;
}
