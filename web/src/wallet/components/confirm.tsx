import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { texts } from "../texts.ts";
import { Button } from "./button.tsx";

interface QuestionProps {
  readonly question: string;
  /** What follows. */
  readonly text: string;
  readonly yes: string;
  readonly onYes: () => void;
  /** The work is under way: another yes does nothing. */
  readonly isBusy?: boolean;
}

interface ConfirmProps extends QuestionProps {
  /** The text of the button that asks. */
  readonly label: string;
}

/** A button for what cannot be undone: it asks first. */
export function Confirm({ label, ...question }: ConfirmProps) {
  return (
    <DialogTrigger>
      <Button kind="danger">{label}</Button>
      <Overlay {...question} kind="danger" />
    </DialogTrigger>
  );
}

/** The question alone, for a form that asks when it is sent. It is open while it is shown. */
export function Question({ onClose, ...question }: QuestionProps & { readonly onClose: () => void }) {
  return <Overlay {...question} kind="main" isOpen onOpenChange={onClose} />;
}

interface OverlayProps extends QuestionProps {
  readonly kind: "danger" | "main";
  readonly isOpen?: boolean;
  readonly onOpenChange?: () => void;
}

function Overlay({ question, text, yes, onYes, isBusy = false, kind, ...open }: OverlayProps) {
  return (
    <ModalOverlay className="overlay" isDismissable {...open}>
      <Modal className="modal">
        <Dialog role="alertdialog">
          <Heading slot="title">{question}</Heading>
          <p>{text}</p>
          <p className="actions">
            <Button slot="close">{texts.cancel}</Button>
            <Button
              slot="close"
              kind={kind}
              onPress={() => {
                if (!isBusy) onYes();
              }}
            >
              {yes}
            </Button>
          </p>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
