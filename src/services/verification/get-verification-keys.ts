import type { RecordServiceService } from "../../../gen/ts/pda/verification/v1/record_service.ts";
import { SIGNING_ALGORITHMS } from "../../domain/signing/signing-key.ts";
import type { Handlers } from "../../rpc/handler.ts";
import type { SigningKeys } from "../signing/signing-keys.ts";

export const getVerificationKeys =
  (signingKeys: SigningKeys): Handlers<typeof RecordServiceService>["getVerificationKeys"] =>
  async () => ({
    keySet: {
      keys: documentKeys(signingKeys).map(({ keyId: kid, purpose, publicKey: { kty, crv, x, y } }) => ({
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

/** Returns the keys that sign documents. Access tokens are for this service only, and have a key set of their own. */
const documentKeys = (signingKeys: SigningKeys) =>
  signingKeys.published().filter(({ purpose }) => purpose !== "access_token");
