import { errors, type KoaContextWithOIDC } from "oidc-provider";
import { catalogue } from "../../../gen/errors/catalogue.ts";
import type { Principal } from "../../../gen/ts/pda/access/v1/access.ts";
import type { IssueAccessTokenRequest } from "../../../gen/ts/pda/access/v1/authorization_server_service.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Authenticator } from "../authenticate.ts";
import type { ClientCertificate } from "../client-certificate.ts";
import { type AuthorizationCore, callerOf } from "./core-calls.ts";
import { type ProofChecking, provenKey } from "./people/proven-key.ts";

/** What issuing a token needs. */
export interface TokenIssuing extends ProofChecking {
  readonly authenticator: Pick<Authenticator, "holderOf">;
  readonly core: AuthorizationCore;
  /** Tokens that are bound to a certificate count nowhere (`oauth.tokenBinding`). */
  readonly needsDpop: boolean;
}

type Binding = NonNullable<IssueAccessTokenRequest["binding"]>;

/** What a token is bound to, and its `token_type`. */
interface Bound {
  readonly binding: Binding;
  readonly type: "Bearer" | "DPoP";
}

/** Answers a client that has proved its identity with an access token. @throws the library's errors, and Failure */
export async function issueToken(ctx: KoaContextWithOIDC, options: TokenIssuing): Promise<void> {
  const { client, params } = ctx.oidc;
  if (!client) throw new errors.InvalidClientAuth("the client is unknown");
  const asked = typeof params?.scope === "string" ? params.scope.split(" ").filter((one) => one !== "") : [];
  const held = new Set(client.scope?.split(" "));
  const beyond = asked.find((one) => !held.has(one));
  if (beyond !== undefined) throw new errors.InvalidScope("the client does not hold the scope", beyond);
  const { certificate } = options.credentialsOf(ctx.req);
  const certificateHolder = certificate && (await holderOf(certificate, ctx, options));
  const { binding, type } = await boundTo(ctx, certificate, options);
  const issued = await options.core.issue(
    { clientId: client.clientId, scopes: asked, binding, certificateHolder },
    callerOf(ctx),
  );
  ctx.body = {
    access_token: issued.accessToken,
    token_type: type,
    expires_in: issued.lifetimeSeconds,
    scope: issued.scopes.join(" "),
  };
}

/**
 * Returns what the token is to be bound to: the key of the DPoP proof, which counts as used then, else the client certificate of the
 * connection. The client is known here, so that strangers cannot have proofs remembered.
 */
async function boundTo(
  ctx: KoaContextWithOIDC,
  certificate: ClientCertificate | undefined,
  options: TokenIssuing,
): Promise<Bound> {
  const keyThumbprint = await provenKey(ctx, options);
  if (keyThumbprint !== undefined)
    return { binding: { $case: "keyThumbprint", value: keyThumbprint }, type: "DPoP" };
  if (options.needsDpop)
    throw new errors.InvalidRequest(
      "this service takes only tokens that are bound to a key: send a DPoP proof",
    );
  if (!certificate)
    throw new errors.InvalidRequest(
      "a token is bound to a key or a client certificate: send a DPoP proof, or connect with a certificate, which may be self-signed",
    );
  const value = Buffer.from(certificate.fingerprint, "hex");
  return { binding: { $case: "certificateFingerprint", value }, type: "Bearer" };
}

/**
 * Returns whom this service has issued a certificate to; undefined for a certificate that others have issued.
 * @throws InvalidClientAuth for a certificate of this service that is expired or revoked
 */
async function holderOf(
  certificate: ClientCertificate,
  ctx: KoaContextWithOIDC,
  { authenticator }: TokenIssuing,
): Promise<Principal | undefined> {
  const { requestId, address } = callerOf(ctx);
  try {
    return await authenticator.holderOf(certificate, requestId, address);
  } catch (error) {
    if (error instanceof Failure && catalogue[error.entry].httpStatus === 401)
      throw new errors.InvalidClientAuth("the client certificate of the connection is not in force");
    throw error;
  }
}
