// Reads the options of a client, and the environment where an option is not given.
import type { ObservedCall } from "./calls.ts";
import {
  type CheckedCertificate,
  type ClientCertificate,
  clientCertificateOf,
  fileOf,
  textOf,
} from "./certificate.ts";
import { defaultRetryPolicy, type RetryPolicy } from "./retry.ts";
import { type Authorise, type SigningKey, signerOf } from "./signing-key.ts";
import { type RequestSigner, requestSignerOf, type WalletKey } from "./signature.ts";

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
  readonly signingKey?: SigningKey | null;
  /**
   * Signs each request as the holder of a wallet (RFC 9421): the wallet's present private key. The base address has to be the one under
   * which the service is reached. Default: the file that `PDA_WALLET_KEY_FILE` names; `null` means none.
   */
  readonly walletKey?: WalletKey | null;
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
  /** Undefined without a signing key. */
  readonly authorise: Authorise | undefined;
  /** Empty: the roots of Node. */
  readonly ca: string;
  readonly clientCertificate: CheckedCertificate | undefined;
  readonly signer: RequestSigner | undefined;
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
  const authorise = signerOf(options.signingKey, baseUrl, env);
  if (authorise && apiKey !== "")
    throw new TypeError(
      'a client has an API key or a signing key, not both: leave one out with apiKey: "" or signingKey: null',
    );
  const { timeoutMs = timeoutMsDefault } = options;
  if (!Number.isInteger(timeoutMs) || timeoutMs < 1 || timeoutMs > timeoutMsMax)
    throw new TypeError(`timeoutMs has to be a whole number from 1 to ${timeoutMsMax}, not ${timeoutMs}`);
  const ca = rootsOf(options.ca, env.PDA_CA_FILE);
  const clientCertificate = clientCertificateOf(options.clientCertificate, env);
  const signer = requestSignerOf(options.walletKey, env);
  return { baseUrl, apiKey, authorise, ca, clientCertificate, signer, timeoutMs, retry: retryOf(options) };
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
