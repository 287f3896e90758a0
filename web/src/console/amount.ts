// Amounts in the console.
import { examplesIn } from "../typed-amount.ts";
import { fill, texts } from "./texts.ts";

export { amountIn as amountText, readAmount as amountOf } from "../typed-amount.ts";

/** Returns an amount as people of a language type it, with at least two digits of the fraction: `amountOf` reads it back. */
export function typedAmount(amount: string, language: string): string {
  const [whole = "", fraction = ""] = amount.split(".");
  const decimal = new Intl.NumberFormat(language).formatToParts(1.5).find(({ type }) => type === "decimal");
  return whole + (decimal?.value ?? ".") + fraction.padEnd(2, "0");
}

/** Says how to write an amount in the reader's language. */
export const amountWrong = (language: string): string =>
  fill(texts.payments.amountWrong, examplesIn(language));
