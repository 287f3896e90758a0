import { errors, type KoaContextWithOIDC } from "oidc-provider";
import type { IssueAccessTokenRequest } from "../../../gen/ts/pda/access/v1/authorization_server_service.ts";
import { Failure } from "../../rpc/failure.ts";
import type { ReadCredentials } from "../credentials.ts";
import { type ProofUses, verifiedProof } from "../dpop.ts";
import { exchangeOf } from "../exchange.ts";
import type { AuthorizationCore } from "./core-calls.ts";

/** What issuing a token needs. */
export interface TokenIssuing {
  readonly core: AuthorizationCore;
  readonly credentialsOf: ReadCredentials;
  readonly proofs: Pick<ProofUses, "use">;
}

type Binding = NonNullable<IssueAccessTokenRequest["binding"]>;

/** What a token is bound to, and its `token_type`. */
interface Bound {
  readonly binding: Binding;
  readonly type: "Bearer" | "DPoP";
}

/** Answers a client that has proved its identity with an access token. @throws the library's errors, which it answers by RFC 6749 section 5.2 */
export async function issueToken(ctx: KoaContextWithOIDC, options: TokenIssuing): Promise<void> {
  const { client, params } = ctx.oidc;
  if (!client) throw new errors.InvalidClientAuth("the client is unknown");
  const asked = typeof params?.scope === "string" ? params.scope.split(" ").filter((one) => one !== "") : [];
  const held = new Set(client.scope?.split(" "));
  const beyond = asked.find((one) => !held.has(one));
  if (beyond !== undefined) throw new errors.InvalidScope("the client does not hold the scope", beyond);
  const exchange = exchangeOf(ctx.res as never);
  try {
    const { binding, type } = await boundTo(ctx, options);
    const { clientId } = client;
    const { address } = exchange;
    const issued = await options.core.issue({ clientId, scopes: asked, binding, address });
    ctx.body = {
      access_token: issued.accessToken,
      token_type: type,
      expires_in: issued.lifetimeSeconds,
      scope: issued.scopes.join(" "),
    };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    // For the audit log, which has a record of each refusal.
    exchange.failure = error;
    if (error.dpopNonce !== undefined) ctx.set("DPoP-Nonce", error.dpopNonce);
    throw answerTo(error);
  }
}

/**
 * Returns what the token is to be bound to: the key of the DPoP proof, which counts as used then, else the client certificate of the
 * connection. The client is known here, so that strangers cannot have proofs remembered.
 */
async function boundTo(ctx: KoaContextWithOIDC, { credentialsOf, proofs }: TokenIssuing): Promise<Bound> {
  const { certificate, proof } = credentialsOf(ctx.req);
  if (proof) {
    const verified = await verifiedProof(proof, undefined);
    await proofs.use(verified, proof);
    if (proof.nextNonce !== undefined) ctx.set("DPoP-Nonce", proof.nextNonce);
    return { binding: { $case: "keyThumbprint", value: verified.keyThumbprint }, type: "DPoP" };
  }
  if (!certificate)
    throw new errors.InvalidRequest(
      "a token is bound to a key or a client certificate: send a DPoP proof, or connect with a certificate, which may be self-signed",
    );
  const value = Buffer.from(certificate.fingerprint, "hex");
  return { binding: { $case: "certificateFingerprint", value }, type: "Bearer" };
}

/** Returns the error of OAuth for a failure; the failure itself when the service is at fault. */
function answerTo(failure: Failure): Error {
  const { reason, message } = failure;
  if (reason === "DPOP_NONCE_NEEDED") return new errors.UseDpopNonce(message);
  if (reason.startsWith("DPOP_")) return new errors.InvalidDpopProof(message);
  if (reason === "CREDENTIAL_REFUSED") return new errors.InvalidClientAuth("the client is not accepted");
  if (reason === "NETWORK_NOT_ALLOWED") return new errors.InvalidClientAuth(message);
  if (reason === "CLIENT_CERTIFICATE_REFUSED") return new errors.InvalidRequest(message);
  return failure;
}
