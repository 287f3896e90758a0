import { styleText } from "node:util";

type Colour = "green" | "yellow" | "red" | "dim";

/** The colours of the words that tell how a thing is. A word that is not listed has no colour. */
const colours: Readonly<Record<Colour, readonly string[]>> = {
  green: ["active", "completed", "enabled", "finalized", "kept", "pass", "succeeded"],
  yellow: ["confirmed", "pending", "suspended", "unverified"],
  red: ["broken", "disabled", "fail", "failed", "refused", "reverted", "revoked"],
  dim: ["cancelled", "expired"],
};

const colourOf: ReadonlyMap<string, Colour> = new Map(
  (Object.keys(colours) as Colour[]).flatMap((colour) => colours[colour].map((word) => [word, colour])),
);

/**
 * Colours a text that begins with the word of a state. Only a terminal gets colours; NO_COLOR and FORCE_COLOR in the environment decide
 * before that.
 * @param text the text, which may be padded
 */
export function coloured(text: string): string {
  const colour = colourOf.get(/^\w*/.exec(text)?.[0] ?? "");
  return colour === undefined ? text : styled(colour, text);
}

/** Returns the head of a table. */
export const headline = (text: string): string => styled("bold", text);

/** Tells whether standard output takes escape sequences. */
export const hasColours = (): boolean => styled("bold", "x") !== "x";

const styled = (style: Colour | "bold", text: string): string =>
  styleText(style, text, { stream: process.stdout });
