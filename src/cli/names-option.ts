/** Reads names with commas between them; the option can be repeated. */
export const namesOption = (text: string, before: string[] = []): string[] => [
  ...before,
  ...text.split(",").filter((name) => name !== ""),
];
