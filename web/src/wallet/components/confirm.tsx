import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { texts } from "../texts.ts";
import { Button } from "./button.tsx";

interface ConfirmProps {
  /** The text of the button that asks. */
  readonly label: string;
  readonly question: string;
  /** What follows. */
  readonly text: string;
  readonly yes: string;
  readonly onYes: () => void;
  /** The work is under way: another yes does nothing. */
  readonly isBusy?: boolean;
}

/** A button for what cannot be undone: it asks first. */
export function Confirm({ label, question, text, yes, onYes, isBusy = false }: ConfirmProps) {
  return (
    <DialogTrigger>
      <Button kind="danger">{label}</Button>
      <ModalOverlay className="overlay" isDismissable>
        <Modal className="modal">
          <Dialog role="alertdialog">
            <Heading slot="title">{question}</Heading>
            <p>{text}</p>
            <p className="actions">
              <Button slot="close">{texts.cancel}</Button>
              <Button
                slot="close"
                kind="danger"
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
    </DialogTrigger>
  );
}
