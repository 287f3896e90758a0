import { createPublicKey, randomUUID, type KeyObject } from "node:crypto";
import { errors, jwtVerify, type JWTVerifyGetKey } from "jose";
import type { Principal } from "../../../../gen/ts/pda/access/v1/access.ts";
import { AuditMechanism } from "../../../../gen/ts/pda/audit/v1/audit.ts";
import type { IssueAccessTokenRequest } from "../../../../gen/ts/pda/access/v1/authorization_server_service.ts";
import type { SigningKey } from "../../../domain/signing/signing-key.ts";
import { Failure } from "../../../rpc/failure.ts";
import { numericDate, signToken } from "../../../trust/signed-token.ts";
import type { Transaction } from "../../../store/store.ts";
import type { SigningKeys } from "../../signing/signing-keys.ts";
import type { OAuthClient, OAuthClients } from "./clients.ts";
import type { RevokedTokens } from "./revoked-tokens.ts";
import type { SessionTokens } from "./session-tokens.ts";
import { ACCESS_TOKEN_TYPE, type GoodToken, LIFETIME_SECONDS, tenantOf } from "./token-form.ts";

/** What the embedded authorisation server needs in the core. */
export interface OwnTokensOptions {
  /** Address of this service: issuer and audience of its tokens. */
  readonly publicUrl: string;
  readonly signingKeys: Pick<SigningKeys, "of" | "published">;
  readonly clients: Pick<OAuthClients, "find">;
  readonly revoked: Pick<RevokedTokens, "has" | "readAgain">;
  /** The tokens of people. Without it none is accepted. */
  readonly ofSessions?: Pick<SessionTokens, "principalOf">;
}

/** What a client that has proved its identity asks for. */
export interface TokenRequest {
  /** Empty: all scopes of the client. */
  readonly scopes: readonly string[];
  /** What the token is bound to. Required. */
  readonly binding?: IssueAccessTokenRequest["binding"];
  /** Whom this service has issued the certificate of the connection to; absent without one. */
  readonly certificateHolder?: Principal | undefined;
}

/** The claims of a token that this class has made. */
interface OwnClaims {
  readonly client_id: string;
  readonly jti: string;
  readonly iat: number;
  readonly exp: number;
  readonly scope: string;
  readonly cnf: { readonly "x5t#S256"?: string; readonly jkt?: string };
}

/** A token as its client may read it. */
interface OwnToken {
  readonly tokenId: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
  readonly scopes: readonly string[];
  /** Claim `x5t#S256` of `cnf`; empty for a token that is bound to a key. */
  readonly certificateThumbprint: string;
  /** Claim `jkt` of `cnf`; empty for a token that is bound to a certificate. */
  readonly keyThumbprint: string;
}

/**
 * The access tokens of the embedded authorisation server. A token stands for its client, a registered credential: the token
 * counts while the credential is accepted, from the networks of the credential, with no scope that the credential lacks.
 */
export class OwnTokens {
  readonly issuer: string;
  readonly #options: OwnTokensOptions;
  /** The public keys that were used to verify tokens, by `kid`. */
  readonly #opened = new Map<string, KeyObject>();

  constructor(options: OwnTokensOptions) {
    this.#options = options;
    this.issuer = options.publicUrl;
  }

  /** Returns a client that may get tokens now, undefined for anybody else. */
  client(clientId: string): Promise<OAuthClient | undefined> {
    return this.#options.clients.find(clientId);
  }

  /** Returns a client that may get tokens now. @throws Failure UNAUTHENTICATED for anybody else */
  async requireClient(clientId: string): Promise<OAuthClient> {
    const client = await this.client(clientId);
    if (!client) throw new Failure("CREDENTIAL_REFUSED");
    return client;
  }

  /** Issues a token. @throws Failure UNAUTHENTICATED, UNAVAILABLE */
  issue(client: OAuthClient, { scopes, binding, certificateHolder }: TokenRequest) {
    requireOwnCertificate(client, binding);
    if (certificateHolder) requireSameOwner(client, certificateHolder);
    const granted = scopes.length === 0 ? client.scopes : client.scopes.filter((one) => scopes.includes(one));
    const { keyId, key } = this.#options.signingKeys.of("access_token");
    const now = numericDate(new Date());
    const claims = {
      iss: this.issuer,
      aud: this.issuer,
      sub: client.clientId,
      client_id: client.clientId,
      jti: randomUUID(),
      iat: now,
      exp: now + LIFETIME_SECONDS,
      scope: granted.join(" "),
      pda_tenant: tenantOf(client.owner),
      cnf: confirmationOf(binding),
    };
    const accessToken = signToken({ typ: ACCESS_TOKEN_TYPE, kid: keyId }, claims, key);
    return { accessToken, lifetimeSeconds: LIFETIME_SECONDS, scopes: [...granted] };
  }

