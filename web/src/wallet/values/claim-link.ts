/** What whoever claims an asset needs. */
export interface Claim {
  readonly transferId: string;
  /** 128 bits in base64url: who has it gets the asset. */
  readonly claimCode: string;
}

/** Returns the link of a claim. The code stands behind `#`, so that browsers send it to nobody. */
export const claimLink = ({ transferId, claimCode }: Claim, origin: string): string =>
  `${origin}/wallet/claim#${transferId}.${claimCode}`;

/** Reads a claim from its link, from what stands behind `#`, or from transfer and code with a space or a point between; else undefined. */
export function readClaim(text: string): Claim | undefined {
  const [, transferId, claimCode] =
    /(?:^|#)(trf_[0-7][0-9a-hjkmnp-tv-z]{25})[.\s]+([A-Za-z0-9_-]{21}[AQgw])$/.exec(text.trim()) ?? [];
  return transferId !== undefined && claimCode !== undefined ? { transferId, claimCode } : undefined;
}
