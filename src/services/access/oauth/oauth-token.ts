import { createHash } from "node:crypto";
import { errors, type JWTPayload, jwtVerify } from "jose";
import { z } from "zod";
import { scopes as knownScopes } from "../../../../gen/rest/operations.ts";
import { type Principal, PrincipalKind } from "../../../../gen/ts/pda/access/v1/access.ts";
import { AuditMechanism, AuditTokenBinding } from "../../../../gen/ts/pda/audit/v1/audit.ts";
import type { OwnerKind } from "../../../domain/access/principal.ts";
import type { RequestSigning } from "../../../domain/access/request-signing.ts";
import { mayHold } from "../../../domain/access/scope.ts";
import { Failure } from "../../../rpc/failure.ts";
import { requestSigningToProto } from "../../contract/request-signing.ts";
import { boundToOtherKey, notBound } from "../bound-token.ts";
import type { IssuerKeys } from "./issuer-keys.ts";
import type { OwnTokens } from "./own-tokens.ts";

/** The algorithms of FAPI 2.0 (Security Profile section 5.4.1). The key decides between them. */
const algorithms = ["PS256", "ES256", "EdDSA", "Ed25519"];
const leewaySeconds = 10;
/** Longest life of a token, because nobody can take a token back. */
const lifetimeSecondsMax = 3_600;

/** What access tokens must be bound to: nothing, a client certificate or a key, or a key. */
export type TokenBinding = "optional" | "required" | "dpop";

/** An issuer whose tokens are accepted. */
export interface TrustedIssuer {
  readonly issuer: string;
  /** What `aud` of a token for this service must contain. */
  readonly audience: string;
  /** For whom its tokens may speak: all merchants, all publishers, the operator, or single ones by identifier. */
  readonly tenants: readonly string[];
  readonly keys: Pick<IssuerKeys, "find">;
  /** Judges the client of a good token where this service knows the clients. Every client of another issuer counts that speaks for a tenant. */
  readonly clients:
    | Pick<OwnTokens, "principalOf">
    | { readonly signingOf: (tenantId: string) => Promise<RequestSigning | undefined> };
  readonly binding: TokenBinding;
}

/** As long as a subject of a quota may be. */
const CREDENTIAL_ID_MAX = 512;

const id = (prefix: string) => z.string().regex(new RegExp(`^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`));

/** The claims that are used, beside those that jose checks (RFC 9068 section 2.2). */
const claimsForm = z.object({
  sub: z.string().min(1).max(255),
  client_id: z.string().regex(/^[\x21-\x7e]{1,255}$/),
  jti: z.string().min(1).max(255),
  iat: z.number(),
  exp: z.number(),
  scope: z.string().max(2_000).default(""),
  /** For whom the token speaks. */
  pda_tenant: z.union([id("mer"), id("pub"), z.literal("operator")]),
  /** The person's session and grant, in a token that this service has issued to a person. */
  sid: z.string().max(255).optional(),
  pda_grant: z.string().max(255).optional(),
  /** What the caller must prove beside the token (RFC 7800). A method that is unknown here is refused, not passed over. */
  cnf: z
    .union([
      z.strictObject({ "x5t#S256": z.string().length(43) }),
      z.strictObject({ jkt: z.string().length(43) }),
    ])
    .optional(),
});
type Claims = z.output<typeof claimsForm>;

/** A token that its issuer has not signed, or in another way than it must. It counts as a wrong credential. */
export class UnsignedToken extends Failure {
  /** The issuer that the token claims. */
  readonly issuer: string;

  constructor(issuer: string) {
    super("CREDENTIAL_REFUSED");
    this.issuer = issuer;
  }
}

/** What the caller proves beside the token. */
export interface Proof {
  /** SHA-256 of the certificate of the TLS client. */
  readonly certificateFingerprint?: Buffer | undefined;
  /** Network address of the caller. */
  readonly address: string;
  /** Thumbprint of the key whose DPoP proof came with the token; absent or empty for a token that came with the scheme `Bearer`. */
  readonly keyThumbprint?: string | undefined;
}

