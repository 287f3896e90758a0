import {
  AuthorizationServerServiceService,
  type GetOAuthClientResponse,
} from "../../../../gen/ts/pda/access/v1/authorization_server_service.ts";
import type { Timestamp } from "../../../../gen/ts/google/protobuf/timestamp.ts";
import { Failure } from "../../../rpc/failure.ts";
import { implement, type ServedMethod } from "../../../rpc/handler.ts";
import { requireFound } from "../../contract/require-found.ts";
import { requireDate, timestamp } from "../../contract/timestamp.ts";
import type { TokenCheck } from "../token.ts";
import type { OwnTokens } from "./own-tokens.ts";

/** What the embedded authorisation server needs of the core. */
interface AuthorizationServerDeps {
  readonly ownTokens: OwnTokens;
  readonly tokens: Pick<TokenCheck, "spend">;
}

/** Serves what the gateway's authorisation server asks. */
export function authorizationServerService({ ownTokens, tokens }: AuthorizationServerDeps): ServedMethod[] {
  return implement(AuthorizationServerServiceService, {
    getOAuthClient: async ({ request }) => {
      const { scopes, proves } = requireFound(await ownTokens.client(request.clientId));
      const authentication: GetOAuthClientResponse["authentication"] =
        proves.kind === "key"
          ? {
              $case: "key",
              value: { publicKey: Buffer.from(proves.spki), algorithm: proves.algorithm },
            }
          : { $case: "certificateFingerprint", value: proves.fingerprint };
      return { scopes: [...scopes], authentication };
    },
    spendClientAssertion: async ({ request: { clientId, tokenId, expireTime } }) => {
      const expiresAt = requireDate("expire_time", expireTime as Timestamp);
      // Of the same kind as the JWTs for requests, so that one `jti` of a key counts once wherever it is shown.
      if (!(await tokens.spend({ kind: "jwt", credentialId: clientId, nonce: tokenId, expiresAt })))
        throw new Failure("TOKEN_REPLAYED");
      return {};
    },
    issueAccessToken: ({ request }) => ownTokens.issue(request),
    introspectAccessToken: async ({ request: { clientId, token } }) => {
      const { issuedAt, expiresAt, scopes, ...binding } = requireFound(
        await ownTokens.introspect(clientId, token),
      );
      return {
        issueTime: timestamp(issuedAt),
        expireTime: timestamp(expiresAt),
        scopes: [...scopes],
        certificateThumbprint: binding.certificateThumbprint,
        keyThumbprint: binding.keyThumbprint,
      };
    },
    revokeAccessToken: async ({ request: { clientId, token } }) => {
      await ownTokens.revoke(clientId, token);
      return {};
    },
    listAccessTokenKeys: async () => ({
      keys: ownTokens.published().map(({ keyId, publicKey: { x, y } }) => ({ keyId, x, y })),
    }),
  });
}
