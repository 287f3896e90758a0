import type { RecordServiceService } from "../../../gen/ts/pda/verification/v1/record_service.ts";
import { isP256, SIGNING_ALGORITHMS } from "../../domain/signing/signing-key.ts";
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

/** Returns the keys that sign documents. Access tokens and webhooks have key sets of their own. */
const documentKeys = (signingKeys: SigningKeys) =>
  signingKeys
    .published()
    .filter(isP256)
    .filter(({ purpose }) => purpose !== "access_token");
