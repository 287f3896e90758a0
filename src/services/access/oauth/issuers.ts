import type { Principal } from "../../../../gen/ts/pda/access/v1/access.ts";
import type { RequestSigning } from "../../../domain/access/request-signing.ts";
import { Failure } from "../../../rpc/failure.ts";
import type { Jws } from "../../../trust/jws.ts";
import {
  type Proof,
  principalOfAccessToken,
  type TokenBinding,
  type TrustedIssuer,
  UnsignedToken,
} from "./oauth-token.ts";
import { IssuerKeys, type KeySource } from "./issuer-keys.ts";
import type { OwnTokens } from "./own-tokens.ts";

/** An issuer in the settings (`oauth.issuers`). */
export interface IssuerSettings extends KeySource {
  /** What `aud` of its tokens must contain; the public address of this service by default. */
  readonly audience?: string | undefined;
  readonly tenants: readonly string[];
}

/** What the issuers of the settings have in common. */
interface IssuersOptions {
  /** Address of this service for callers. */
  readonly publicUrl: string;
  /** What their tokens must be bound to; `optional` by default. */
  readonly binding?: TokenBinding;
  /** Tokens of the embedded authorisation server, when it is enabled. */
  readonly own?: OwnTokens | undefined;
  /** Returns the requests that a merchant or a publisher wants signed; undefined when it does not exist. */
  readonly signingOf: (tenantId: string) => Promise<RequestSigning | undefined>;
}

/** The issuers of OAuth access tokens that this deployment trusts. */
export class Issuers implements AsyncDisposable {
  readonly #trusted = new Map<string, TrustedIssuer>();
  readonly #resources = new AsyncDisposableStack();

  constructor(
    settings: readonly IssuerSettings[],
    { publicUrl, binding = "optional", own, signingOf }: IssuersOptions,
  ) {
    for (const { audience = publicUrl, tenants, ...source } of settings) {
      const keys = this.#resources.use(new IssuerKeys(source));
      this.#trusted.set(source.issuer, {
        issuer: source.issuer,
        audience,
        tenants,
        keys,
        clients: { signingOf },
        binding,
      });
    }
    if (own) {
      const { issuer } = own;
      const tenants = ["operator", "merchant", "publisher"];
      this.#trusted.set(issuer, {
        issuer,
        audience: publicUrl,
        tenants,
        keys: own,
        clients: own,
        binding: binding === "dpop" ? "dpop" : "required",
      });
    }
  }

  /** Tells whether a JWT claims to be an access token of a trusted issuer. Nothing of it is verified. */
  hasIssuerOf(jws: Jws): boolean {
    return this.#issuerOf(jws) !== undefined;
  }

  /**
   * Returns the principal of an access token.
   * @param jws the token, read strictly: jose takes the last of two members of the same name
   * @throws UnsignedToken; Failure UNAUTHENTICATED, PERMISSION_DENIED, UNAVAILABLE
   */
  async principalOf(token: string, jws: Jws, proof: Proof): Promise<Principal> {
    const issuer = this.#issuerOf(jws);
    if (!issuer) throw new Failure("CREDENTIAL_REFUSED");
    // No extension of JWS is understood (RFC 7515 section 4.1.11).
    if (jws.header.crit !== undefined) throw new UnsignedToken(issuer.issuer);
    return principalOfAccessToken(token, issuer, proof);
  }

  #issuerOf({ payload }: Jws): TrustedIssuer | undefined {
    return typeof payload?.iss === "string" ? this.#trusted.get(payload.iss) : undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#resources.disposeAsync();
  }
}
