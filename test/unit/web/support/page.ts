// What a module of the console or the wallet finds in a browser, for tests without a browser: the client library by its name, and globals.
import { registerHooks } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { MemoryDatabase } from "./indexed-db.ts";

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

const ORIGIN = "https://pda.example";

/** Returns what a page of the console uses of its browser. No message reaches another tab. */
export function browserOf(database: MemoryDatabase) {
  const stored = new Map<string, string>();
  return {
    indexedDB: database,
    location: { origin: ORIGIN, pathname: "/console/", search: "", reload: (): void => undefined },
    history: { replaceState: () => undefined },
    sessionStorage: {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, value: string) => stored.set(name, value),
    },
    BroadcastChannel: class extends EventTarget {
      postMessage(): void {}
    },
  };
}

/** Keeps a session in a browser. */
export async function keepSession(database: MemoryDatabase, members: object = {}): Promise<void> {
  const keys = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, ["sign"]);
  const tokens = { issuer: ORIGIN, accessToken: "old", refreshToken: "old refresh" };
  database.values.set("session", {
    ...tokens,
    expiresAt: Date.now() + 3_600_000,
    id: "old",
    keys,
    ...members,
  });
}

/** Signs somebody in to the console. @param answer answers a call: with `data`, or with a whole answer. @returns what ends that */
export async function signedIn(answer: (url: URL, init: RequestInit) => unknown): Promise<() => void> {
  const database = new MemoryDatabase();
  await keepSession(database);
  const fetch = async (url: string, init: RequestInit) => {
    const given = answer(new URL(url), init);
    return given instanceof Response
      ? given
      : Response.json({ success: true, errors: [], data: given, timestamp: new Date().toISOString() });
  };
  const restore = withGlobals({ ...browserOf(database), fetch });
  const session = await pageModule<{ begin(): Promise<void> }>("web/src/console/session/session.ts");
  await session.begin();
  return restore;
}
