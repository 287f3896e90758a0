/** Levels of assurance, weakest first. `static`: a certificate alone, which can be copied. */
export const assurances = ["none", "static", "dynamic_mac", "proof_of_possession"] as const;
export type Assurance = (typeof assurances)[number];

/** The minimum assurance at which an asset is trusted. */
export type MinimumAssurance = Exclude<Assurance, "none">;

/** The policy for every asset of a type, except refunds. */
export interface AssetPolicy {
  /** Holders may transfer ownership. */
  readonly transferable: boolean;
  readonly minimumAssurance: MinimumAssurance;
  /** The uses of an asset in the publisher's words, e.g. `pay`. */
  readonly capabilities: readonly string[];
}

/** The policy of an asset without a type, and of a type whose publisher states no policy. */
export const defaultPolicy: AssetPolicy = {
  transferable: true,
  minimumAssurance: "static",
  capabilities: [],
};
