import type {
  GetVerificationKeysRequest,
  GetVerificationKeysResponse,
} from "../../../gen/ts/pda/verification/v1/record_service.ts";
import type { Handler } from "../../rpc/handler.ts";
import type { SigningKeys } from "../signing/signing-keys.ts";

export const getVerificationKeys =
  (signingKeys: SigningKeys): Handler<GetVerificationKeysRequest, GetVerificationKeysResponse> =>
  async () => ({
    keySet: {
      keys: signingKeys.published().map(({ keyId: kid, publicKey: { kty, crv, x, y } }) => ({
        kty,
        use: "sig",
        alg: "ES256",
        kid,
        crv,
        x,
        y,
      })),
    },
  });
