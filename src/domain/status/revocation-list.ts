/** Lifetime of a CRL that the service makes, equal to the lifetime of a status list. */
export const CRL_LIFETIME_SECONDS = 86_400;

const ROOT = /^root-([0-9a-f]{16})$/;

/** Returns the identifier of a trust root's list: the first 16 hexadecimal digits of its key identifier. */
export function rootListId(subjectKeyIdentifier: Uint8Array): string {
  return `root-${Buffer.from(subjectKeyIdentifier).toString("hex").slice(0, 16)}`;
}

/** Returns the kind of list that an identifier names. `root` alone is the present root's list. */
export function namedBy(
  revocationListId: string,
): { readonly kind: "present root" | "root" } | { readonly kind: "ca" } {
  if (revocationListId === "root") return { kind: "present root" };
  return ROOT.test(revocationListId) ? { kind: "root" } : { kind: "ca" };
}
