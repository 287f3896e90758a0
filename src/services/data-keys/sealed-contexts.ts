import { idOf } from "../../domain/identifier/identifier.ts";
import { answerContext } from "../../rpc/idempotent.ts";
import type { SealedColumnName, SealedPlace } from "../../store/sealed-values.ts";
import { auditKeyContext } from "../audit/keys.ts";
import { accessKeyContext, hostedKeyContext } from "../authority/trust-authority.ts";
import { referenceContext } from "../ownership/holder-lists.ts";
import { signedTextContext } from "../ownership/sealed-texts.ts";
import { tagKeysContext } from "../publisher/devices/tag-keys.ts";
import { seedContext } from "../revocation/status-lists.ts";
import { signingKeyContext } from "../signing/signing-keys.ts";
import { webhookCredentialContext } from "../webhook/authentication.ts";
import { webhookSecretContext } from "../webhook/secrets.ts";

type Contexts = { readonly [Name in SealedColumnName]: (place: SealedPlace<Name>) => string };

const contexts: Contexts = {
  "audit_key.sealed_key": (row) => auditKeyContext(row.purpose),
  "device_tag.sealed_keys": (row) =>
    tagKeysContext(idOf("publisher", row.publisher_id), idOf("device", row.device_id)),
  "idempotency.response": answerContext,
  "merchant_authority.sealed_key": (row) =>
    accessKeyContext({ holder: "merchant", certificateId: idOf("certificate", row.certificate_id) }),
  "ownership_shelf.sealed_reference": (row) => referenceContext(row.shelf),
  "ownership_transfer.sealed_acceptance": (row) =>
    signedTextContext("acceptance", idOf("transfer", row.transfer_id)),
  "ownership_transfer.sealed_offer": (row) => signedTextContext("offer", idOf("transfer", row.transfer_id)),
  "publisher_access_authority.sealed_key": (row) =>
    accessKeyContext({ holder: "publisher", certificateId: idOf("certificate", row.certificate_id) }),
  "publisher_certificate.sealed_key": (row) =>
    hostedKeyContext(idOf("publisher", row.publisher_id), idOf("certificate", row.certificate_id)),
  "signing_key.sealed_key": (row) => signingKeyContext(row.purpose, row.key_id),
  "status_list_seed.sealed_seed": (row) => seedContext(row.subject),
  "webhook.sealed_credential": (row) => webhookCredentialContext(row.webhook_id),
  "webhook_signing_key.sealed_key": (row) => signingKeyContext(row.purpose, row.key_id),
  "webhook_secret.sealed_secret": (row) => webhookSecretContext(row.webhook_id, row.secret_id),
};

/** Returns the context under which a stored value was sealed. */
export function contextOf<Name extends SealedColumnName>(name: Name, place: SealedPlace<Name>): string {
  return contexts[name](place);
}
