import type { RegisteredCertificate } from "../certificate/registered.ts";
import type { RevocationReason } from "../certificate/revocation.ts";
import type { MerchantDevice } from "./device.ts";

/** Reason for the revocation of a certificate that is not a CA's. */
export type MerchantRevocationReason = Exclude<RevocationReason, "ca_compromise">;

/** The CA of this installation that certifies merchants' keys. */
export interface MerchantAuthority {
  readonly certificateId: string;
  /** DER. */
  readonly certificate: Uint8Array;
  /** PKCS #8 DER, sealed. The seal only opens with the identifier of this certificate. */
  readonly sealedKey: Uint8Array;
}

/** A certificate of a merchant's or a terminal's key. */
export interface MerchantCertificate extends RegisteredCertificate<MerchantRevocationReason> {
  readonly merchantId: string;
  /** The terminal that has the key. Absent when the key is the merchant's own. */
  readonly deviceId?: string;
  /** Scopes of the TLS client that has the key. */
  readonly scopes: readonly string[];
  /** Certificate of the CA that issued it, DER. */
  readonly issuer: Uint8Array;
}

/** A certificate with the status of its terminal, to judge whether it is accepted. */
export interface PresentedCertificate extends MerchantCertificate {
  /** Absent when the key is the merchant's own. */
  readonly deviceStatus?: MerchantDevice["status"];
}
