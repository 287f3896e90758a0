/** Well-known paths (RFC 8615) and the operations whose documents they serve. */
const wellKnown: ReadonlyMap<string, string> = new Map([
  ["/.well-known/jwks.json", "/api/v1/verification/keys"],
]);

/** Returns the path of the interface behind a well-known path; undefined for any other path. */
export function behindWellKnown(path: string): string | undefined {
  return path.startsWith("/.well-known/") ? wellKnown.get(path) : undefined;
}
