import type { Metadata } from "@grpc/grpc-js";
import { Principal, PrincipalKind } from "../../gen/ts/pda/access/v1/access.ts";
import { AuditMechanism } from "../../gen/ts/pda/audit/v1/audit.ts";
import type { Grant, Grants } from "../pki/grants.ts";
import { peerOf } from "../pki/names.ts";
import type { Caller } from "./authorise.ts";
import { bearerKind } from "./bearer.ts";
import { metadataKeys } from "./call.ts";
import { Failure } from "./failure.ts";

/** The sources for identifying callers. */
export interface PeerIdentityOptions {
  readonly trustDomain: string;
  readonly grants: Pick<Grants, "find">;
  /** Returns the principal of an API key that is used from an address. @throws Failure UNAUTHENTICATED, PERMISSION_DENIED */
  readonly resolveCredential: (credential: string, address: string) => Promise<Principal>;
  /** Returns the principal of a JWT. @throws Failure UNAUTHENTICATED, PERMISSION_DENIED */
  readonly resolveToken: (token: string, use: TokenUse) => Promise<Principal>;
}

/** The use of a JWT by one call. */
export interface TokenUse {
  /** Network address that the JWT came from. */
  readonly address: string;
  /** Path of the called method, `/package.Service/Method`. */
  readonly path: string;
  /** The DPoP proof beside the JWT; undefined for the scheme `Bearer`. */
  readonly proof: string | undefined;
}

/** Identifies the caller of a call, first by the peer's certificate. */
export class Identity {
  readonly #options: PeerIdentityOptions;

  constructor(options: PeerIdentityOptions) {
    this.#options = options;
  }

  /** Returns the tier with this SPIFFE id, if it is a tier. */
  tierOf(spiffeId: string | undefined): string | undefined {
    const peer = peerOf(this.#options.trustDomain, spiffeId);
    return peer === "service" ? undefined : peer;
  }

  /**
   * Returns the internal service whose certificate a peer has, to name who presented a credential that is refused; undefined for every other
   * peer.
   */
  serviceOf(spiffeId: string | undefined): Principal | undefined {
    const isService = peerOf(this.#options.trustDomain, spiffeId) === "service";
    return isService && spiffeId !== undefined ? service(spiffeId, [], "") : undefined;
  }

  /**
   * Identifies the caller. Only the gateway may state the principal of its caller. An internal service is identified by its grant, or as
   * the owner of the API key that it presents, or of the public key whose JWT it presents. A service without a grant, and a peer of another
   * trust domain, are always refused.
   *
   * @param spiffeId the only URI name of the peer's certificate, which TLS has checked against the tier root
   * @param peerAddress network address and port of the peer, as grpc-js returns them
   * @param path of the called method
   * @throws Failure UNAUTHENTICATED, and PERMISSION_DENIED for a key that may not be used from the address
   */
  async callerOf(
    spiffeId: string | undefined,
    metadata: Metadata,
    peerAddress: string,
    path: string,
  ): Promise<Caller> {
    const peer = peerOf(this.#options.trustDomain, spiffeId);
    if (spiffeId === undefined || peer === undefined) throw unknownPeer();
    if (peer === "gateway") return { peer, principal: principalIn(metadata) };
    if (peer !== "service") return { peer, principal: service(spiffeId, [], "") };
    const stillGranted = (): void => void this.grantOf(spiffeId);
    return { peer, stillGranted, principal: await this.#service(spiffeId, metadata, { peerAddress, path }) };
  }

  /**
   * Returns the grant of an internal service. A certificate whose grant was revoked, or that never had one, cannot carry the credentials of
   * others either.
   * @throws Failure PEER_UNKNOWN
   */
  grantOf(spiffeId: string): Grant {
    const grant = this.#options.grants.find(spiffeId);
    if (!grant) throw ungranted();
    return grant;
  }

  async #service(
    spiffeId: string,
    metadata: Metadata,
    { peerAddress, path }: { readonly peerAddress: string; readonly path: string },
  ): Promise<Principal> {
    const grant = this.grantOf(spiffeId);
    if (signatureKeys.some((key) => metadata.get(key).length > 0)) throw unsignable();
    const [authorization, second] = metadata.get(metadataKeys.authorization);
    const [proof, secondProof] = metadata.get(metadataKeys.dpop).map(String);
    if (authorization !== undefined) {
      const [, scheme, credential] =
        /^(Bearer|DPoP) ([\x21-\x7e]{1,4096})$/.exec(String(authorization)) ?? [];
      const kind = credential && bearerKind(credential);
      if (!credential || !kind || second !== undefined) throw new Failure("CREDENTIAL_MALFORMED");
      const isProven = scheme === "DPoP";
      if (isProven !== (proof !== undefined) || secondProof !== undefined || (isProven && kind !== "token"))
        throw new Failure("DPOP_PROOF_MALFORMED");
      const address = withoutPort(peerAddress);
      const { resolveToken, resolveCredential } = this.#options;
      return kind === "token"
        ? resolveToken(credential, { address, path, proof })
        : resolveCredential(credential, address);
    }
    if (proof !== undefined) throw new Failure("DPOP_PROOF_MALFORMED");
    return service(spiffeId, grant.scopes, grant.merchantId ?? grant.publisherId ?? "");
  }
}

/**
 * Returns the network address of a call's caller. The gateway states the address of its caller; any other peer is the caller itself.
 *
 * @param peer the peer that `callerOf` found
 */
export function addressOf(peer: string, metadata: Metadata, peerAddress: string): string | undefined {
  if (peer !== "gateway") return withoutPort(peerAddress);
  const [address] = metadata.get(metadataKeys.callerAddress);
  return address === undefined ? undefined : String(address);
}

/** Returns the address of `address:port`. An IPv6 address stands there without brackets. */
export const withoutPort = (peerAddress: string): string =>
  peerAddress.slice(0, Math.max(0, peerAddress.lastIndexOf(":")));

/** Returns the failure for a peer whose certificate belongs to no tier and no service of this trust domain. */
export function unknownPeer(): Failure {
  const message =
    "The peer certificate must have exactly one SPIFFE id, of a tier or a service of this trust domain.";
  return new Failure("PEER_UNKNOWN", { message });
}

function ungranted(): Failure {
  const message =
    "The certificate is of a service that has no grant, or no longer. Have one issued by the operator: pda pki issue.";
  return new Failure("PEER_UNKNOWN", { message });
}

/** Metadata that would sign a call. A signature that nobody verifies must not look like one that counts. */
const signatureKeys = ["signature", "signature-input"];

function unsignable(): Failure {
  const message = "A call over gRPC cannot be signed: send it over REST, or without a signature.";
  return new Failure("REQUEST_SIGNATURE_MALFORMED", { message });
}

function principalIn(metadata: Metadata): Principal {
  const [bytes] = metadata.get(metadataKeys.principal);
  if (!Buffer.isBuffer(bytes))
    throw new Failure("PRINCIPAL_MISSING", { message: "The call from the gateway has no principal." });
  try {
    return Principal.decode(bytes);
  } catch (cause) {
    throw new Failure("PRINCIPAL_MISSING", { cause });
  }
}

function service(spiffeId: string, scopes: readonly string[], tenantId: string): Principal {
  return {
    kind: PrincipalKind.PRINCIPAL_KIND_SERVICE,
    credentialId: spiffeId,
    tenantId,
    scopes: [...scopes],
    authentication: { mechanism: AuditMechanism.AUDIT_MECHANISM_SERVICE_CERTIFICATE },
  };
}
