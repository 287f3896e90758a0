/** Parameters of a path by their names. A program without type checks may leave one out. */
export type PathValues = Readonly<Record<string, string | undefined>>;

/**
 * Returns the path of an operation with its parameters, percent-encoded.
 *
 * @throws TypeError for a value with which the path would be another operation's: none, an empty one or dots
 */
export function pathOf(template: string, values: PathValues = {}): string {
  return template.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
    const text = encodeURIComponent(values[name] ?? "");
    if (text === "" || text === "." || text === "..")
      throw new TypeError(`${template} needs ${name}, not "${text}"`);
    return text;
  });
}
