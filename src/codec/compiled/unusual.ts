/** Thrown when a compiled codec cannot handle an input. The generic codec then converts or refuses the input. */
export const UNUSUAL: Error = new Error("a message in an unusual form");
