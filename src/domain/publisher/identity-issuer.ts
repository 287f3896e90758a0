/** A key with which a publisher signs digital identities. Active until it is revoked, which is terminal. */
export interface IdentityIssuer {
  readonly certificateId: string;
  readonly publisherId: string;
  /** DER. */
  readonly certificate: Uint8Array;
  /** The publisher's CA certificate that signed it. */
  readonly issuerCertificateId: string;
  readonly status: "active" | "revoked";
  /** Last second of the certificate's validity. */
  readonly notAfter: Date;
  readonly createdAt: Date;
  /** Real time. Present once the certificate is revoked. */
  readonly revokedAt?: Date;
}
