// A button with an effect that cannot be undone: a dialog asks first.
import { Button } from "react-aria-components";
import { useIntent } from "../../intent.ts";
import { ButtonDialog } from "./dialog.tsx";
import { ErrorNotice } from "./error-notice.tsx";

interface ConfirmProps {
  readonly label: string;
  readonly title: string;
  /** What happens, and what does not come back. */
  readonly text: string;
  readonly busy: string;
  readonly className?: string;
  /** Does it. @param key of the request */
  readonly act: (key: string) => Promise<unknown>;
  readonly onDone: () => unknown;
}

export function Confirm({ label, title, className = "danger", ...rest }: ConfirmProps) {
  return (
    <ButtonDialog label={label} title={title} className={className}>
      {(close) => <Question label={label} close={close} {...rest} />}
    </ButtonDialog>
  );
}

type QuestionProps = Omit<ConfirmProps, "title" | "className"> & { readonly close: () => void };

function Question({ label, text, busy, act, onDone, close }: QuestionProps) {
  const intent = useIntent(
    (_: "once", key) => act(key),
    () => {
      close();
      return onDone();
    },
  );
  return (
    <>
      <p>{text}</p>
      <ErrorNotice error={intent.error} />
      <Button className="danger" isDisabled={intent.isPending} onPress={() => intent.start("once")}>
        {intent.isPending ? busy : label}
      </Button>
    </>
  );
}
