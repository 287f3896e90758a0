// What a module of the console or the wallet finds in a browser, for tests without a browser: the client library by its name, and globals.
import { registerHooks } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const root = pathToFileURL(`${join(import.meta.dirname, "../../../..")}/`);
const client = new URL("clients/typescript/src/browser.ts", root).href;

/** Loads a module of a page. @param tab each has an instance of the module of its own, as the tabs of a browser have */
export async function pageModule<T>(path: string, tab = ""): Promise<T> {
  const hooks = registerHooks({
    resolve: (name, context, next) =>
      name === "@pda/client/browser" ? { url: client, shortCircuit: true } : next(name, context),
  });
  try {
    return (await import(new URL(`${path}${tab === "" ? "" : `?tab=${tab}`}`, root).href)) as T;
  } finally {
    hooks.deregister();
  }
}

/** Gives globals values until the result is called. */
export function withGlobals(values: Readonly<Record<string, unknown>>): () => void {
  const earlier = Object.keys(values).map(
    (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
  );
  for (const [name, value] of Object.entries(values))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  return () => {
    for (const [name, descriptor] of earlier)
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
  };
}
