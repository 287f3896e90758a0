// A view of the console: its name is the heading, gets the focus when the reader comes to it, and is the title of the page.
import { type ReactNode, useEffect, useRef } from "react";
import { texts } from "../texts.ts";

interface ViewProps {
  readonly title: string;
  /** Beside the heading. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function View({ title, actions, children }: ViewProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    document.title = `${title} – ${texts.name}`;
  }, [title]);
  return (
    <>
      <div className="view-head">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {actions}
      </div>
      {children}
    </>
  );
}
