// Changes the address of an endpoint, or which events it gets.
import { useState } from "react";
import { Button } from "react-aria-components";
import { useIntent } from "../../../intent.ts";
import type { Schemas } from "../../api/client.ts";
import { rereadWebhooks, updateWebhook, type Webhook } from "../../api/webhooks.ts";
import { webhookTexts as names } from "../../texts/webhooks.ts";
import { announce } from "../announce.ts";
import { ErrorNotice } from "../error-notice.tsx";
import { Form } from "../fields.tsx";
import { Address, isAddress } from "./address.tsx";
import { EventTypes } from "./types.tsx";

interface ChangeWebhookProps {
  readonly webhook: Webhook;
  readonly onChanged: () => void;
}

export function ChangeWebhook({ webhook, onChanged }: ChangeWebhookProps) {
  // As it was when the form was opened: only what the reader has changed since is sent.
  const [before] = useState(webhook);
  const [url, setUrl] = useState(before.url);
  const [eventTypes, setTypes] = useState<readonly string[]>(before.eventTypes);
  const [isChecked, setChecked] = useState(false);
  const change = useIntent(
    (body: Schemas["UpdateWebhookRequest"], key) => updateWebhook(before.webhookId, body, key),
    ({ status }) => {
      announce(status === "unverified" ? names.changedUnverified : names.changed);
      onChanged();
      return rereadWebhooks();
    },
  );
  const submit = () => {
    setChecked(true);
    if (!isAddress(url) || eventTypes.length === 0) return;
    const hasOtherTypes = eventTypes.toSorted().join() !== before.eventTypes.join();
    const body = {
      ...(url.trim() === before.url ? {} : { url: url.trim() }),
      ...(hasOtherTypes ? { eventTypes: [...eventTypes] } : {}),
    };
    if (Object.keys(body).length === 0) onChanged();
    else change.start(body);
  };
  return (
    <Form className="form" onSubmit={submit} onEdit={change.forget}>
      <Address url={url} onChange={setUrl} isChecked={isChecked} hint={names.urlChangeHint} />
      <EventTypes
        chosen={eventTypes}
        onChange={setTypes}
        error={isChecked && eventTypes.length === 0 ? names.typesWrong : undefined}
      />
      <ErrorNotice error={change.error} />
      <Button type="submit" className="main" isDisabled={change.isPending}>
        {change.isPending ? names.changing : names.changeButton}
      </Button>
    </Form>
  );
}
