import { type Authentication, type Principal, PrincipalKind } from "../../../gen/ts/pda/access/v1/access.ts";
import type { RegisteredCredential } from "../../domain/access/credential.ts";
import { type RequestSigning, strictest } from "../../domain/access/request-signing.ts";
import { limitsToProto } from "../credentials/limits.ts";
import { requestSigningToProto } from "../contract/request-signing.ts";

/**
 * The parts of a principal that come from its credential. Limits and authentication must be stated, so that no way of authenticating forgets
 * them.
 */
type Bare = Pick<Principal, "credentialId" | "scopes" | "deviceId"> & {
  readonly limits: Principal["limits"];
  readonly authentication: Authentication;
};

/**
 * Returns the principal of a credential's owner.
 * @param policies the requests that must be signed, by the credential and by its owner
 */
export function principalOf(
  owner: RegisteredCredential["owner"],
  bare: Bare,
  ...policies: readonly RequestSigning[]
): Principal {
  const policy = strictest(...policies);
  const credential =
    policy === "optional" ? bare : { ...bare, requestSigning: requestSigningToProto(policy) };
  switch (owner.kind) {
    case "operator":
      return { ...credential, kind: PrincipalKind.PRINCIPAL_KIND_OPERATOR, tenantId: "" };
    case "merchant":
      return { ...credential, kind: PrincipalKind.PRINCIPAL_KIND_MERCHANT, tenantId: owner.merchantId };
    case "publisher":
      return { ...credential, kind: PrincipalKind.PRINCIPAL_KIND_PUBLISHER, tenantId: owner.publisherId };
  }
}

/** Returns the principal of a registered credential that was checked. @param authentication how it was checked */
export function principalOfRegistered(
  credential: RegisteredCredential,
  authentication: Authentication,
): Principal {
  const { owner, credentialId, scopes, device, limits, requestSigning, requestSigningOfOwner } = credential;
  const bare = {
    credentialId,
    scopes: [...scopes],
    deviceId: device?.deviceId,
    limits: limitsToProto(limits),
    authentication,
  };
  return principalOf(owner, bare, requestSigning, requestSigningOfOwner);
}
