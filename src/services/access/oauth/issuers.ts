import type { Principal } from "../../../../gen/ts/pda/access/v1/access.ts";
import { Failure } from "../../../rpc/failure.ts";
import type { Jws } from "../../../trust/jws.ts";
import { type Proof, principalOfAccessToken, type TokenBinding, type TrustedIssuer } from "./oauth-token.ts";
import { IssuerKeys, type KeySource } from "./issuer-keys.ts";
import type { OwnTokens } from "./own-tokens.ts";

/** An issuer in the settings (`oauth.issuers`). */
export interface IssuerSettings extends KeySource {
  /** What `aud` of its tokens must contain; the public address of this service by default. */
  readonly audience?: string | undefined;
  readonly tenants: readonly string[];
}

/** The issuers of OAuth access tokens that this deployment trusts. */
export class Issuers implements AsyncDisposable {
  readonly #trusted = new Map<string, TrustedIssuer>();
  readonly #resources = new AsyncDisposableStack();

  /**
   * @param binding what their tokens must be bound to
   * @param own tokens of the embedded authorisation server, when it is enabled
   */
  constructor(
    settings: readonly IssuerSettings[],
    publicUrl: string,
    binding: TokenBinding = "optional",
    own?: OwnTokens,
  ) {
    for (const { audience = publicUrl, tenants, ...source } of settings) {
      const keys = this.#resources.use(new IssuerKeys(source));
      this.#trusted.set(source.issuer, { issuer: source.issuer, audience, tenants, keys, binding });
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
        binding: "required",
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
   * @throws Failure UNAUTHENTICATED, PERMISSION_DENIED, UNAVAILABLE
   */
  async principalOf(token: string, jws: Jws, proof: Proof): Promise<Principal> {
    const issuer = this.#issuerOf(jws);
    // No extension of JWS is understood (RFC 7515 section 4.1.11).
    if (!issuer || jws.header.crit !== undefined) throw new Failure("CREDENTIAL_REFUSED");
    return principalOfAccessToken(token, issuer, proof);
  }

  #issuerOf({ payload }: Jws): TrustedIssuer | undefined {
    return typeof payload?.iss === "string" ? this.#trusted.get(payload.iss) : undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#resources.disposeAsync();
  }
}
