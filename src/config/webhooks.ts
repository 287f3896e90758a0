import { z } from "zod";
import { path, text } from "./values.ts";
import { canonicalNetwork } from "../domain/access/source-network.ts";
import { portRangeOf } from "../domain/webhook/address.ts";

const network = text(49).refine(
  (given) => canonicalNetwork(given) === given,
  "must be an IP network such as 10.0.0.0/8, with host bits zero",
);

/** Endpoints that events are sent to. */
export const webhooks = z.strictObject({
  endpointsMax: z.int().min(1).max(1000).default(20).describe("endpoints of one merchant or publisher"),
  walletEndpointsMax: z
    .int()
    .min(0)
    .max(100)
    .default(3)
    .describe("endpoints of one wallet; 0: holders of wallets have none"),
  ports: z
    .array(
      text(11).transform((given, ctx) => {
        const range = portRangeOf(given);
        if (range) return range;
        ctx.addIssue({ code: "custom", message: "must be a port or a range such as 1024-65535" });
        return z.NEVER;
      }),
    )
    .min(1)
    .max(20)
    .prefault(["443", "1024-65535"])
    .describe("ports and ranges of ports that endpoints may have"),
  allowedNetworks: z
    .array(network)
    .max(100)
    .default([])
    .describe("networks that endpoints may be in although they are not on the public internet, as CIDR"),
  refusedNetworks: z
    .array(network)
    .max(100)
    .default([])
    .describe(
      "networks that nothing is sent to although they look public, as CIDR: your own public addresses, the prefix of your NAT64. They win over allowed ones",
    ),
  caFile: path()
    .optional()
    .describe("certificates of authorities that receivers may have besides the public ones, in PEM"),
});
