import { Button as AriaButton, type ButtonProps } from "react-aria-components/Button";

/** A button. `kind` says how much it matters; `main` stands for what the reader most likely wants. */
export function Button({
  kind = "plain",
  ...props
}: ButtonProps & { readonly kind?: "main" | "plain" | "danger" }) {
  return <AriaButton {...props} className={`button ${kind}`} />;
}
