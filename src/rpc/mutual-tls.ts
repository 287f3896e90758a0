// Mutual TLS 1.3 between tiers. The SPIFFE id identifies a peer, not the host name.
import type { SecureServerOptions } from "node:http2";
import { createSecureContext, type PeerCertificate, type SecureContextOptions } from "node:tls";
import { ChannelCredentials, type Server, ServerCredentials } from "@grpc/grpc-js";

/** A connection whose handshake is not complete by then is closed, even when nothing was sent on it. */
const handshakeTimeoutMs = 10_000;

/** Calls on a connection may run for this time after a root was removed. */
const formerRootGraceMs = 5_000;

/** Certificate chain, private key and tier roots, PEM. */
export interface TlsMaterial {
  readonly cert: string;
  readonly key: string;
  readonly ca: string;
}

/** TLS material that may be renewed while the process runs; the PKI's `TierIdentity` implements it. */
export interface TlsSource {
  current(): TlsMaterial;
  /** Calls back after each change. @returns a function that ends the calls. */
  onChange(callback: (material: TlsMaterial) => void): () => void;
}

const contextOf = ({ cert, key, ca }: TlsMaterial): SecureContextOptions => ({
  cert,
  key,
  ca,
  minVersion: "TLSv1.3",
});

/**
 * Returns the only URI name of a peer certificate, or undefined when it has none or several (SPIFFE X.509-SVID, section 2). Node quotes
 * names with unusual characters. Quoted text could look like another name, so a certificate with quoted names is refused.
 */
export function peerId(certificate: Pick<PeerCertificate, "subjectaltname"> | undefined): string | undefined {
  const names = certificate?.subjectaltname;
  if (!names || names.includes('"')) return undefined;
  const uris = names.split(", ").filter((name) => name.startsWith("URI:"));
  return uris.length === 1 ? uris[0]?.slice("URI:".length) : undefined;
}

/**
 * Fields with space at an end arrive, and what reads them refuses them. By default they would be dropped without a word: a call with a wrong
 * credential would be one without a credential, and one with an idempotency key one without a key.
 */
const wholeHeaders: SecureServerOptions = { strictFieldWhitespaceValidation: false };

/**
 * Credentials of a server. Requires a certificate under the tier roots from every caller, and uses renewed material for new connections.
 */
export class MutualTlsServerCredentials extends ServerCredentials {
  readonly #stop: () => void;

  constructor(source: TlsSource) {
    super(
      {
        requestCert: true,
        rejectUnauthorized: true,
        minVersion: "TLSv1.3",
        handshakeTimeout: handshakeTimeoutMs,
        ...wholeHeaders,
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

const rootsOf = ({ ca }: TlsMaterial): Set<string> => new Set(ca.match(/-----BEGIN[^-]+-----[^-]+/g));

/**
 * Ends a server's connections after a root was removed, because TLS judges a peer only when it connects. Peers with a certificate of the
 * remaining roots connect again.
 *
 * @param address address and port to which the server is bound. @returns a function that ends this
 */
export function followRoots(server: Server, address: string, source: TlsSource): () => void {
  let roots = rootsOf(source.current());
  return source.onChange((material) => {
    const next = rootsOf(material);
    if ([...roots].some((root) => !next.has(root))) server.drain(address, formerRootGraceMs);
    roots = next;
  });
}

/** Makes credentials of a client that accepts only the peer with the expected SPIFFE id. */
export function mutualTlsChannel(material: TlsMaterial, expectedPeer: string): ChannelCredentials {
  return ChannelCredentials.createFromSecureContext(createSecureContext(contextOf(material)), {
    checkServerIdentity: (_host, certificate) =>
      peerId(certificate) === expectedPeer
        ? undefined
        : new Error(`the peer's certificate does not belong to ${expectedPeer}`),
  });
}
