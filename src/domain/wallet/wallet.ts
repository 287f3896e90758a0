/** Public key of a holder: a P-256 JSON Web Key (RFC 7517). */
export interface HolderKey {
  readonly kty: "EC";
  readonly crv: "P-256";
  readonly x: string;
  readonly y: string;
}

/** A public key with its RFC 7638 SHA-256 thumbprint. */
export interface NamedKey {
  readonly holderKey: HolderKey;
  readonly keyThumbprint: string;
}

/** What a holder keeps digital assets in. The private key stays with the holder. */
export interface Wallet extends NamedKey {
  readonly walletId: string;
  /** The key that may start a recovery, if there is one. */
  readonly recoveryKey?: NamedKey;
  readonly createdAt: Date;
}

/** A wallet with the thumbprints of all keys that it has had, newest first: the first is its present one. */
export interface Holder extends Wallet {
  readonly keyThumbprints: readonly string[];
}
