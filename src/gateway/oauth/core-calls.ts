import { createPublicKey } from "node:crypto";
import type { KoaContextWithOIDC } from "oidc-provider";
import {
  AuthorizationServerServiceService as service,
  CountRefusedClientRequest,
  GetOAuthClientRequest,
  GetOAuthClientResponse,
  IntrospectAccessTokenRequest,
  IntrospectAccessTokenResponse,
  IssueAccessTokenRequest,
  IssueAccessTokenResponse,
  ListAccessTokenKeysRequest,
  ListAccessTokenKeysResponse,
  RevokeAccessTokenRequest,
  SpendClientAssertionRequest,
} from "../../../gen/ts/pda/access/v1/authorization_server_service.ts";
import type { CoreClient } from "../../rpc/client.ts";
import { Failure } from "../../rpc/failure.ts";
import { exchangeOf } from "../exchange.ts";
import { ownCall } from "../own-call.ts";

const DEADLINE_MS = 5_000;

/** A client that may get access tokens. */
export interface OAuthClient {
  /** What the client proves to be: it has a key, with the only algorithm of the key, or connects with a certificate, by its SHA-256 in hex. */
  readonly proves:
    | { readonly kind: "key"; readonly jwk: object; readonly algorithm: string }
    | { readonly kind: "certificate"; readonly fingerprint: string };
  readonly scopes: readonly string[];
}

/** A request of a client about a token. */
export interface TokenQuestion {
  readonly clientId: string;
  readonly token: string;
  readonly caller: ClientCaller;
}

/** A token that counts, with its times in seconds since 1970. */
interface IssuedToken {
  readonly iat: number;
  readonly exp: number;
  readonly scopes: readonly string[];
  readonly cnf: { readonly "x5t#S256": string } | { readonly jkt: string };
}

/** From where a client calls, for the networks of its key and for the audit log. */
export interface ClientCaller {
  readonly requestId: string;
  readonly address: string;
}

/** Returns from where the client of a request calls. */
export function callerOf(ctx: KoaContextWithOIDC): ClientCaller {
  const { requestId, address } = exchangeOf(ctx.res as never);
  return { requestId, address };
}

type Authentication = NonNullable<GetOAuthClientResponse["authentication"]>;

function provenBy(authentication: Authentication): OAuthClient["proves"] {
  if (authentication.$case === "certificateFingerprint")
    return { kind: "certificate", fingerprint: authentication.value.toString("hex") };
  const { publicKey, algorithm } = authentication.value;
  const key = createPublicKey({ key: publicKey, format: "der", type: "spki" });
  return { kind: "key", jwk: key.export({ format: "jwk" }), algorithm };
}

/** The questions of the authorisation server to the core. Each may throw a Failure. */
export type AuthorizationCore = ReturnType<typeof authorizationCore>;

/** Makes the questions of the authorisation server to the core, which knows the clients and signs the tokens. */
export function authorizationCore(core: Pick<CoreClient, "call">) {
  const ask = (path: string, request: Uint8Array, requestId?: string) =>
    ownCall(core, {
      path,
      request,
      withinMs: DEADLINE_MS,
      ...(requestId === undefined ? {} : { requestId }),
    });
  return {
    /** Returns a client; undefined when nobody with this identifier may get tokens now. */
    async client(clientId: string): Promise<OAuthClient | undefined> {
      if (clientId.length > 255) return undefined;
      try {
        const request = GetOAuthClientRequest.encode({ clientId }).finish();
        const { authentication, scopes } = GetOAuthClientResponse.decode(
          await ask(service.getOAuthClient.path, request),
        );
        return authentication && { proves: provenBy(authentication), scopes };
      } catch (error) {
        if (error instanceof Failure && error.entry === "NOT_FOUND") return undefined;
        throw error;
      }
    },
    /** Uses the `jti` of a client assertion. @param expires seconds since 1970 @throws Failure TOKEN_REPLAYED */
    async spend(clientId: string, tokenId: string, expires: number): Promise<void> {
      const expireTime = { seconds: BigInt(Math.ceil(expires)), nanos: 0 };
      const request = SpendClientAssertionRequest.encode({ clientId, tokenId, expireTime }).finish();
      await ask(service.spendClientAssertion.path, request);
    },
    /** Counts a client that was refused. @throws Failure RATE_LIMITED while it has to wait */
    async countRefused(clientId: string, { requestId, address }: ClientCaller): Promise<void> {
      const request = CountRefusedClientRequest.encode({ clientId, address }).finish();
      await ask(service.countRefusedClient.path, request, requestId);
    },
    /** Issues an access token. */
    async issue(
      wanted: Omit<IssueAccessTokenRequest, "address">,
      { requestId, address }: ClientCaller,
    ): Promise<IssueAccessTokenResponse> {
      const request = IssueAccessTokenRequest.encode({ ...wanted, address }).finish();
      return IssueAccessTokenResponse.decode(await ask(service.issueAccessToken.path, request, requestId));
    },
    /** Returns what a token of the client says; undefined for one that does not count, and for one of another client. */
    async introspect({ caller, ...asked }: TokenQuestion): Promise<IssuedToken | undefined> {
      const { requestId, address } = caller;
      try {
        const request = IntrospectAccessTokenRequest.encode({ ...asked, address }).finish();
        const { issueTime, expireTime, scopes, certificateThumbprint, keyThumbprint } =
          IntrospectAccessTokenResponse.decode(
            await ask(service.introspectAccessToken.path, request, requestId),
          );
        const cnf = keyThumbprint === "" ? { "x5t#S256": certificateThumbprint } : { jkt: keyThumbprint };
        return { iat: Number(issueTime?.seconds), exp: Number(expireTime?.seconds), scopes, cnf };
      } catch (error) {
        if (error instanceof Failure && error.entry === "NOT_FOUND") return undefined;
        throw error;
      }
    },
    /** Revokes a token of the client. Does nothing with anything else. */
    async revoke({ caller, ...asked }: TokenQuestion): Promise<void> {
      const { requestId, address } = caller;
      const request = RevokeAccessTokenRequest.encode({ ...asked, address }).finish();
      await ask(service.revokeAccessToken.path, request, requestId);
    },
    /** Returns the public keys of access tokens as JSON Web Keys. */
    async keys(): Promise<object[]> {
      const request = ListAccessTokenKeysRequest.encode({}).finish();
      const { keys } = ListAccessTokenKeysResponse.decode(
        await ask(service.listAccessTokenKeys.path, request),
      );
      return keys.map(({ keyId: kid, x, y }) => ({
        kty: "EC",
        use: "sig",
        alg: "ES256",
        kid,
        crv: "P-256",
        x,
        y,
      }));
    },
  };
}
