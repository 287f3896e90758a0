import type { RecordServiceService } from "../../../gen/ts/pda/verification/v1/record_service.ts";
import type { Handlers } from "../../rpc/handler.ts";
import type { SigningKeys } from "../signing/signing-keys.ts";

export const getVerificationKeys =
  (signingKeys: SigningKeys): Handlers<typeof RecordServiceService>["getVerificationKeys"] =>
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
