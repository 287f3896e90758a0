/** Thrown where a compiled codec has no answer of its own: the generic one then says what is right, or what is wrong. */
export const UNUSUAL: Error = new Error("a message in an unusual form");
