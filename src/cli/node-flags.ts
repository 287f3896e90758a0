import type { Tier } from "../pki/names.ts";

/**
 * Returns the Node flags of a tier, or of any other process of the product; `bin/pda` sets the same flags.
 *
 * Each half of V8's young generation may grow to 16 MiB (V8's default on 64-bit machines is 64 MiB). Under load most objects of a tier die
 * young, so a larger young generation only takes memory and lengthens the pauses. The size cannot change once V8 runs.
 *
 * The core copies Node's machine code to large pages where the system has them, for 40 MB of its own instead of 30 MB shared with other
 * processes. A call runs through so much of that code that the processor otherwise spends a tenth of the core's time on looking up pages.
 */
export const nodeFlags = (tier?: Tier): readonly string[] => [
  "--disable-warning=ExperimentalWarning",
  "--max-semi-space-size=16",
  `--use-largepages=${tier === "core" ? "silent" : "off"}`,
];
