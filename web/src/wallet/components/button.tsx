import { Button as AriaButton, type ButtonProps } from "react-aria-components/Button";

interface Props extends Omit<ButtonProps, "isPending"> {
  /** How much it matters; `main` stands for what the reader most likely wants. */
  readonly kind?: "main" | "plain" | "danger";
  /** Does nothing while its work is under way, and keeps the focus. */
  readonly isBusy?: boolean;
}

/** A button. */
export function Button({ kind = "plain", isBusy = false, onPress, ...props }: Props) {
  const press = isBusy ? {} : { ...(onPress && { onPress }) };
  return <AriaButton {...props} {...press} className={`button ${kind}${isBusy ? " busy" : ""}`} />;
}
