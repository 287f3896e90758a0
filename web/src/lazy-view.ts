// Views that are loaded when they are first shown.
import { PdaConnectionError } from "@pda/client/browser";
import { lazyRouteComponent } from "@tanstack/react-router";

const isServed = (): Promise<boolean> =>
  fetch(location.href, { cache: "no-store", credentials: "omit" }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Makes a view that is loaded on demand. The router's own `lazyRouteComponent` reloads the page when a view cannot be loaded. A reload is right
 * after an upgrade of the service. While the service does not answer, a reload would show the browser's error page and lose all input.
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

/** Reloads the page if the service answers, and does nothing else. */
export async function reload(): Promise<void> {
  if (await isServed()) location.reload();
}
