import type { TlsMaterial, TlsSource } from "../../src/rpc/mutual-tls.ts";

/** A source of TLS material that never changes. */
export function fixedTls(material: TlsMaterial): TlsSource {
  return { current: () => material, onChange: () => () => undefined };
}
