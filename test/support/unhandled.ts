/** Does some work and returns the rejections meanwhile that nothing handled, for which a tier would end. Mocha does not fail for them. */
export async function unhandledDuring(work: () => Promise<void>): Promise<unknown[]> {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => void unhandled.push(reason);
  process.on("unhandledRejection", note);
  try {
    await work();
    // Node tells of them after the current turn of the event loop.
    await new Promise((resolve) => setTimeout(resolve, 10));
  } finally {
    process.off("unhandledRejection", note);
  }
  return unhandled;
}
