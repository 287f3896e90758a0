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

/** A holder's wallet for digital assets. The private key stays with the holder. */
export interface Wallet extends NamedKey {
  readonly walletId: string;
  /** The key that may start a recovery. Absent when the wallet has no recovery key. */
  readonly recoveryKey?: NamedKey;
  readonly createdAt: Date;
}

/** A wallet with the thumbprints of all its keys, newest first. The first is the present key's. */
export interface Holder extends Wallet {
  readonly keyThumbprints: readonly string[];
}
