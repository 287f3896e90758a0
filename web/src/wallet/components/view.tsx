import { type ReactNode, useEffect, useRef } from "react";
import { texts } from "../texts.ts";

let isFirst = true;

/** A view: its title is the document's, and gets the focus when the reader comes from another view. */
export function View({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = title === texts.wallet ? title : `${title} – ${texts.wallet}`;
  }, [title]);
  useEffect(() => {
    if (!isFirst) heading.current?.focus();
    isFirst = false;
  }, []);
  return (
    <main id="content">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </main>
  );
}
