// An action that is asked about once more, in a dialog, with a reason for the record where the interface takes one.
import { useState } from "react";
import { Button } from "react-aria-components";
import { useIntent } from "../../intent.ts";
import { announce } from "./announce.ts";
import { ButtonDialog } from "./dialog.tsx";
import { ErrorNotice } from "./error-notice.tsx";
import { Choice, Form, TextInput } from "./fields.tsx";

interface ConfirmedProps {
  readonly label: string;
  readonly title: string;
  /** What will happen, and whether it can be undone. */
  readonly text: string;
  readonly busy: string;
  readonly done: string;
  readonly className?: string;
  /** A free text, or one of some words. Absent: no reason is asked for. */
  readonly reason?: {
    readonly label: string;
    readonly options?: readonly { readonly value: string; readonly text: string }[];
  };
  readonly act: (reason: string, key: string) => Promise<unknown>;
  readonly onDone: () => unknown;
}

export function Confirmed(props: ConfirmedProps) {
  const { label, title, className = "small" } = props;
  return (
    <ButtonDialog label={label} title={title} className={className}>
      {(close) => <Question {...props} onClose={close} />}
    </ButtonDialog>
  );
}

function Question(props: ConfirmedProps & { readonly onClose: () => void }) {
  const { label, text, busy, done, className = "", reason, act, onDone, onClose } = props;
  const [why, setWhy] = useState("");
  const action = useIntent(act, async () => {
    announce(done);
    onClose();
    await onDone();
  });
  return (
    <Form className="form" onSubmit={() => action.start(why)}>
      <p>{text}</p>
      {reason?.options && (
        <Choice label={reason.label} value={why} onChange={setWhy} options={reason.options} />
      )}
      {reason && !reason.options && (
        <TextInput label={reason.label} value={why} onChange={setWhy} maxLength={500} />
      )}
      <ErrorNotice error={action.error} />
      <Button
        type="submit"
        className={className.includes("danger") ? "danger" : "main"}
        isDisabled={action.isPending}
      >
        {action.isPending ? busy : label}
      </Button>
    </Form>
  );
}
