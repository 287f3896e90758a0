import { z } from "zod";
import { address, host, metricsPort, path, port, text } from "./values.ts";

/** CAIP-2 network, https://chainagnostic.org/CAIPs/caip-2. */
const CAIP2 = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/;

/** Settings that each network has. */
const ofNetwork = (developmentPort: number) => ({
  rpcUrl: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .optional()
    .describe(
      "JSON-RPC address of a node; unset in a sandbox, `pda up` runs a development network. A production service takes only `https` to a node on another machine: see [networks](../networks.md)",
    ),
  developmentPort: port(developmentPort).describe("port of the development network"),
  confirmations: z
    .int()
    .min(1)
    .max(1000)
    .default(2)
    .describe("confirmations below which no transfer is final; see also `settlement.finalityTiers`"),
  feeMax: text(30)
    .regex(/^[1-9][0-9]*$/, "must be a whole number")
    .optional()
    .describe(
      "highest fee of one transfer, in the smallest unit of the network's fee asset; unset is no limit",
    ),
  signerKeyFile: path()
    .optional()
    .describe("file with the signing key, mode 0600; unset in a sandbox is the well-known development key"),
});

export const chainAdapter = z.strictObject({
  host: host("127.0.0.1").describe("address on which the chain adapter listens"),
  port: port(8446).describe("port of gRPC over mutual TLS"),
  metricsPort: metricsPort(8451),
  address: address
    .optional()
    .describe("address of the adapter for core and worker; unset is `chainAdapter.host:chainAdapter.port`"),
  network: z
    .strictObject({
      ...ofNetwork(8447),
      chainId: z
        .int()
        .min(1)
        .max(Number.MAX_SAFE_INTEGER)
        .default(31_337)
        .describe("chain id of the network, which the node must have"),
    })
    .prefault({}),
  /** A second network, of another family. */
  secondNetwork: z
    .strictObject({
      ...ofNetwork(8453),
      serve: z
        .enum(["auto", "off"])
        .default("auto")
        .describe(
          "`auto`: the network is served when its `rpcUrl` is set, and in a sandbox; `off`: it is not",
        ),
      name: text(41)
        .regex(CAIP2, "must be a CAIP-2 network name")
        .optional()
        .describe(
          "[CAIP-2](https://chainagnostic.org/CAIPs/caip-2) name of the network; set it together with `rpcUrl`",
        ),
    })
    .prefault({}),
});
