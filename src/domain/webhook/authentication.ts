/** Authorisation that requests to a receiver carry, without its secret. */
export type Authentication =
  | { readonly method: "bearer" }
  | {
      readonly method: "oauth";
      readonly tokenEndpoint: string;
      readonly clientId: string;
      readonly scope?: string | undefined;
    };

/** The authorisation with its secret, sealed: the bearer token, or the secret of the client. */
export type SealedAuthentication = Authentication & { readonly sealed: Buffer };
