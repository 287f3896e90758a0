/** Paths that other software looks at (RFC 8615), and the operation whose document is there. */
const wellKnown: ReadonlyMap<string, string> = new Map([
  ["/.well-known/jwks.json", "/api/v1/verification/keys"],
]);

/** The path of the interface behind a well-known one; undefined for any other path. */
export function behindWellKnown(path: string): string | undefined {
  return path.startsWith("/.well-known/") ? wellKnown.get(path) : undefined;
}
