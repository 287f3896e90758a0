import { randomUUID } from "node:crypto";
import type { Principal } from "../../../../gen/ts/pda/access/v1/access.ts";
import { AuditMechanism } from "../../../../gen/ts/pda/audit/v1/audit.ts";
import type { IssueSessionTokenRequest } from "../../../../gen/ts/pda/access/v1/sign_in_service.ts";
import type { RegisteredCredential } from "../../../domain/access/credential.ts";
import { uuidOf } from "../../../domain/identifier/identifier.ts";
import { Failure } from "../../../rpc/failure.ts";
import type { SignInSession } from "../../../store/sign-in-sessions.ts";
import { numericDate, signToken } from "../../../trust/signed-token.ts";
import type { SigningKeys } from "../../signing/signing-keys.ts";
import { principalOfRegistered } from "../principal.ts";
import type { RevokedTokens } from "./revoked-tokens.ts";
import type { SessionCredentials } from "./session-credentials.ts";
import {
  ACCESS_TOKEN_TYPE,
  type GoodToken,
  LIFETIME_SECONDS,
  type TokenSession,
  tenantOf,
} from "./token-form.ts";

interface SessionTokensOptions {
  /** Address of this service: issuer and audience of its tokens. */
  readonly publicUrl: string;
  readonly signingKeys: Pick<SigningKeys, "of">;
  readonly credentials: SessionCredentials;
  readonly revoked: Pick<RevokedTokens, "has">;
}

/** A person's token whose signature and claims are good. */
type GoodSessionToken = Omit<GoodToken, "session"> & TokenSession;

/**
 * The access tokens of people. A token stands for the registered credential that the person has signed in as: it counts while the credential
 * is accepted, from the credential's networks, with no scope that the credential lacks, until the session or the grant is revoked.
 */
export class SessionTokens {
  readonly #options: SessionTokensOptions;

  constructor(options: SessionTokensOptions) {
    this.#options = options;
  }

  /** Issues a token in a session that is in force. @throws Failure UNAVAILABLE */
  issue(
    session: SignInSession,
    { owner, scopes: held }: RegisteredCredential,
    wanted: Pick<IssueSessionTokenRequest, "clientId" | "grantId" | "scopes" | "keyThumbprint">,
  ) {
    const { publicUrl, signingKeys } = this.#options;
    const { keyId, key } = signingKeys.of("access_token");
    const scopes = held.filter((one) => wanted.scopes.includes(one));
    const now = numericDate(new Date());
    const exp = Math.min(now + LIFETIME_SECONDS, numericDate(session.expiresAt));
    const claims = {
      iss: publicUrl,
      aud: publicUrl,
      sub: session.credentialId,
      client_id: wanted.clientId,
      jti: randomUUID(),
      iat: now,
      exp,
      scope: scopes.join(" "),
      pda_tenant: tenantOf(owner),
      sid: session.sessionId,
      pda_grant: wanted.grantId,
      cnf: { jkt: wanted.keyThumbprint },
    };
    const accessToken = signToken({ typ: ACCESS_TOKEN_TYPE, kid: keyId }, claims, key);
    return { accessToken, lifetimeSeconds: exp - now, scopes };
  }

  /** Returns the principal of a good token. @throws Failure UNAUTHENTICATED, PERMISSION_DENIED */
  async principalOf(token: GoodSessionToken): Promise<Principal> {
    const { credentials, revoked } = this.#options;
    const credential = await credentials.find(token.credentialId);
    if (!credential) throw new Failure("CREDENTIAL_REFUSED");
    const names = [token.tokenId, token.grantId, uuidOf("session", token.sessionId)];
    for (const name of names) if (await revoked.has(name)) throw new Failure("CREDENTIAL_REFUSED");
    credentials.use(credential, token.address);
    const scopes = credential.scopes.filter((one) => token.scopes.includes(one));
    const { clientId, sessionId, keyId, tokenBinding } = token;
    const mechanism = AuditMechanism.AUDIT_MECHANISM_SESSION;
    const authentication = { mechanism, tokenBinding, clientId, sessionId };
    return {
      ...principalOfRegistered({ ...credential, scopes }, authentication),
      issuedToken: { names, keyId },
    };
  }
}
