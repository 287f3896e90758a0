/**
 * Every object identifier that this folder reads or writes.
 *
 * The product's own arc is UUID-based (ITU-T X.667: 2.25.<UUID as an integer>), so it needs no registration.
 * The arc is UUID 85bded79-7bb9-4413-b8c6-0a7d8205790d and never changes, because certificates in physical devices carry it.
 */
const PDA_ARC = "2.25.177773484101631252159251390410241964301";

/** Certificate policy of publisher CA and device certificates: "issued to a registered publisher, key proven by CSR". */
export const POLICY_PUBLISHER = `${PDA_ARC}.1.1`;
/** Extended key usage of the key inside a physical asset. */
export const EKU_DEVICE = `${PDA_ARC}.2.1`;
/** Extended key usage of the key with which a publisher signs digital identities. */
export const EKU_IDENTITY_ISSUER = `${PDA_ARC}.2.2`;

export const EKU_SERVER_AUTH = "1.3.6.1.5.5.7.3.1";
export const EKU_CLIENT_AUTH = "1.3.6.1.5.5.7.3.2";
export const EKU_ANY = "2.5.29.37.0";
export const POLICY_ANY = "2.5.29.32.0";

/** Attribute types of distinguished names (X.520, RFC 4519 §2.39 for UID, PKCS #9 for emailAddress). */
export const ATTRIBUTE = {
  commonName: "2.5.4.3",
  serialNumber: "2.5.4.5",
  organizationName: "2.5.4.10",
  userId: "0.9.2342.19200300.100.1.1",
  emailAddress: "1.2.840.113549.1.9.1",
} as const;

/** Certificate extensions, RFC 5280 §4.2. */
export const EXTENSION = {
  subjectKeyIdentifier: "2.5.29.14",
  keyUsage: "2.5.29.15",
  subjectAltName: "2.5.29.17",
  issuerAltName: "2.5.29.18",
  basicConstraints: "2.5.29.19",
  nameConstraints: "2.5.29.30",
  crlDistributionPoints: "2.5.29.31",
  certificatePolicies: "2.5.29.32",
  policyMappings: "2.5.29.33",
  authorityKeyIdentifier: "2.5.29.35",
  policyConstraints: "2.5.29.36",
  extendedKeyUsage: "2.5.29.37",
  freshestCrl: "2.5.29.46",
  inhibitAnyPolicy: "2.5.29.54",
} as const;

/** Extensions of CRLs and of their entries, RFC 5280 §5.2 and §5.3. */
export const CRL_EXTENSION = {
  crlNumber: "2.5.29.20",
  reasonCode: "2.5.29.21",
  invalidityDate: "2.5.29.24",
  deltaCrlIndicator: "2.5.29.27",
  issuingDistributionPoint: "2.5.29.28",
  certificateIssuer: "2.5.29.29",
} as const;

/** Public key algorithms and curves, RFC 5480 and RFC 3279. */
export const KEY_ALGORITHM = {
  ecPublicKey: "1.2.840.10045.2.1",
  rsaEncryption: "1.2.840.113549.1.1.1",
} as const;
export const CURVE = { p256: "1.2.840.10045.3.1.7", p384: "1.3.132.0.34" } as const;

/** Signature algorithms, RFC 5758 §3.2 and RFC 4055 §5. */
export const SIGNATURE = {
  ecdsaSha256: "1.2.840.10045.4.3.2",
  ecdsaSha384: "1.2.840.10045.4.3.3",
  ecdsaSha512: "1.2.840.10045.4.3.4",
  rsaSha256: "1.2.840.113549.1.1.11",
  rsaSha384: "1.2.840.113549.1.1.12",
  rsaSha512: "1.2.840.113549.1.1.13",
} as const;
