import { type Principal, PrincipalKind } from "../../../gen/ts/pda/access/v1/access.ts";
import * as proto from "../../../gen/ts/pda/audit/v1/audit.ts";
import type { AuditMechanism, AuditTokenBinding } from "../../domain/audit/record.ts";

/** The contract's value for each mechanism of a record. */
export const mechanisms: Readonly<Record<AuditMechanism, proto.AuditMechanism>> = {
  anonymous: proto.AuditMechanism.AUDIT_MECHANISM_ANONYMOUS,
  api_key: proto.AuditMechanism.AUDIT_MECHANISM_API_KEY,
  client_certificate: proto.AuditMechanism.AUDIT_MECHANISM_CLIENT_CERTIFICATE,
  merchant_certificate: proto.AuditMechanism.AUDIT_MECHANISM_MERCHANT_CERTIFICATE,
  publisher_certificate: proto.AuditMechanism.AUDIT_MECHANISM_PUBLISHER_CERTIFICATE,
  service_certificate: proto.AuditMechanism.AUDIT_MECHANISM_SERVICE_CERTIFICATE,
  request_signature: proto.AuditMechanism.AUDIT_MECHANISM_REQUEST_SIGNATURE,
  public_key: proto.AuditMechanism.AUDIT_MECHANISM_PUBLIC_KEY,
  self_signed_jwt: proto.AuditMechanism.AUDIT_MECHANISM_SELF_SIGNED_JWT,
  bound_jwt: proto.AuditMechanism.AUDIT_MECHANISM_BOUND_JWT,
  delegation: proto.AuditMechanism.AUDIT_MECHANISM_DELEGATION,
  access_token: proto.AuditMechanism.AUDIT_MECHANISM_ACCESS_TOKEN,
  embedded_access_token: proto.AuditMechanism.AUDIT_MECHANISM_EMBEDDED_ACCESS_TOKEN,
  issuer_access_token: proto.AuditMechanism.AUDIT_MECHANISM_ISSUER_ACCESS_TOKEN,
  session: proto.AuditMechanism.AUDIT_MECHANISM_SESSION,
};

/** The contract's value for each binding of a record. */
export const tokenBindings: Readonly<Record<AuditTokenBinding, proto.AuditTokenBinding>> = {
  mtls: proto.AuditTokenBinding.AUDIT_TOKEN_BINDING_MTLS,
  dpop: proto.AuditTokenBinding.AUDIT_TOKEN_BINDING_DPOP,
};

const mechanismWords = wordsOf(mechanisms);
const bindingWords = wordsOf(tokenBindings);

function wordsOf<Word extends string>(values: Readonly<Record<Word, number>>): ReadonlyMap<number, Word> {
  return new Map(Object.entries<number>(values).map(([word, value]) => [value, word as Word]));
}

/** Returns how a caller proved who it is, as a record says it. */
export function mechanismOf(principal: Principal): AuditMechanism {
  const { authentication } = principal;
  const known = authentication && mechanismWords.get(authentication.mechanism);
  return known ?? mechanismByCredential(principal);
}

/** Returns what the token of a caller is bound to, as a record says it. */
export const tokenBindingOf = ({ authentication }: Principal): AuditTokenBinding | undefined =>
  bindingWords.get(authentication?.tokenBinding ?? proto.AuditTokenBinding.AUDIT_TOKEN_BINDING_UNSPECIFIED);

/** A gateway of an earlier version does not pass on how the caller was authenticated. The form of a credential's name belongs to its kind. */
function mechanismByCredential({ kind, credentialId, signedBy }: Principal): AuditMechanism {
  if (credentialId === "") return "anonymous";
  if (kind === PrincipalKind.PRINCIPAL_KIND_WALLET || signedBy === credentialId) return "request_signature";
  if (credentialId.startsWith("spiffe://")) return "service_certificate";
  if (credentialId.startsWith("pky_")) return "public_key";
  // The name of an OAuth client begins with the address of its issuer and `#`.
  if (credentialId.includes("#")) return "access_token";
  return credentialId.startsWith("crt_") ? "client_certificate" : "api_key";
}
