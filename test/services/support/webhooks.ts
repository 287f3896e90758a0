import type { WebhookPolicy } from "../../../src/domain/webhook/webhook.ts";

/** What the service allows by default, in production. */
export const webhookPolicy: WebhookPolicy = {
  endpointsMax: 20,
  walletEndpointsMax: 3,
  loopback: false,
  ports: [
    { from: 443, to: 443 },
    { from: 1024, to: 65_535 },
  ],
  allowedNetworks: [],
  refusedNetworks: [],
};
