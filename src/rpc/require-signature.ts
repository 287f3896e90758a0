import type { Operation } from "../../gen/rest/operations.ts";
import { type Principal, PrincipalKind } from "../../gen/ts/pda/access/v1/access.ts";
import { RequestSigning } from "../../gen/ts/pda/access/v1/request_signing.ts";
import { Failure } from "./failure.ts";

/** Requests that must be signed in a deployment, whoever sends them with a credential. */
export type SigningPolicy = "off" | "optional" | "sensitive" | "required";

/**
 * Checks that a request is signed where the deployment, the credential or its owner requires it. An internal service that calls in its own
 * name is exempt, because its TLS certificate proves each call.
 *
 * @throws Failure REQUEST_SIGNATURE_REQUIRED
 */
export function requireSignature(
  { access, sensitive }: Operation,
  { kind, signedBy, requestSigning }: Principal,
  deployment: SigningPolicy,
): void {
  if (signedBy !== undefined || access.kind === "peer") return;
  if (kind === PrincipalKind.PRINCIPAL_KIND_ANONYMOUS || kind === PrincipalKind.PRINCIPAL_KIND_SERVICE)
    return;
  const always = deployment === "required" || requestSigning === RequestSigning.REQUEST_SIGNING_REQUIRED;
  const ofSensitive =
    deployment === "sensitive" || requestSigning === RequestSigning.REQUEST_SIGNING_SENSITIVE_REQUIRED;
  if (always || (sensitive && ofSensitive))
    throw new Failure("REQUEST_SIGNATURE_REQUIRED", {
      message:
        "This request must be signed (RFC 9421), as the header Accept-Signature says. A call over gRPC cannot be signed: send it over REST.",
    });
}