  /**
   * Returns the principal of a token that is good: the owner of the client, with the scopes of the token that the client has now. The
   * principal's credential is that of the client, so that what it makes is contained in the credential's limits, and requests must be signed
   * where the credential or its owner requires it.
   *
   * @throws Failure UNAUTHENTICATED once the client's credential is not accepted any more, or the token is revoked, PERMISSION_DENIED for an address from which it may not
   * be used
   */
  async principalOf(token: GoodToken): Promise<Principal> {
    const { session, ...presented } = token;
    const { clientId, tokenId, keyId, scopes, address, tokenBinding } = presented;
    if (session) {
      const { ofSessions } = this.#options;
      if (!ofSessions) throw new Failure("CREDENTIAL_REFUSED");
      return ofSessions.principalOf({ ...presented, ...session });
    }
    const client = await this.requireClient(clientId);
    if (await this.#options.revoked.has(tokenId)) throw new Failure("CREDENTIAL_REFUSED");
    client.use(address);
    const mechanism = AuditMechanism.AUDIT_MECHANISM_EMBEDDED_ACCESS_TOKEN;
    const principal = client.principal(scopes, { mechanism, tokenBinding, clientId });
    return { ...principal, issuedToken: { names: [tokenId], keyId } };
  }

  /**
   * Returns what a token says that counts now.
   * @param clientId the client that asks, which has proved its identity
   * @returns undefined for a token of another client, for one that has ended or is revoked, and for everything else
   */
  async introspect(clientId: string, token: string): Promise<OwnToken | undefined> {
    const found = await this.#verified(clientId, token);
    return found && !(await this.#options.revoked.has(found.tokenId)) ? found : undefined;
  }

  /** Revokes a token of the client. Does nothing with anything else. */
  async revoke(
    tx: Pick<Transaction, "revokedAccessTokens">,
    { clientId, token }: { readonly clientId: string; readonly token: string },
  ): Promise<void> {
    const found = await this.#verified(clientId, token);
    if (found) await tx.revokedAccessTokens.revoke(found);
  }

  /** Takes into account what was revoked just now. */
  readRevokedAgain(): void {
    this.#options.revoked.readAgain();
  }

  async #verified(clientId: string, token: string): Promise<OwnToken | undefined> {
    const expected = { issuer: this.issuer, audience: this.issuer, typ: ACCESS_TOKEN_TYPE };
    try {
      const { payload } = await jwtVerify<OwnClaims>(token, this.find, {
        ...expected,
        algorithms: ["ES256"],
      });
      const { client_id, jti, iat, exp, scope, cnf } = payload;
      if (client_id !== clientId) return undefined;
      return {
        tokenId: jti,
        issuedAt: new Date(iat * 1000),
        expiresAt: new Date(exp * 1000),
        scopes: scope === "" ? [] : scope.split(" "),
        certificateThumbprint: cnf["x5t#S256"] ?? "",
        keyThumbprint: cnf.jkt ?? "",
      };
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }

  /** Returns the keys that verify tokens. */
  published(): SigningKey[] {
    return this.#options.signingKeys.published().filter(({ purpose }) => purpose === "access_token");
  }

  /** Returns the key of a token's header, as jose asks for it. No other service has to be asked. @throws JWKSNoMatchingKey */
  readonly find: JWTVerifyGetKey = ({ kid }) => {
    const found = this.published().find(({ keyId }) => keyId === kid);
    if (!found) throw new errors.JWKSNoMatchingKey();
    const opened =
      this.#opened.get(found.keyId) ?? createPublicKey({ key: { ...found.publicKey }, format: "jwk" });
    this.#opened.set(found.keyId, opened);
    return opened;
  };
}

/** Returns the claim `cnf` (RFC 7800): by RFC 8705 section 3.1, or by RFC 9449 section 6.1. */
function confirmationOf(binding: TokenRequest["binding"]): object {
  switch (binding?.$case) {
    case "certificateFingerprint":
      return { "x5t#S256": binding.value.toString("base64url") };
    case "keyThumbprint":
      return { jkt: binding.value };
    case undefined:
      throw new Failure("INTERNAL", { cause: new Error("an access token must be bound") });
  }
}

/** Else a request would prove two callers. @throws Failure CREDENTIALS_DISAGREE for a certificate of another owner, or of another terminal */
function requireSameOwner(client: OAuthClient, { kind, tenantId, deviceId }: Principal): void {
  const own = client.principal([], client.authentication);
  if (kind === own.kind && tenantId === own.tenantId && deviceId === own.deviceId) return;
  throw new Failure("CREDENTIALS_DISAGREE", {
    message: "The client certificate of the connection belongs to another owner. Connect with your own.",
  });
}

/** A client that is a certificate has proved it on this very connection. @throws Failure CREDENTIAL_REFUSED */
function requireOwnCertificate({ proves }: OAuthClient, binding: TokenRequest["binding"]): void {
  const isOther =
    proves.kind === "certificate" &&
    binding?.$case === "certificateFingerprint" &&
    !proves.fingerprint.equals(binding.value);
  if (isOther) throw new Failure("CREDENTIAL_REFUSED");
}
