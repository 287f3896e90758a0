import type { IncomingMessage } from "node:http";
import { Failure } from "../rpc/failure.ts";
import { type ClientCertificate, forwardedCertificate } from "./client-certificate.ts";
import { connectionOf } from "./connection.ts";
import { proofReader, type SentProof } from "./dpop.ts";
import { one } from "./exchange.ts";
import { timesGiven } from "./headers.ts";
import type { Proxies } from "./proxies.ts";
import { type SignatureOptions, type SignedRequest, signatureReader } from "./request-signature.ts";

/** What a request proves its caller by. */
export interface Credentials {
  /** The Authorization header. */
  readonly authorization: string | undefined;
  /** The certificate of the TLS client; undefined also when a page of another site makes a browser send the request. */
  readonly certificate: ClientCertificate | undefined;
  /** The signature of the request. */
  readonly signature?: SignedRequest | undefined;
  /** The DPoP proof beside a token. */
  readonly proof?: SentProof | undefined;
}

/** Reads the credentials of a request. @throws Failure UNAUTHENTICATED for a header that is malformed or given twice, and for a signature that cannot count */
export type ReadCredentials = (request: IncomingMessage) => Credentials;

/** What tells a caller's credentials from a proxy's, and this service from others. */
export interface CredentialSources extends SignatureOptions {
  readonly proxies: Proxies;
}

/**
 * Makes the reader of credentials. The certificate is that of the connection. On a proxy's connection it is the certificate in the header
 * `Client-Cert` instead (RFC 9440), which counts from nobody else.
 */
export function credentialReader({ proxies, ...signatures }: CredentialSources): ReadCredentials {
  const signatureOf = signatureReader(signatures);
  const proofOf = proofReader(signatures.publicUrl);
  const certificateOf = (request: IncomingMessage): ClientCertificate | undefined => {
    if (isOfOtherSite(request)) return undefined;
    if (!proxies.passedOn(request)) return connectionOf(request.socket)?.clientCertificate;
    const header = one(request.headers["client-cert"]);
    if (header === undefined) return undefined;
    const forwarded = forwardedCertificate(header);
    if (!forwarded)
      throw new Failure("CLIENT_CERTIFICATE_REFUSED", {
        message: "The header Client-Cert must be one certificate, `:` and base64 DER and `:` (RFC 9440).",
      });
    return forwarded;
  };
  return (request) => {
    const { authorization } = request.headers;
    if (authorization !== undefined && timesGiven(request, "authorization") > 1)
      throw new Failure("CREDENTIAL_MALFORMED", { message: "The header Authorization is given twice." });
    const proof = proofOf(request);
    return { authorization, certificate: certificateOf(request), signature: signatureOf(request), proof };
  };
}

/**
 * Tells whether a page of another site makes a browser send the request. A browser shows its user's certificate with such a request, too, so
 * the certificate says nothing about who wants it. Programs send neither header. A browser without Fetch Metadata sends `Origin` with
 * whatever may have an effect.
 */
function isOfOtherSite({ headers }: IncomingMessage): boolean {
  const site = one(headers["sec-fetch-site"]);
  if (site !== undefined) return site !== "same-origin" && site !== "none";
  return headers.origin !== undefined && headers.origin !== `https://${headers.host}`;
}
