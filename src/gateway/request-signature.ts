import type { IncomingMessage } from "node:http";
import { Failure } from "../rpc/failure.ts";
import type { SigningPolicy } from "../rpc/require-signature.ts";
import { type SignableRequest, signatureBase } from "../trust/http-signature/base.ts";
import { isDigestOf } from "../trust/http-signature/content-digest.ts";
import {
  HttpSignatureError,
  type RequestSignature,
  readRequestSignature,
} from "../trust/http-signature/read.ts";
import { hasBody } from "./body.ts";
import { one } from "./exchange.ts";

/** Seconds for which a signature is accepted after `created`, and before it, because clocks differ. */
const AGE_SECONDS_MAX = 300;
const AHEAD_SECONDS_MAX = 60;
/** The only tag (RFC 9421 section 2.3) that this service accepts; a signature for another purpose must not count here. */
const TAG = "pda";
/** At least 128 random bits in base64 or base64url: libraries make one or the other. */
const NONCE = /^[A-Za-z0-9+/_=-]{22,88}$/;
const KEY_ID = /^[\x21-\x7e]{1,128}$/;
const ALGORITHM_CHARACTERS_MAX = 64;
const SIGNATURE_BYTES_MAX = 512;
/** Headers that decide what a request does, or for whom. A signature must cover those that the request has. */
const DECISIVE = ["authorization", "idempotency-key", "if-match", "x-request-id"];

/** The signature of a request, with all that was checked without its key. */
export interface SignedRequest {
  readonly keyId: string;
  readonly nonce: string;
  readonly algorithm: string | undefined;
  /** One signature base for each address of the service that the signer may have used. */
  readonly bases: readonly string[];
  readonly signature: Uint8Array;
  /** The covered `Content-Digest`; undefined when the signature covers none, which a request without a body may do. */
  readonly contentDigest: string | undefined;
}

/** Reads the signature of a request; undefined for a request without one. @throws Failure UNAUTHENTICATED */
export type ReadSignature = (request: IncomingMessage) => SignedRequest | undefined;

export interface SignatureOptions {
  /** Base address of the service as callers know it. */
  readonly publicUrl: string;
  readonly requestSigning: SigningPolicy;
}

/**
 * Makes the reader of signatures (RFC 9421). It checks everything but the key, the signature and the nonce, which the core checks.
 *
 * The target URI may begin with the address of the service's settings, which callers know behind any proxy, or with the authority that the
 * request itself names, which is one of this service's own.
 */
export function signatureReader({ publicUrl, requestSigning }: SignatureOptions): ReadSignature {
  const { origin } = new URL(publicUrl);
  return (request) => {
    const { headers, method = "", url = "/" } = request;
    const input = headers["signature-input"];
    if (input === undefined && headers.signature === undefined) return undefined;
    // A caller that relies on its signature must learn that it is not checked.
    if (requestSigning === "off") throw new Failure("REQUEST_SIGNATURES_OFF");
    try {
      const read = readRequestSignature(one(input), one(headers.signature));
      const parameters = checkedParameters(read.parameters);
      if (read.signature.length > SIGNATURE_BYTES_MAX) throw malformed("The signature is too long.");
      requireCovered(read, request);
      const field = (name: string): string | undefined => fieldOf(request, name);
      const bases = targetUris(url, origin, headers.host).map((targetUri) =>
        signatureBase(read, { method, targetUri, field } satisfies SignableRequest),
      );
      const contentDigest = read.components.includes("content-digest") ? field("content-digest") : undefined;
      return { ...parameters, bases, signature: read.signature, contentDigest };
    } catch (error) {
      if (error instanceof HttpSignatureError) throw new Failure(error.reason, { message: error.problem });
      throw error;
    }
  };
}

/** Checks that the body is the one that was signed. @throws Failure CONTENT_DIGEST_MISMATCH */
export function requireSignedBody({ contentDigest }: SignedRequest, body: Uint8Array | undefined): void {
  if (contentDigest === undefined || isDigestOf(contentDigest, body ?? new Uint8Array())) return;
  throw new Failure("CONTENT_DIGEST_MISMATCH", {
    message: "Content-Digest must be the SHA-256 or SHA-512 digest of the body as it was sent (RFC 9530).",
  });
}

/** Returns `Accept-Signature` (RFC 9421 section 5.1): what a signature of this request must cover and state. */
export function acceptedSignature(request: IncomingMessage): string {
  const components = requiredComponents(request).map((name) => `"${name}"`);
  return `sig=(${components.join(" ")});created;nonce;keyid;tag="${TAG}"`;
}

function requiredComponents(request: IncomingMessage): string[] {
  const present = DECISIVE.filter((name) => request.headers[name] !== undefined);
  return ["@method", "@target-uri", ...(hasBody(request) ? ["content-digest"] : []), ...present];
}

function requireCovered({ components }: RequestSignature, request: IncomingMessage): void {
  const missing = requiredComponents(request).find((name) => !components.includes(name));
  if (missing !== undefined) throw incomplete(`The signature of this request must cover ${missing}.`);
}

const malformed = (problem: string): HttpSignatureError =>
  new HttpSignatureError("REQUEST_SIGNATURE_MALFORMED", problem);

const incomplete = (problem: string): HttpSignatureError =>
  new HttpSignatureError("REQUEST_SIGNATURE_INCOMPLETE", problem);

function checkedParameters({ created, expires, nonce, keyid, alg, tag }: RequestSignature["parameters"]) {
  if (created === undefined || nonce === undefined || keyid === undefined)
    throw incomplete("The signature must have the parameters created, nonce and keyid.");
  if (!NONCE.test(nonce))
    throw incomplete("The parameter nonce must be 22 to 88 characters of base64 or base64url.");
  if (!KEY_ID.test(keyid))
    throw incomplete(
      "The parameter keyid must be the identifier of a public key, or the thumbprint of a wallet's key.",
    );
  if (tag !== undefined && tag !== TAG) throw incomplete(`The parameter tag must be "${TAG}" or absent.`);
  if ((alg?.length ?? 0) > ALGORITHM_CHARACTERS_MAX)
    throw malformed("The parameter alg is not the name of an algorithm.");
  const now = Date.now() / 1000;
  if (created < now - AGE_SECONDS_MAX || created > now + AHEAD_SECONDS_MAX || (expires ?? now) < now)
    throw new Failure("REQUEST_SIGNATURE_EXPIRED", {
      message: `created must be at most ${AGE_SECONDS_MAX} seconds ago and ${AHEAD_SECONDS_MAX} ahead, and expires not past.`,
    });
  return { nonce, keyId: keyid, algorithm: alg };
}

/** Returns what the signer may have signed as target URI. */
function targetUris(url: string, origin: string, host: string | undefined): string[] {
  if (!url.startsWith("/")) return [url];
  const ofHost = host === undefined ? origin : `https://${host.toLowerCase()}`;
  return ofHost === origin ? [origin + url] : [origin + url, ofHost + url];
}

/**
 * Returns the combined value of a header (RFC 9421 section 2.1). All its lines count, also those that Node drops when it reads a request.
 * @param name in lower case
 */
export function fieldOf({ rawHeaders }: IncomingMessage, name: string): string | undefined {
  const values: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const header = rawHeaders[at] as string;
    if (header.length === name.length && header.toLowerCase() === name)
      values.push((rawHeaders[at + 1] as string).trim());
  }
  return values.length === 0 ? undefined : values.join(", ");
}
