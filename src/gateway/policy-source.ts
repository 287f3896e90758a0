/** Returns an origin as a policy can name it (CSP Level 3 section 2.3.1): hosts in brackets have no name there, so their scheme stands for them. */
export const sourceOf = (origin: string): string =>
  origin.includes("[") ? new URL(origin).protocol : origin;
