import { type Principal, PrincipalKind } from "../../../gen/ts/pda/access/v1/access.ts";
import type { RegisteredCredential } from "../../domain/access/credential.ts";

/** The parts of a principal that come from its credential. Limits must be stated, so that no way of authenticating forgets them. */
type OfCredential = Pick<Principal, "credentialId" | "scopes" | "deviceId"> & {
  readonly limits: Principal["limits"];
};

/** Returns the principal of a credential's owner. */
export function principalOf(owner: RegisteredCredential["owner"], credential: OfCredential): Principal {
  switch (owner.kind) {
    case "operator":
      return { ...credential, kind: PrincipalKind.PRINCIPAL_KIND_OPERATOR, tenantId: "" };
    case "merchant":
      return { ...credential, kind: PrincipalKind.PRINCIPAL_KIND_MERCHANT, tenantId: owner.merchantId };
    case "publisher":
      return { ...credential, kind: PrincipalKind.PRINCIPAL_KIND_PUBLISHER, tenantId: owner.publisherId };
  }
}
