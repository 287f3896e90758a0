// A dialog that a button opens. Escape and its last button close it.
import type { ReactNode } from "react";
import { Button, Dialog, DialogTrigger, Heading, Modal, ModalOverlay } from "react-aria-components";
import { texts } from "../texts.ts";

interface ButtonDialogProps {
  /** On the button that opens it. */
  readonly label: string;
  readonly title: string;
  readonly className?: string;
  readonly isDisabled?: boolean;
  readonly children: (close: () => void) => ReactNode;
}

export function ButtonDialog({ label, title, className = "", isDisabled = false, children }: ButtonDialogProps) {
  return (
    <DialogTrigger>
      <Button className={className} isDisabled={isDisabled}>
        {label}
      </Button>
      <ModalOverlay className="overlay" isDismissable={false}>
        <Modal className="modal">
          <Dialog className="dialog">
            {({ close }) => (
              <>
                <Heading slot="title">{title}</Heading>
                {children(close)}
                <Button className="plain" onPress={close}>
                  {texts.close}
                </Button>
              </>
            )}
          </Dialog>
        </Modal>
      </ModalOverlay>
    </DialogTrigger>
  );
}
