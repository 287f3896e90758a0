import { type ReactNode, useEffect, useRef } from "react";
import { say, texts } from "../texts.ts";
import { withoutDirection } from "../values/direction.ts";
import { Said } from "./values.tsx";

let isFirst = true;

interface ViewProps {
  readonly title: string;
  /** Put into the title: names that others have chosen. */
  readonly names?: Readonly<Record<string, string>>;
  readonly children: ReactNode;
}

/** A view: its title is the document's, and gets the focus when the reader comes from another view. */
export function View({ title, names = {}, children }: ViewProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // No element keeps the direction of a name to itself there.
  const plain = withoutDirection(say(title, names));
  useEffect(() => {
    document.title = plain === texts.wallet ? plain : `${plain} – ${texts.wallet}`;
  }, [plain]);
  useEffect(() => {
    if (!isFirst) heading.current?.focus();
    isFirst = false;
  }, []);
  return (
    <main id="content">
      <h1 ref={heading} tabIndex={-1}>
        <Said text={title} values={names} />
      </h1>
      {children}
    </main>
  );
}
