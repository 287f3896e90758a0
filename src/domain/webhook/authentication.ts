/** Authorisation that requests to a receiver carry, or the certificate that the service shows, without its secret. */
export type Authentication =
  | { readonly method: "bearer" }
  | {
      readonly method: "oauth";
      readonly tokenEndpoint: string;
      readonly clientId: string;
      readonly scope?: string | undefined;
    }
  | {
      readonly method: "certificate";
      /** In PEM, the client's certificate first. */
      readonly chain: string;
      readonly expiresAt: Date;
      /** SHA-256 of the client's certificate in hexadecimal digits. */
      readonly fingerprint: string;
    };

/** The authorisation with its secret, sealed: the bearer token, the secret of the client, or the private key in DER (PKCS#8). */
export type SealedAuthentication = Authentication & { readonly sealed: Buffer };

/** A sealed authorisation that goes into the header `Authorization`. */
export type SealedAuthorization = Exclude<SealedAuthentication, { readonly method: "certificate" }>;

/** A certificate that the service shows as TLS client, with its sealed key. */
export type SealedCertificate = Extract<SealedAuthentication, { readonly method: "certificate" }>;
