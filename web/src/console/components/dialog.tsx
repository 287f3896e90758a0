// A dialog that a button opens. Escape and its last button close it.
import type { ReactNode } from "react";
import { Button, Dialog, DialogTrigger, Heading, Modal, ModalOverlay } from "react-aria-components";
import { texts } from "../texts.ts";

interface ButtonDialogProps {
  /** On the button that opens it. */
  readonly label: string;
  readonly title: string;
  readonly className?: string;
  /** After it was closed, by whatever way. */
  readonly onClosed?: () => unknown;
  readonly children: (close: () => void) => ReactNode;
}

export function ButtonDialog({ label, title, className = "", onClosed, children }: ButtonDialogProps) {
  return (
    <DialogTrigger onOpenChange={(isOpen) => void (isOpen || onClosed?.())}>
      <Button className={className}>{label}</Button>
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
