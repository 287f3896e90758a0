/**
 * The Node flags of every process of the product; `bin/pda` sets the same flags. Each half of V8's young generation may grow to 16 MiB
 * (V8's default on 64-bit machines is 64 MiB). Under load most objects of a tier die young, so a larger young generation only takes
 * memory and lengthens the pauses. The size cannot change once V8 runs.
 */
export const NODE_FLAGS: readonly string[] = [
  "--disable-warning=ExperimentalWarning",
  "--max-semi-space-size=16",
];
