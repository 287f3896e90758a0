import type { Authentication, Principal } from "../../../gen/ts/pda/access/v1/access.ts";
import { AuditMechanism, AuditTokenBinding } from "../../../gen/ts/pda/audit/v1/audit.ts";

/** The owner of a key as the caller of requests that the key authenticates, one for each use of the key. */
export interface KeyPrincipals {
  /** The key has signed the request. */
  readonly signature: Principal;
  /** The key has signed a JWT for one request. */
  readonly selfSigned: Principal;
  /** The key has signed a JWT that is bound to a key. */
  readonly bound: Principal;
}

/** @param by returns the owner of the key */
export function keyPrincipals(by: (authentication: Authentication) => Principal): KeyPrincipals {
  const signer = by({ mechanism: AuditMechanism.AUDIT_MECHANISM_REQUEST_SIGNATURE });
  return {
    signature: { ...signer, signedBy: signer.credentialId },
    selfSigned: by({ mechanism: AuditMechanism.AUDIT_MECHANISM_SELF_SIGNED_JWT }),
    bound: by({
      mechanism: AuditMechanism.AUDIT_MECHANISM_BOUND_JWT,
      tokenBinding: AuditTokenBinding.AUDIT_TOKEN_BINDING_DPOP,
    }),
  };
}
