import {
  AuthorizationServerServiceService,
  type GetOAuthClientResponse,
} from "../../../../gen/ts/pda/access/v1/authorization_server_service.ts";
import type { Timestamp } from "../../../../gen/ts/google/protobuf/timestamp.ts";
import { isP256 } from "../../../domain/signing/signing-key.ts";
import type { AuditTrail } from "../../../rpc/audit/trail.ts";
import { Failure } from "../../../rpc/failure.ts";
import { implement, type ServedMethod } from "../../../rpc/handler.ts";
import { requireFound } from "../../contract/require-found.ts";
import { requireDate, timestamp } from "../../contract/timestamp.ts";
import { type GuessDeps, guessFrom } from "../guesses.ts";
import type { TokenCheck } from "../token.ts";
import { acceptCall } from "./client-calls.ts";
import type { OwnTokens } from "./own-tokens.ts";

/** What the embedded authorisation server needs of the core. */
interface AuthorizationServerDeps {
  readonly ownTokens: OwnTokens;
  readonly tokens: Pick<TokenCheck, "spend"> & GuessDeps;
  readonly audit: Pick<AuditTrail, "note" | "commit" | "addressHash" | "isFull">;
}

/** Serves what the gateway's authorisation server asks. */
export function authorizationServerService(deps: AuthorizationServerDeps): ServedMethod[] {
  const { ownTokens, tokens, audit } = deps;
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
    countRefusedClient: async ({ request: { clientId, address } }) => {
      const guess = await guessFrom(tokens, address, clientId);
      const verdict = await guess.wrong((await ownTokens.client(clientId)) !== undefined);
      if (verdict.entry === "RATE_LIMITED") throw verdict;
      return {};
    },
    issueAccessToken: async (call) => {
      const { client, record } = await acceptCall(deps, "IssueAccessToken", call);
      const issued = ownTokens.issue(client, call.request);
      audit.note(record);
      return issued;
    },
    introspectAccessToken: async (call) => {
      const { clientId, token } = call.request;
      audit.note((await acceptCall(deps, "IntrospectAccessToken", call)).record);
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
    revokeAccessToken: async (call) => {
      const { clientId, token } = call.request;
      const { record } = await acceptCall(deps, "RevokeAccessToken", call);
      await call.transact(async (tx) => {
        await ownTokens.revoke(tx, { clientId, token });
        audit.commit(tx, [record]);
        return {};
      });
      ownTokens.readRevokedAgain();
      return {};
    },
    listAccessTokenKeys: async () => ({
      keys: ownTokens
        .published()
        .filter(isP256)
        .map(({ keyId, publicKey: { x, y } }) => ({ keyId, x, y })),
    }),
  });
}
