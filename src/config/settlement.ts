import { z } from "zod";
import { text } from "./values.ts";
import { tierOf } from "../domain/settlement/policy.ts";

/** How the worker settles payments. */
export const settlement = z.strictObject({
  paymentsMax: z
    .int()
    .min(1)
    .max(10_000)
    .default(10_000)
    .describe("payments in one settlement; also refunds: see [Payouts](../operations.md#payouts)"),
  amountMin: text(40)
    .regex(/^(0|[1-9][0-9]{0,17})([.][0-9]{1,18})?$/, "must be a decimal number such as 12.50")
    .default("0")
    .describe(
      "smallest amount that is paid out, in whole units of the asset type; smaller amounts wait for further payments",
    ),
  waitSeconds: z
    .int()
    .min(0)
    .max(2_592_000)
    .default(0)
    .describe(
      "seconds for which the worker collects payments after the first one, unless `settlement.paymentsMax` is reached earlier",
    ),
  finalityTiers: z
    .array(
      text(100).refine(
        (tier) => tierOf(tier) !== undefined,
        "must look like USDX<=1000=3, USDX=12 or *=6 (asset type, largest amount, confirmations)",
      ),
    )
    .max(100)
    .default([])
    .describe(
      "confirmations by asset type and amount; the first entry that matches applies: `USDX<=1000=3`, `USDX=12`, `*=6`, with a network `USDX@net:1=20`. The network's own `confirmations` is the minimum",
    ),
  raiseFeeAfterSeconds: z
    .int()
    .min(0)
    .max(86_400)
    .default(120)
    .describe(
      "seconds for which the next transfer in sequence waits before the worker sends it again with a higher fee; 0 for never",
    ),
  raiseFeePercent: z.int().min(10).max(1000).default(25).describe("smallest raise of the fee, in percent"),
  feeRaisesMax: z
    .int()
    .min(0)
    .max(20)
    .default(6)
    .describe("how often the worker raises the fee of a transfer before an operator must act"),
});
