/** What evidence can show, weakest first. `static`: a certificate alone, which can be copied. */
export const assurances = ["none", "static", "dynamic_mac", "proof_of_possession"] as const;
export type Assurance = (typeof assurances)[number];

/** What has to be shown at least before an asset is trusted. */
export type MinimumAssurance = Exclude<Assurance, "none">;

/** What holds for every asset of a type besides refunds. */
export interface AssetPolicy {
  /** Holders may transfer ownership. */
  readonly transferable: boolean;
  readonly minimumAssurance: MinimumAssurance;
  /** What an asset can be used for, in the publisher's words, e.g. `pay`. */
  readonly capabilities: readonly string[];
}

/** The policy of a type that states none, and of an asset without a type. */
export const defaultPolicy: AssetPolicy = {
  transferable: true,
  minimumAssurance: "static",
  capabilities: [],
};
