// Why an attempt has failed, in words and with the code.
import type { Delivery } from "../../api/webhooks.ts";
import { webhookTexts as names } from "../../texts/webhooks.ts";

export function Why({ of: { error, tlsError } }: { readonly of: Delivery }) {
  if (error === undefined) return null;
  return (
    <>
      {names.errors[error]} <code>{tlsError ?? error}</code>
    </>
  );
}
