import { createRoot, issueLeaf } from "../../../src/pki/authority.ts";
import type { TlsMaterial, TlsSource } from "../../../src/rpc/mutual-tls.ts";

export const trustDomain = "test.example";
export const workerId = `spiffe://${trustDomain}/worker`;
export const adapterId = `spiffe://${trustDomain}/chain-adapter`;

/** A throw-away tier root that makes certificates for SPIFFE ids (or, given a list, for exactly those names). */
export async function throwAwayRoot(): Promise<{
  issue(spiffeId: string): Promise<TlsMaterial>;
}> {
  const root = await createRoot("test root", 1);
  return {
    async issue(spiffeId) {
      const leaf = await issueLeaf(root, {
        commonName: "test",
        spiffeId,
        dns: [],
        ip: [],
        usages: ["client", "server"],
        days: 1,
      });
      return { ...leaf, ca: root.cert };
    },
  };
}

/** A source whose material the test renews. */
export function renewable(material: TlsMaterial): TlsSource & { renew(next: TlsMaterial): void } {
  let now = material;
  const callbacks = new Set<(material: TlsMaterial) => void>();
  return {
    current: () => now,
    onChange(callback) {
      callbacks.add(callback);
      return () => callbacks.delete(callback);
    },
    renew(next) {
      now = next;
      for (const callback of callbacks) callback(next);
    },
  };
}
