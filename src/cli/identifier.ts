import { InvalidArgumentError } from "commander";

/** Returns the form of identifiers that have one of the prefixes. */
export const formOf = (...prefixes: readonly string[]): RegExp =>
  new RegExp(`^(${prefixes.join("|")})_[0-7][0-9a-hjkmnp-tv-z]{25}$`);

/** Returns the reader of an identifier, which has one of the prefixes. */
export function identifier(...prefixes: readonly string[]): (text: string) => string {
  const form = formOf(...prefixes);
  return (text) => {
    if (form.test(text)) return text;
    throw new InvalidArgumentError(
      `It must be an identifier, ${prefixes.map((prefix) => `${prefix}_…`).join(" or ")}.`,
    );
  };
}

/** As `identifier`, for an argument that takes several. */
export const identifiers =
  (...prefixes: readonly string[]) =>
  (text: string, before: readonly string[] = []): string[] => [...before, identifier(...prefixes)(text)];

/** Reads the identifier of an API key or a public key. */
export const keyIdentifier = identifier("key", "pky");
