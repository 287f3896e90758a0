// Views that are loaded when they are first shown.
import { PdaConnectionError } from "@pda/client/browser";
import { lazyRouteComponent } from "@tanstack/react-router";

const isServed = (): Promise<boolean> =>
  fetch(location.href, { cache: "no-store", credentials: "omit" }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Like `lazyRouteComponent` of the router, which loads the page anew when a view cannot be loaded. That is right after an upgrade of the
 * service. While the service does not answer, the browser would show a page of its own, and what the reader has open would be lost.
 */
export const lazyView = ((load: () => Promise<Record<string, unknown>>, name: string) =>
  lazyRouteComponent(
    () =>
      load().catch(async (error: unknown) => {
        if (await isServed()) throw error;
        const detail = error instanceof Error ? error.message : String(error);
        const address = location.origin;
        throw new PdaConnectionError(
          { address, reason: "connection", detail, attempts: 1, idempotencyKey: undefined },
          error,
        );
      }),
    name,
  )) as typeof lazyRouteComponent;

/** Loads the page anew, as soon as the service answers. */
export async function reload(): Promise<void> {
  if (await isServed()) location.reload();
}
