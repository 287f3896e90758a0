// Makes an endpoint, and shows its secret once.
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "react-aria-components";
import { useIntent } from "../../../intent.ts";
import { EVENT_TYPES } from "../../api/event-types.ts";
import { createWebhook } from "../../api/webhooks.ts";
import { webhookTexts as names } from "../../texts/webhooks.ts";
import { ErrorNotice } from "../error-notice.tsx";
import { Form, TextInput } from "../fields.tsx";
import { Secret } from "../secret.tsx";
import { Address, isAddress } from "./address.tsx";
import { EventTypes } from "./types.tsx";

interface CreateWebhookProps {
  /** Whose events are sent; undefined: the caller's own. */
  readonly tenantId: string | undefined;
}

export function CreateWebhook({ tenantId }: CreateWebhookProps) {
  const [url, setUrl] = useState("");
  const [description, setDescription] = useState("");
  const [eventTypes, setTypes] = useState(EVENT_TYPES);
  const [isChecked, setChecked] = useState(false);
  const create = useIntent(createWebhook);
  if (create.data) {
    const { webhookId } = create.data.webhook;
    return (
      <>
        <Secret label={names.secret} note={names.secretNote} secret={create.data.secret} />
        <p>{names.verifyNext}</p>
        <p>
          <Link to="/webhooks/$webhookId" params={{ webhookId }}>
            {names.openCreated}
          </Link>
        </p>
      </>
    );
  }
  const submit = () => {
    setChecked(true);
    if (!isAddress(url) || eventTypes.length === 0) return;
    create.start({
      url: url.trim(),
      eventTypes: [...eventTypes],
      ...(description.trim() === "" ? {} : { description: description.trim() }),
      ...(tenantId === undefined ? {} : { tenantId }),
    });
  };
  return (
    <Form className="form" onSubmit={submit} onEdit={create.forget}>
      <Address url={url} onChange={setUrl} isChecked={isChecked} hint={names.urlHint} />
      <TextInput
        label={names.descriptionOptional}
        value={description}
        onChange={setDescription}
        maxLength={200}
      />
      <EventTypes
        chosen={eventTypes}
        onChange={setTypes}
        error={isChecked && eventTypes.length === 0 ? names.typesWrong : undefined}
      />
      <ErrorNotice error={create.error} />
      <Button type="submit" className="main" isDisabled={create.isPending}>
        {create.isPending ? names.creating : names.createButton}
      </Button>
    </Form>
  );
}
