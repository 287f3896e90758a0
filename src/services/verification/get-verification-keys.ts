import type { RecordServiceService } from "../../../gen/ts/pda/verification/v1/record_service.ts";
import { SIGNING_ALGORITHMS } from "../../domain/signing/signing-key.ts";
import type { Handlers } from "../../rpc/handler.ts";
import type { SigningKeys } from "../signing/signing-keys.ts";

export const getVerificationKeys =
  (signingKeys: SigningKeys): Handlers<typeof RecordServiceService>["getVerificationKeys"] =>
  async () => ({
    keySet: {
      keys: signingKeys.published().map(({ keyId: kid, purpose, publicKey: { kty, crv, x, y } }) => ({
        kty,
        use: "sig",
        alg: SIGNING_ALGORITHMS[purpose],
        kid,
        crv,
        x,
        y,
      })),
    },
  });
