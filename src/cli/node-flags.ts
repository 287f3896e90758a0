/**
 * What every process of ours tells Node; `bin/pda` says the same when a person starts one. The young generation of V8 may grow to 16 MiB
 * a half (the preset of 64-bit machines is 64): under load a tier keeps little of what it makes, and the rest only takes memory and
 * makes each pause longer. It cannot be set once V8 runs.
 */
export const NODE_FLAGS: readonly string[] = [
  "--disable-warning=ExperimentalWarning",
  "--max-semi-space-size=16",
];
