import { hash } from "node:crypto";
import { catalogue } from "../../gen/errors/catalogue.ts";
import type { Principal } from "../../gen/ts/pda/access/v1/access.ts";
import {
  AccessServiceService,
  ResolveCertificateRequest,
  ResolveCertificateResponse,
  ResolveCredentialRequest,
  ResolveCredentialResponse,
  ResolveSignatureRequest,
  ResolveSignatureResponse,
  ResolveTokenRequest,
  ResolveTokenResponse,
} from "../../gen/ts/pda/access/v1/access_service.ts";
import { bearerKind } from "../rpc/bearer.ts";
import type { CoreClient } from "../rpc/client.ts";
import { Failure } from "../rpc/failure.ts";
import { sourceCheck } from "../rpc/source-network.ts";
import { ANONYMOUS } from "./anonymous.ts";
import type { ClientCertificate } from "./client-certificate.ts";
import type { SignedRequest } from "./request-signature.ts";

const CERTIFICATE_BYTES_MAX = 8192;
/** All requests that wait for the same verdict share one call, so the call has its own deadline. */
const RESOLVE_DEADLINE_MS = 5_000;

/** A valid credential. */
export interface Known {
  readonly principal: Principal;
  /** Undefined for a credential that may be used from everywhere and whose use is not recorded. */
  readonly sources?: Sources;
  /** True for a token that counts for further requests, too. */
  readonly reusable?: boolean;
  /** True for a token that is bound to the client certificate of the request. The certificate is no credential of its own then. */
  readonly bound?: boolean;
}

/** Where a credential may be used from, and where it was used from. */
interface Sources {
  /** @throws Failure PERMISSION_DENIED for an address from which the credential may not be used */
  readonly check: (address: string) => void;
  /** The address that the core was told with the question. */
  readonly askedFrom: string;
  /** Allowed addresses from which the credential was used, and which the core was told. */
  readonly addresses: Set<string>;
}

export type Verdict = Known | Failure;

/** A credential as one request presents it. */
export interface Presented {
  /** Stands for the credential in the caches. */
  readonly key: string;
  /** Asks the core whose credential it is. */
  readonly ask: (core: Pick<CoreClient, "call">) => Promise<Verdict>;
  /** Network address of the caller. */
  readonly address: string;
  /** True for a JWT. Most count once, so requests never share a question about one. */
  readonly isToken?: true;
}

/** The request in which a bearer credential comes. */
export interface From {
  readonly requestId: string;
  readonly address: string;
  readonly certificate: ClientCertificate | undefined;
}

export function presentedBearer(credential: string, from: From): Presented {
  if (bearerKind(credential) === "token") return presentedToken(credential, from);
  return presentedKey(credential, from.requestId, from.address);
}

/** @param keyThumbprint of the key that the caller has proved to have; empty without a proof */
export function presentedToken(
  token: string,
  { requestId, address, certificate }: From,
  keyThumbprint = "",
): Presented {
  const fingerprint = certificate?.fingerprint ?? "";
  const certificateFingerprint = Buffer.from(fingerprint, "hex");
  const ask: Presented["ask"] = async (core) =>
    resolve(core, requestId, {
      path: AccessServiceService.resolveToken.path,
      request: ResolveTokenRequest.encode({
        token,
        address,
        certificateFingerprint,
        keyThumbprint,
      }).finish(),
      read: (response) => ResolveTokenResponse.decode(response),
    });
  // A registered key may be limited to networks, so the verdict on its bound JWT is for one address.
  const proven = keyThumbprint === "" ? "" : `${keyThumbprint} ${address}`;
  return { key: keyOf(`${fingerprint} ${proven} ${token}`), ask, address, isToken: true };
}

function presentedKey(credential: string, requestId: string, address: string): Presented {
  const ask: Presented["ask"] = async (core) =>
    resolve(core, requestId, {
      path: AccessServiceService.resolveCredential.path,
      request: ResolveCredentialRequest.encode({ credential, address }).finish(),
      read(response) {
        const { principal, allowedNetworks } = ResolveCredentialResponse.decode(response);
        const check = sourceCheck(allowedNetworks);
        return { principal, sources: { check, askedFrom: address, addresses: new Set() } };
      },
    });
  return { key: keyOf(credential), ask, address };
}

/** @throws Failure UNAUTHENTICATED for a certificate that is too large to be one of the service */
export function presentedCertificate(
  { der, fingerprint: key }: ClientCertificate,
  requestId: string,
  address: string,
): Presented {
  if (der.length > CERTIFICATE_BYTES_MAX)
    throw new Failure("CLIENT_CERTIFICATE_REFUSED", {
      message: "The client certificate is larger than 8 KiB.",
    });
  const ask: Presented["ask"] = async (core) =>
    resolve(core, requestId, {
      path: AccessServiceService.resolveCertificate.path,
      request: ResolveCertificateRequest.encode({ certificate: Buffer.from(der) }).finish(),
      read: (response) => ResolveCertificateResponse.decode(response),
    });
  return { key, ask, address };
}

const keyOf = (credential: string): string => hash("sha256", credential, "base64");

/** Returns the principal of a signature, which is never kept: each signature counts once. @throws Failure UNAUTHENTICATED, UNAVAILABLE */
export async function principalOfSignature(
  core: Pick<CoreClient, "call">,
  requestId: string,
  asking: SignedRequest & { readonly newKey: string | undefined; readonly address: string },
): Promise<Principal> {
  const { bases, signature, ...asked } = asking;
  const verdict = await resolve(core, requestId, {
    path: AccessServiceService.resolveSignature.path,
    request: ResolveSignatureRequest.encode({
      ...asked,
      bases: [...bases],
      signature: Buffer.from(signature),
    }).finish(),
    read: (response) => ResolveSignatureResponse.decode(response),
  });
  if (verdict instanceof Failure) throw verdict;
  return verdict.principal;
}

/** A question to the core: whose credential is this? */
interface Question {
  readonly path: string;
  readonly request: Uint8Array;
  readonly read: (response: Uint8Array) => Partial<Known>;
}

/** Returns the core's verdict: a known credential, or why it is refused. @throws Failure when the core gives no verdict. */
async function resolve(
  core: Pick<CoreClient, "call">,
  requestId: string,
  { path, request, read }: Question,
): Promise<Verdict> {
  try {
    const { response } = await core.call(path, request, {
      requestId,
      principal: ANONYMOUS,
      deadlineMs: Date.now() + RESOLVE_DEADLINE_MS,
      signal: AbortSignal.timeout(RESOLVE_DEADLINE_MS),
    });
    const { principal, ...more } = read(response);
    if (principal && principal.credentialId !== "") return { ...more, principal };
    throw new Failure("INTERNAL", { cause: new Error("the core returned no principal") });
  } catch (error) {
    if (error instanceof Failure && isVerdict(error)) return error;
    if (isDelay(error) || (error instanceof Failure && error.entry === "INTERNAL")) throw error;
    throw new Failure("CREDENTIAL_UNCHECKED", { cause: error });
  }
}

/** Tells whether the core refused to check the credential, because too many wrong ones came from its address. */
export const isDelay = (error: unknown): boolean =>
  error instanceof Failure && error.entry === "RATE_LIMITED";

const isVerdict = ({ entry, reason }: Failure): boolean =>
  catalogue[entry].httpStatus === 401 || reason === "NETWORK_NOT_ALLOWED";
