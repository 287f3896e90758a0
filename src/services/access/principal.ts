import { type Principal, PrincipalKind } from "../../../gen/ts/pda/access/v1/access.ts";
import type { RegisteredCredential } from "../../domain/access/credential.ts";

/** Returns the principal of a credential's owner. */
export function principalOf(
  owner: RegisteredCredential["owner"],
  credential: Pick<Principal, "credentialId" | "scopes" | "deviceId" | "limits">,
): Principal {
  switch (owner.kind) {
    case "operator":
      return { ...credential, kind: PrincipalKind.PRINCIPAL_KIND_OPERATOR, tenantId: "" };
    case "merchant":
      return { ...credential, kind: PrincipalKind.PRINCIPAL_KIND_MERCHANT, tenantId: owner.merchantId };
    case "publisher":
      return { ...credential, kind: PrincipalKind.PRINCIPAL_KIND_PUBLISHER, tenantId: owner.publisherId };
  }
}
