import type { WebhookServiceService } from "../../../gen/ts/pda/event/v1/webhook_service.ts";
import { SIGNING_ALGORITHMS } from "../../domain/signing/signing-key.ts";
import type { Handlers } from "../../rpc/handler.ts";
import type { SigningKeys } from "../signing/signing-keys.ts";

/** Returns the public keys that verify deliveries. */
export const getWebhookKeys =
  (signingKeys: Pick<SigningKeys, "published">): Handlers<typeof WebhookServiceService>["getWebhookKeys"] =>
  async () => ({
    keySet: {
      keys: signingKeys
        .published()
        .filter(({ purpose }) => purpose === "webhook")
        .map(({ keyId: kid, publicKey: { kty, crv, x } }) => ({
          kty,
          use: "sig",
          alg: SIGNING_ALGORITHMS.webhook,
          kid,
          crv,
          x,
        })),
    },
  });
