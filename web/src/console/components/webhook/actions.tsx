// What can be done with an endpoint.
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Button, useLocale } from "react-aria-components";
import { useIntent } from "../../../intent.ts";
import {
  deleteWebhook,
  rereadWebhooks,
  rotateSecret,
  sendTest,
  updateWebhook,
  verifyWebhook,
  type Webhook,
} from "../../api/webhooks.ts";
import { fill } from "../../texts.ts";
import { webhookTexts as names } from "../../texts/webhooks.ts";
import { announce } from "../announce.ts";
import { Confirm } from "../confirm.tsx";
import { ButtonDialog } from "../dialog.tsx";
import { ErrorNotice } from "../error-notice.tsx";
import { Choice, Form } from "../fields.tsx";
import { Secret } from "../secret.tsx";
import { timeText } from "../values.tsx";
import { ChangeWebhook } from "./change.tsx";

interface OfWebhook {
  readonly webhook: Webhook;
}

export function WebhookActions({ webhook }: OfWebhook) {
  const navigate = useNavigate();
  const { webhookId, status } = webhook;
  const said = (text: string) => () => {
    announce(text);
    return rereadWebhooks();
  };
  const verify = useIntent(verifyWebhook, said(names.asked));
  const turn = useIntent(
    (enabled: boolean, key) => updateWebhook(webhookId, { enabled }, key),
    ({ enabled }) => said(enabled ? names.enabled : names.disabled)(),
  );
  return (
    <>
      <ErrorNotice error={verify.error ?? turn.error} />
      <div className="actions">
        {status === "unverified" && (
          <Button className="main" isDisabled={verify.isPending} onPress={() => verify.start(webhookId)}>
            {verify.isPending ? names.verifying : names.verify}
          </Button>
        )}
        {status !== "unverified" && (
          <ButtonDialog label={names.test} title={names.testTitle}>
            {(close) => <TestEvent webhook={webhook} onSent={close} />}
          </ButtonDialog>
        )}
        {status === "enabled" && (
          <Button isDisabled={turn.isPending} onPress={() => turn.start(false)}>
            {turn.isPending ? names.disabling : names.disable}
          </Button>
        )}
        {status === "disabled" && (
          <Button className="main" isDisabled={turn.isPending} onPress={() => turn.start(true)}>
            {turn.isPending ? names.enabling : names.enable}
          </Button>
        )}
        <ButtonDialog label={names.change} title={names.changeTitle}>
          {(close) => <ChangeWebhook webhook={webhook} onChanged={close} />}
        </ButtonDialog>
        <ButtonDialog label={names.rotate} title={names.rotateTitle} onClosed={rereadWebhooks}>
          {() => <Rotation webhookId={webhookId} />}
        </ButtonDialog>
        <Confirm
          label={names.remove}
          title={names.removeTitle}
          text={names.removeText}
          busy={names.removing}
          act={(key) => deleteWebhook(webhookId, key)}
          onDone={async () => {
            announce(names.removed);
            await navigate({ to: "/webhooks" });
            await rereadWebhooks();
          }}
        />
      </div>
    </>
  );
}

function TestEvent({ webhook, onSent }: OfWebhook & { readonly onSent: () => void }) {
  const { webhookId, eventTypes } = webhook;
  const [type, setType] = useState(eventTypes[0] ?? "");
  const test = useIntent(
    (eventType: string, key) => sendTest(webhookId, eventType, key),
    () => {
      announce(names.tested);
      onSent();
      return rereadWebhooks();
    },
  );
  return (
    <Form className="form" onSubmit={() => test.start(type)} onEdit={test.forget}>
      <p>{names.testText}</p>
      <Choice
        label={names.testType}
        value={type}
        onChange={setType}
        options={eventTypes.map((value) => ({ value, text: value }))}
      />
      <ErrorNotice error={test.error} />
      <Button type="submit" className="main" isDisabled={test.isPending}>
        {test.isPending ? names.testing : names.testButton}
      </Button>
    </Form>
  );
}

/** A day first, as the service has it. */
const OVERLAPS = ["86400", "604800", "3600", "0"] as const;

function Rotation({ webhookId }: { readonly webhookId: string }) {
  const { locale } = useLocale();
  const [overlap, setOverlap] = useState<string>(OVERLAPS[0]);
  const rotate = useIntent((seconds: number, key) => rotateSecret(webhookId, seconds, key));
  if (rotate.data) {
    const { secret, oldSecretExpireTime: until } = rotate.data;
    return (
      <>
        <Secret label={names.secret} note={names.secretNote} secret={secret} />
        {until !== undefined && <p>{fill(names.oldUntil, { time: timeText(until, locale) })}</p>}
      </>
    );
  }
  return (
    <Form className="form" onSubmit={() => rotate.start(Number(overlap))} onEdit={rotate.forget}>
      <p>{names.rotateText}</p>
      <Choice
        label={names.overlap}
        value={overlap}
        onChange={setOverlap}
        options={OVERLAPS.map((value) => ({ value, text: names.overlaps[value] ?? value }))}
      />
      <ErrorNotice error={rotate.error} />
      <Button type="submit" className="main" isDisabled={rotate.isPending}>
        {rotate.isPending ? names.rotating : names.rotate}
      </Button>
    </Form>
  );
}
