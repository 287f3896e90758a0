/** Public key of a holder: a P-256 JSON Web Key (RFC 7517). */
export interface HolderKey {
  readonly kty: "EC";
  readonly crv: "P-256";
  readonly x: string;
  readonly y: string;
}

/** What a holder keeps digital assets in. The private key stays with the holder. */
export interface Wallet {
  readonly walletId: string;
  readonly holderKey: HolderKey;
  /** RFC 7638 SHA-256 thumbprint. */
  readonly keyThumbprint: string;
  readonly createdAt: Date;
}
