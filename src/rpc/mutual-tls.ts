// Mutual TLS 1.3 between tiers: who the peer is decides its SPIFFE id, not its host name.
import { createSecureContext, type PeerCertificate, type SecureContextOptions } from "node:tls";
import { ChannelCredentials, ServerCredentials } from "@grpc/grpc-js";

/** A connection on which no handshake has come to its end by then is closed, also when nothing was said on it. */
const handshakeTimeoutMs = 10_000;

/** Certificate chain, private key and tier roots, PEM. */
export interface TlsMaterial {
  readonly cert: string;
  readonly key: string;
  readonly ca: string;
}

/** Material that may be renewed while the process runs; `TierIdentity` of the PKI is one. */
export interface TlsSource {
  current(): TlsMaterial;
  /** Returns the function that ends the calls. */
  onChange(callback: (material: TlsMaterial) => void): () => void;
}

const contextOf = ({ cert, key, ca }: TlsMaterial): SecureContextOptions => ({
  cert,
  key,
  ca,
  minVersion: "TLSv1.3",
});

/**
 * The one URI name of a peer certificate, or undefined when it has none or several (SPIFFE X.509-SVID, section 2).
 * Node quotes names with unusual characters; text inside of the quotes could look like another name, so such a certificate is
 * nobody.
 */
export function peerId(certificate: Pick<PeerCertificate, "subjectaltname"> | undefined): string | undefined {
  const names = certificate?.subjectaltname;
  if (!names || names.includes('"')) return undefined;
  const uris = names.split(", ").filter((name) => name.startsWith("URI:"));
  return uris.length === 1 ? uris[0]?.slice("URI:".length) : undefined;
}

/** Server side: asks every caller for a certificate under the tier roots, and follows renewals for new connections. */
export class MutualTlsServerCredentials extends ServerCredentials {
  readonly #stop: () => void;

  constructor(source: TlsSource) {
    super(
      {
        requestCert: true,
        rejectUnauthorized: true,
        minVersion: "TLSv1.3",
        handshakeTimeout: handshakeTimeoutMs,
      },
      contextOf(source.current()),
    );
    this.#stop = source.onChange((material) => this.updateSecureContextOptions(contextOf(material)));
  }

  override _equals(other: ServerCredentials): boolean {
    return this === other;
  }

  /** Stops following renewals. */
  stop(): void {
    this.#stop();
  }
}

/** Client side: speaks only to the peer with the expected SPIFFE id. */
export function mutualTlsChannel(material: TlsMaterial, expectedPeer: string): ChannelCredentials {
  return ChannelCredentials.createFromSecureContext(createSecureContext(contextOf(material)), {
    checkServerIdentity: (_host, certificate) =>
      peerId(certificate) === expectedPeer
        ? undefined
        : new Error(`the peer's certificate is not that of ${expectedPeer}`),
  });
}
