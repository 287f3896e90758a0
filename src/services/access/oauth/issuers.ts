import type { Principal } from "../../../../gen/ts/pda/access/v1/access.ts";
import { Failure } from "../../../rpc/failure.ts";
import type { Jws } from "../../../trust/jws.ts";
import { type Proof, principalOfAccessToken, type TrustedIssuer } from "./oauth-token.ts";
import { IssuerKeys, type KeySource } from "./issuer-keys.ts";

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

  constructor(settings: readonly IssuerSettings[], publicUrl: string) {
    for (const { audience = publicUrl, tenants, ...source } of settings) {
      const keys = this.#resources.use(new IssuerKeys(source));
      this.#trusted.set(source.issuer, { issuer: source.issuer, audience, tenants, keys });
    }
  }

  /** Tells whether a JWT claims to be an access token of a trusted issuer. Nothing of it is verified. */
  hasIssuerOf({ payload }: Jws): boolean {
    return typeof payload?.iss === "string" && this.#trusted.has(payload.iss);
  }

  /**
   * Returns the principal of an access token.
   * @param jws the token, read strictly: jose takes the last of two members of the same name
   * @throws Failure UNAUTHENTICATED, UNAVAILABLE
   */
  async principalOf(token: string, jws: Jws, proof: Proof): Promise<Principal> {
    const issuer = this.#trusted.get(String(jws.payload?.iss));
    // No extension of JWS is understood (RFC 7515 section 4.1.11).
    if (!issuer || jws.header.crit !== undefined) throw new Failure("CREDENTIAL_REFUSED");
    return principalOfAccessToken(token, issuer, proof);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#resources.disposeAsync();
  }
}
