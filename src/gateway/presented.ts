import { hash } from "node:crypto";
import { catalogue } from "../../gen/errors/catalogue.ts";
import type { Principal } from "../../gen/ts/pda/access/v1/access.ts";
import {
  AccessServiceService,
  ResolveCertificateRequest,
  ResolveCertificateResponse,
  ResolveCredentialRequest,
  ResolveCredentialResponse,
  ResolveTokenRequest,
  ResolveTokenResponse,
} from "../../gen/ts/pda/access/v1/access_service.ts";
import { bearerKind } from "../rpc/bearer.ts";
import type { CoreClient } from "../rpc/client.ts";
import { CERTIFICATE_OF_NOBODY } from "../rpc/client-certificate.ts";
import { Failure } from "../rpc/failure.ts";
import { sourceCheck } from "../rpc/source-network.ts";
import type { ClientCertificate } from "./client-certificate.ts";
import { claimedKey, contractProof, type SentProof } from "./dpop.ts";
import { ownCall } from "./own-call.ts";
import type { SignedRequest } from "./request-signature.ts";
import type { IdentityProof, SingleUse } from "./single-use.ts";

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

/** A client certificate that this service has issued to nobody. A token may be bound to it, but it is no credential. */
export class UnissuedCertificate extends Failure {
  constructor() {
    super("CLIENT_CERTIFICATE_REFUSED", { message: CERTIFICATE_OF_NOBODY });
  }
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

/** The ways to ask the core. */
export interface Asking {
  readonly core: Pick<CoreClient, "call">;
  /** Asks about credentials that count once. */
  readonly singleUse: Pick<SingleUse, "resolve" | "useDpopProof">;
}

/** A credential as one request presents it. */
export interface Presented {
  /** Stands for the credential in the caches. Empty for a credential that counts once, which no cache keeps. */
  readonly key: string;
  /** Asks the core whose credential it is. */
  readonly ask: (asking: Asking) => Promise<Verdict>;
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
  if (bearerKind(credential) !== "token") return presentedKey(credential, from.requestId, from.address);
  return countsOnce(credential) ? presentedOnce(credential, from) : presentedToken(credential, from);
}

/** Tells by its `typ` whether a bearer JWT counts once, so that the core can judge it with others. */
function countsOnce(token: string): boolean {
  return Buffer.from(token.slice(0, token.indexOf(".")), "base64url").includes('"pda-access+jwt"');
}

function presentedOnce(token: string, { address }: From): Presented {
  const proof: IdentityProof = { $case: "token", value: { token, address } };
  return { key: "", ask: ({ singleUse }) => verdictOnce(singleUse, proof), address, isToken: true };
}

/** @param proof the DPoP proof beside the token. The verdict on the token counts for all proofs of the key, each of which is used. */
export function presentedToken(
  token: string,
  { requestId, address, certificate }: From,
  proof?: SentProof,
): Presented {
  const fingerprint = certificate?.fingerprint ?? "";
  const certificateFingerprint = Buffer.from(fingerprint, "hex");
  const ask: Presented["ask"] = async ({ core }) =>
    resolve(core, requestId, {
      path: AccessServiceService.resolveToken.path,
      request: ResolveTokenRequest.encode({
        token,
        address,
        certificateFingerprint,
        keyThumbprint: "",
        dpopProof: proof && contractProof(proof),
      }).finish(),
      read: (response) => ResolveTokenResponse.decode(response),
    });
  // A registered key may be limited to networks, so the verdict on its bound JWT is for one address.
  const proven = proof ? `${claimedKey(proof)} ${address}` : "";
  return { key: keyOf(`${fingerprint} ${proven} ${token}`), ask, address, isToken: true };
}

function presentedKey(credential: string, requestId: string, address: string): Presented {
  const ask: Presented["ask"] = async ({ core }) =>
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
  const ask: Presented["ask"] = async ({ core }) =>
    resolve(core, requestId, {
      path: AccessServiceService.resolveCertificate.path,
      request: ResolveCertificateRequest.encode({ certificate: Buffer.from(der) }).finish(),
      read: (response) => ResolveCertificateResponse.decode(response),
      ofNobody: () => new UnissuedCertificate(),
    });
  return { key, ask, address };
}

const keyOf = (credential: string): string => hash("sha256", credential, "base64");

/** Returns the principal of a signature, which is never kept: each signature counts once. @throws Failure UNAUTHENTICATED, UNAVAILABLE */
export async function principalOfSignature(
  { singleUse }: Pick<Asking, "singleUse">,
  asking: SignedRequest & { readonly newKey: string | undefined; readonly address: string },
): Promise<Principal> {
  const { keyId, bases, nonce, algorithm, newKey, address } = asking;
  const signature = Buffer.from(asking.signature);
  const value = { keyId, bases: [...bases], signature, nonce, algorithm, newKey, address };
  const verdict = await verdictOnce(singleUse, { $case: "signature", value });
  if (verdict instanceof Failure) throw verdict;
  return verdict.principal;
}

const verdictOnce = (singleUse: Asking["singleUse"], proof: IdentityProof): Promise<Verdict> =>
  verdictOf(async () => ({ principal: await singleUse.resolve(proof) }));

/** A question to the core: whose credential is this? */
interface Question {
  readonly path: string;
  readonly request: Uint8Array;
  readonly read: (response: Uint8Array) => Partial<Known>;
  /** Makes the refusal of a credential that belongs to nobody. Absent when the core always names a caller or fails. */
  readonly ofNobody?: () => Failure;
}

const resolve = (
  core: Pick<CoreClient, "call">,
  requestId: string,
  { path, request, read, ofNobody }: Question,
): Promise<Verdict> =>
  verdictOf(async () => {
    const known = read(await ownCall(core, { path, request, withinMs: RESOLVE_DEADLINE_MS, requestId }));
    if (known.principal === undefined && ofNobody) throw ofNobody();
    return known;
  });

/** Returns the core's verdict: a known credential, or why it is refused. @throws Failure when the core gives no verdict. */
async function verdictOf(ask: () => Promise<Partial<Known>>): Promise<Verdict> {
  try {
    const { principal, ...more } = await ask();
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
