import { scopes } from "../../gen/rest/operations.ts";
import { DPOP_ALGORITHMS } from "../trust/dpop/proof.ts";
import type { EncodedAnswer } from "./envelope.ts";

/** RFC 9728 section 3. */
export const PROTECTED_RESOURCE = "/.well-known/oauth-protected-resource";

/** Returns what an OAuth client must know to call this service with an access token (RFC 9728 section 2). */
export function protectedResource(
  publicUrl: string,
  { issuers, needsDpop }: { readonly issuers: readonly string[]; readonly needsDpop: boolean },
): EncodedAnswer {
  const metadata = {
    resource: publicUrl,
    resource_name: "Physical Digital Asset service",
    resource_documentation: `${publicUrl}/docs/reference/authentication.md`,
    authorization_servers: issuers,
    scopes_supported: scopes,
    bearer_methods_supported: ["header"],
    tls_client_certificate_bound_access_tokens: !needsDpop,
    dpop_signing_alg_values_supported: DPOP_ALGORITHMS,
    dpop_bound_access_tokens_required: needsDpop,
  };
  return { httpStatus: 200, contentType: "application/json", body: JSON.stringify(metadata) };
}
