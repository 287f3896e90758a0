import { createPublicKey } from "node:crypto";
import {
  AuthorizationServerServiceService as service,
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
import { requestIdOf } from "../../rpc/request-id.ts";
import { ANONYMOUS } from "../anonymous.ts";

const DEADLINE_MS = 5_000;

/** A client that may get access tokens. */
export interface OAuthClient {
  /** What the client proves to be: it has a key, with the only algorithm of the key, or connects with a certificate, by its SHA-256 in hex. */
  readonly proves:
    | { readonly kind: "key"; readonly jwk: object; readonly algorithm: string }
    | { readonly kind: "certificate"; readonly fingerprint: string };
  readonly scopes: readonly string[];
}

/** A token that counts, with its times in seconds since 1970. */
interface IssuedToken {
  readonly iat: number;
  readonly exp: number;
  readonly scopes: readonly string[];
  readonly cnf: { readonly "x5t#S256": string } | { readonly jkt: string };
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
  const ask = async (path: string, request: Uint8Array, requestId = requestIdOf(undefined)) => {
    const { response } = await core.call(path, request, {
      requestId,
      principal: ANONYMOUS,
      deadlineMs: Date.now() + DEADLINE_MS,
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    return response;
  };
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
    /** Issues an access token. */
    async issue(wanted: IssueAccessTokenRequest): Promise<IssueAccessTokenResponse> {
      const request = IssueAccessTokenRequest.encode(wanted).finish();
      return IssueAccessTokenResponse.decode(await ask(service.issueAccessToken.path, request));
    },
    /** Returns what a token of the client says; undefined for one that does not count, and for one of another client. */
    async introspect(clientId: string, token: string): Promise<IssuedToken | undefined> {
      try {
        const request = IntrospectAccessTokenRequest.encode({ clientId, token }).finish();
        const { issueTime, expireTime, scopes, certificateThumbprint, keyThumbprint } =
          IntrospectAccessTokenResponse.decode(await ask(service.introspectAccessToken.path, request));
        const cnf = keyThumbprint === "" ? { "x5t#S256": certificateThumbprint } : { jkt: keyThumbprint };
        return { iat: Number(issueTime?.seconds), exp: Number(expireTime?.seconds), scopes, cnf };
      } catch (error) {
        if (error instanceof Failure && error.entry === "NOT_FOUND") return undefined;
        throw error;
      }
    },
    /** Revokes a token of the client. Does nothing with anything else. */
    async revoke(clientId: string, token: string): Promise<void> {
      const request = RevokeAccessTokenRequest.encode({ clientId, token }).finish();
      await ask(service.revokeAccessToken.path, request);
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