/**
 * Returns the principal of an access token in JWT form (RFC 9068): the tenant in the claim `pda_tenant`, with those scopes of the token that
 * such a tenant may hold.
 *
 * @throws UnsignedToken; Failure UNAUTHENTICATED for a token that is not good now, not for this service, bound to something that the caller does not prove,
 * or not bound as the settings require. UNAVAILABLE when the keys of the issuer cannot be read. What the issuer's clients throw.
 */
export async function principalOfAccessToken(
  token: string,
  { issuer, audience, tenants, keys, clients, binding }: TrustedIssuer,
  proof: Proof,
): Promise<Principal> {
  const options = { issuer, audience, algorithms, typ: "at+jwt", clockTolerance: leewaySeconds };
  const verified = await jwtVerify(token, keys.find, { ...options, requiredClaims: ["exp", "iat"] }).catch(
    (error: unknown) => {
      throw failureOf(error, { issuer, audience });
    },
  );
  const claims = requireClaims(verified.payload);
  const kind = kindOf(claims.pda_tenant);
  if (!tenants.includes(kind) && !tenants.includes(claims.pda_tenant))
    throw malformed(`The issuer's tokens may not speak for ${claims.pda_tenant}.`);
  requireProof(claims.cnf, proof, binding);
  const scopes = claims.scope.split(" ").filter((scope) => mayHold(kind, scope, knownScopes));
  const { client_id: clientId, jti: tokenId } = claims;
  const { kid: keyId } = verified.protectedHeader;
  const { sub, sid: sessionId, pda_grant: grantId } = claims;
  const session =
    sessionId === undefined || grantId === undefined ? undefined : { sessionId, grantId, credentialId: sub };
  const tokenBinding = bindingOf(claims.cnf);
  if ("principalOf" in clients)
    return clients.principalOf({
      clientId,
      tokenId,
      keyId,
      scopes,
      address: proof.address,
      tokenBinding,
      session,
    });
  const signing = kind === "operator" ? "optional" : await clients.signingOf(claims.pda_tenant);
  if (signing === undefined) throw malformed(`The claim pda_tenant names a ${kind} that does not exist.`);
  return {
    kind: principalKinds[kind],
    tenantId: kind === "operator" ? "" : claims.pda_tenant,
    ...(signing === "optional" ? {} : { requestSigning: requestSigningToProto(signing) }),
    credentialId: credentialOf(issuer, claims),
    scopes,
    tokenExpireTime: { seconds: BigInt(Math.ceil(claims.exp) + leewaySeconds), nanos: 0 },
    authentication: {
      mechanism: AuditMechanism.AUDIT_MECHANISM_ISSUER_ACCESS_TOKEN,
      tokenBinding,
      clientId,
    },
  };
}

function bindingOf(cnf: Claims["cnf"]): AuditTokenBinding | undefined {
  if (!cnf) return undefined;
  return "jkt" in cnf
    ? AuditTokenBinding.AUDIT_TOKEN_BINDING_DPOP
    : AuditTokenBinding.AUDIT_TOKEN_BINDING_MTLS;
}

/** @throws Failure UNAUTHENTICATED unless the caller proves exactly what the token is bound to, and the token is bound as it must be */
function requireProof(
  cnf: Claims["cnf"],
  { certificateFingerprint, keyThumbprint = "" }: Proof,
  binding: TokenBinding,
): void {
  const jkt = cnf && "jkt" in cnf ? cnf.jkt : undefined;
  const certificate = cnf && "x5t#S256" in cnf ? cnf["x5t#S256"] : undefined;
  if (keyThumbprint !== "" && jkt === undefined) throw notBound();
  if (jkt !== undefined && jkt !== keyThumbprint) throw boundToOtherKey();
  if (certificate !== undefined && certificate !== certificateFingerprint?.toString("base64url"))
    throw new Failure("TOKEN_BOUND", {
      message: "The access token is bound to a client certificate. Connect with that certificate.",
    });
  const isBound = binding === "dpop" ? jkt !== undefined : cnf !== undefined;
  if (binding !== "optional" && !isBound)
    throw new Failure("TOKEN_NOT_BOUND", {
      message: `This service takes only access tokens that are bound to a key (RFC 9449)${binding === "dpop" ? "" : " or a client certificate (RFC 8705)"}.`,
    });
}

