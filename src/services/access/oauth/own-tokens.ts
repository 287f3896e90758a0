import { createPublicKey, randomUUID, type KeyObject } from "node:crypto";
import { errors, type JWTVerifyGetKey } from "jose";
import type { Principal } from "../../../../gen/ts/pda/access/v1/access.ts";
import type { IssueAccessTokenRequest } from "../../../../gen/ts/pda/access/v1/authorization_server_service.ts";
import type { CredentialOwner } from "../../../domain/access/credential.ts";
import type { SigningKey } from "../../../domain/signing/signing-key.ts";
import { Failure } from "../../../rpc/failure.ts";
import { numericDate, signToken } from "../../../trust/signed-token.ts";
import type { SigningKeys } from "../../signing/signing-keys.ts";
import type { OAuthClient, OAuthClients } from "./clients.ts";

/** `typ` of an access token (RFC 9068 section 2.1). */
const ACCESS_TOKEN_TYPE = "at+jwt";
/** Life of a token. Short, because a client gets the next one without a person. */
const LIFETIME_SECONDS = 300;

/** What the embedded authorisation server needs in the core. */
export interface OwnTokensOptions {
  /** Address of this service: issuer and audience of its tokens. */
  readonly publicUrl: string;
  readonly signingKeys: Pick<SigningKeys, "of" | "published">;
  readonly clients: Pick<OAuthClients, "find">;
}

/** What a client that has proved its identity asks for. */
export interface TokenRequest {
  readonly clientId: string;
  /** Empty: all scopes of the client. */
  readonly scopes: readonly string[];
  /** What the token is bound to. Required. */
  readonly binding?: IssueAccessTokenRequest["binding"];
  readonly address: string;
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

  /** Issues a token. @throws Failure UNAUTHENTICATED, PERMISSION_DENIED, UNAVAILABLE */
  async issue({ clientId, scopes, binding, address }: TokenRequest) {
    const client = await this.#requireClient(clientId);
    requireOwnCertificate(client, binding);
    client.use(address);
    const granted = scopes.length === 0 ? client.scopes : client.scopes.filter((one) => scopes.includes(one));
    const { keyId, key } = this.#options.signingKeys.of("access_token");
    const now = numericDate(new Date());
    const claims = {
      iss: this.issuer,
      aud: this.issuer,
      sub: clientId,
      client_id: clientId,
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
   * @throws Failure UNAUTHENTICATED once the client's credential is not accepted any more, PERMISSION_DENIED for an address from which it may not
   * be used
   */
  async principalOf(clientId: string, scopes: readonly string[], address: string): Promise<Principal> {
    const client = await this.#requireClient(clientId);
    client.use(address);
    return client.principal(scopes);
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

  async #requireClient(clientId: string): Promise<OAuthClient> {
    const client = await this.client(clientId);
    if (!client) throw new Failure("CREDENTIAL_REFUSED");
    return client;
  }
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

/** A client that is a certificate has proved it on this very connection. @throws Failure CREDENTIAL_REFUSED */
function requireOwnCertificate({ proves }: OAuthClient, binding: TokenRequest["binding"]): void {
  const isOther =
    proves.kind === "certificate" &&
    binding?.$case === "certificateFingerprint" &&
    !proves.fingerprint.equals(binding.value);
  if (isOther) throw new Failure("CREDENTIAL_REFUSED");
}

function tenantOf(owner: CredentialOwner): string {
  switch (owner.kind) {
    case "operator":
      return "operator";
    case "merchant":
      return owner.merchantId;
    case "publisher":
      return owner.publisherId;
  }
}
