// What every process of the bench does: hear its settings, answer over the IPC channel, end with its parent.

/** The settings that the bench sends first. */
export function settings<T>(): Promise<T> {
  return new Promise((resolve) => process.once("message", (value) => resolve(value as T)));
}

/** Says something to the bench. */
export function report(message: object): void {
  process.send?.(message);
}

/** Ends this process, resources closed, when it is told to or when the bench is gone. */
export function endWithParent(close: () => Promise<unknown> = async () => undefined): void {
  let ending = false;
  const end = () => {
    if (ending) return;
    ending = true;
    close().then(
      () => process.exit(0),
      (error: Error) => {
        process.stderr.write(`${error.stack}\n`);
        process.exit(1);
      },
    );
  };
  process.once("SIGTERM", end);
  process.once("disconnect", end);
}