/** Returns the issuer without its scheme, in ASCII. The path belongs to it, because one host may be many issuers with clients of the same name. */
function nameOf(issuer: string): string {
  const { host, pathname } = new URL(issuer);
  return `${host}${pathname}`;
}

/**
 * Returns the name of who calls: issuer and client. A program that acts for somebody (RFC 9068 section 2.2) is told apart by whom: 16 bytes
 * of SHA-256 of `sub`, because that may be a name or an address, and names are kept. A name that is too long to count by is a hash, too.
 */
function credentialOf(issuer: string, { sub, client_id: clientId }: Claims): string {
  const client = `${nameOf(issuer)}#${clientId.replaceAll(/[#%]/g, encodeURIComponent)}`;
  const name = sub === clientId ? client : `${client}#${hashOf(sub)}`;
  return name.length <= CREDENTIAL_ID_MAX ? name : `#${hashOf(name)}`;
}

const hashOf = (text: string): string =>
  createHash("sha256").update(text).digest().subarray(0, 16).toString("base64url");

const principalKinds: Record<OwnerKind, PrincipalKind> = {
  operator: PrincipalKind.PRINCIPAL_KIND_OPERATOR,
  merchant: PrincipalKind.PRINCIPAL_KIND_MERCHANT,
  publisher: PrincipalKind.PRINCIPAL_KIND_PUBLISHER,
};

const kindOf = (tenant: string): OwnerKind =>
  tenant === "operator" ? "operator" : tenant.startsWith("mer_") ? "merchant" : "publisher";

/** @throws Failure TOKEN_CLAIMS_MALFORMED */
function requireClaims(payload: JWTPayload): Claims {
  const parsed = claimsForm.safeParse(payload);
  if (!parsed.success) {
    const [name = "cnf"] = parsed.error.issues[0]?.path ?? [];
    throw malformed(`The claim ${String(name)} of the access token is missing, or has another form.`);
  }
  const { exp, iat } = parsed.data;
  if (exp - iat > lifetimeSecondsMax)
    throw malformed(`The access token lives for more than ${lifetimeSecondsMax} seconds.`);
  if (iat > Date.now() / 1000 + leewaySeconds) throw new Failure("TOKEN_NOT_YET_VALID");
  return parsed.data;
}

const malformed = (message: string): Failure => new Failure("TOKEN_CLAIMS_MALFORMED", { message });

/** Returns the failure for an error of jose. Claims are judged after the signature, so strangers learn nothing about them. */
function failureOf(
  error: unknown,
  { issuer, audience }: Pick<TrustedIssuer, "issuer" | "audience">,
): Failure {
  if (error instanceof errors.JWTExpired) return new Failure("TOKEN_EXPIRED");
  if (error instanceof errors.JWTClaimValidationFailed) {
    const { claim, reason } = error;
    if (claim === "aud" && reason === "check_failed")
      return new Failure("TOKEN_OF_OTHER_AUDIENCE", {
        message: `The access token is not for this service: aud must be ${audience}.`,
      });
    if (claim === "nbf" && reason === "check_failed") return new Failure("TOKEN_NOT_YET_VALID");
    if (claim !== "typ" && claim !== "iss")
      return malformed(`The claim ${claim} of the access token is missing, or has another form.`);
  }
  // Every other error of jose is about the token or its key. What is not of jose, and a key set that does not come, is about the issuer.
  const ofToken = error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout);
  return ofToken ? new UnsignedToken(issuer) : new Failure("CREDENTIAL_UNCHECKED", { cause: error });
}
