// The signed-in person: tokens and their key, shared by all tabs of the browser.
import type { WebKeyPair } from "@pda/client/browser";
import { changeIf, forget, forgetAll, keep, keepOnly, kept } from "./database.ts";
import { signInTexts } from "../texts/sign-in.ts";
import {
  ask,
  type Asked,
  isReturn,
  leave,
  OAuthError,
  redeem,
  refresh,
  revoke,
  type Tokens,
} from "./oauth.ts";

const LOCK = "pda-console-session";
/** The pages of the service lead here after they have signed somebody in. */
const SIGN_IN_PATH = "/console/sign-in";
/** A token is renewed this long before it ends, so that no call travels with one that ends on the way. */
const EARLY_MS = 20_000;

interface Session extends Tokens {
  /** Tells the session from one that another tab has begun since. Absent in a session of an earlier version. */
  readonly id?: string;
  readonly keys: WebKeyPair;
}

/** Nobody is signed in, or the session has ended. */
export class SignedOut extends Error {
  override readonly name = "SignedOut";
}

/** What the page knows about who is signed in. */
export type State =
  | { readonly is: "in"; readonly id: string | undefined; readonly keys: WebKeyPair }
  | {
      readonly is: "out";
      /**
       * `leaving`: the server is asked to end the session. `goesOn`: the page is signed out, but the session may go on at the server.
       * `refused`: the service does not take its tokens.
       */
      readonly why?: "ended" | "leaving" | "signedOut" | "goesOn" | "failed" | "refused";
      readonly detail?: string;
    };

let state: State = { is: "out" };
/** The service has answered a call of this session, or an earlier page has had one. */
let isAccepted = true;
const listeners = new Set<() => void>();
const otherTabs = new BroadcastChannel("pda-console");
otherTabs.addEventListener("message", () => location.reload());

function become(next: State): void {
  state = next;
  for (const each of listeners) each();
}

/** Lets the other tabs begin again, as whoever is signed in now. */
function tellOtherTabs(what: string): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has the tabs of this origin only
  otherTabs.postMessage(what);
}

export const stateNow = (): State => state;
export const onState = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Finds out who is signed in, and finishes signing in if the browser comes back from it. Call it once, before the page is shown. */
export async function begin(): Promise<void> {
  try {
    if (isReturn()) await finish();
    else if (location.pathname === SIGN_IN_PATH) {
      history.replaceState(null, "", "/console/");
      await signIn();
    } else await goOn();
  } catch (error) {
    // A browser that is told to keep nothing has no database, too.
    become({ is: "out", why: "failed", detail: error instanceof Error ? error.message : String(error) });
  }
}

/** Goes on with the session that the browser keeps. @returns false when it keeps none */
async function goOn(): Promise<boolean> {
  const session = await kept<Session>("session");
  if (session) become({ is: "in", id: session.id, keys: session.keys });
  return session !== undefined;
}

/** Leaves the page to sign in. @throws OAuthError when the service refuses */
export async function signIn(): Promise<void> {
  const { asked, address } = await ask(location.pathname + location.search);
  await keep(nameOf(asked.state), asked);
  location.assign(address);
}

/** Each tab may be signing in, and comes back with its own state. */
const nameOf = (state: string | null): string => `asked ${state}`;

async function finish(): Promise<void> {
  const answer = new URLSearchParams(location.search);
  const name = nameOf(answer.get("state"));
  const asked = await kept<Asked>(name);
  // Neither the code nor the state stays in the address or in the history.
  history.replaceState(null, "", asked?.returnTo ?? "/console/");
  try {
    if (!asked) throw new OAuthError("invalid_answer", signInTexts.server.otherAnswer);
    const tokens = await redeem(asked, answer);
    const id = crypto.randomUUID();
    const { keys } = asked;
    const earlier = await keepOnly<Session>("session", { ...tokens, id, keys });
    isAccepted = false;
    become({ is: "in", id, keys });
    // They have the key of an earlier session, and can call nothing any more.
    tellOtherTabs("signed in");
    // Nobody has its tokens any more. Where the service cannot be told, they end by themselves.
    if (earlier) revoke(earlier, earlier.keys).catch(() => undefined);
  } catch (error) {
    // Anybody's link leads here, and ends no session.
    await forget(name);
    if (await goOn()) return;
    const detail = error instanceof Error ? error.message : String(error);
    become({ is: "out", why: "failed", detail });
  }
}

/** Returns the access token to use now. @throws SignedOut */
export async function accessToken(): Promise<string> {
  const session = await own(await kept<Session>("session"));
  if (isFresh(session)) return session.accessToken;
  // Where there are no refresh tokens, a session lasts as long as its access token, to the end.
  if (session.refreshToken === undefined) {
    if (session.expiresAt > Date.now()) return session.accessToken;
    throw await ended();
  }
  // A refresh token works once, so one tab at a time uses it, and the others find the next one.
  return navigator.locks.request(LOCK, async () => {
    const current = await own(await kept<Session>("session"));
    const { refreshToken, keys } = current;
    if (isFresh(current) || refreshToken === undefined) return current.accessToken;
    let tokens: Tokens;
    try {
      tokens = await refresh({ ...current, refreshToken }, keys);
    } catch (error) {
      if (error instanceof OAuthError && !error.isPassing) throw await ended();
      // It is renewed before its end.
      if (current.expiresAt > Date.now()) return current.accessToken;
      throw error;
    }
    const next = { ...current, ...tokens } satisfies Session;
    // Another tab may have signed out meanwhile, or somebody else in.
    await own(await changeIf<Session>("session", isOwn, (store) => store.put(next, "session")));
    return tokens.accessToken;
  });
}

/** Tells whether a session is the one that this page was opened with. */
const isOwn = (session: Session | undefined): session is Session =>
  session !== undefined && state.is === "in" && session.id === state.id;

/** Returns a session that the browser keeps, if it is the one of this page. @throws SignedOut */
async function own(session: Session | undefined): Promise<Session> {
  if (isOwn(session)) return session;
  if (session === undefined) throw await ended();
  // The page has the key of an earlier session. The message of the tab that has signed in may still be on its way.
  if (state.is === "in") location.reload();
  throw new SignedOut();
}

const isFresh = ({ expiresAt }: Session): boolean => expiresAt - EARLY_MS > Date.now();

/** Notes that the service has accepted a call. */
export const accepted = (): void => {
  isAccepted = true;
};

/** Forgets the session of this page, which the service does not accept any more, and no session that another tab has begun. @param detail why it refuses */
export async function ended(detail?: string): Promise<SignedOut> {
  if (state.is === "in") {
    const { id } = state;
    // At once: who signs out meanwhile reads what signing out has to say.
    become(isAccepted ? { is: "out", why: "ended" } : { is: "out", why: "refused", detail: detail ?? "" });
    const isOfPage = (session: Session | undefined) => session !== undefined && session.id === id;
    await changeIf("session", isOfPage, (store) => store.clear());
  }
  return new SignedOut();
}

/** Gives the tokens back, ends the session at the service and forgets the key. The page is signed out even if nothing can be reached. */
export async function signOut(): Promise<void> {
  const session = await kept<Session>("session");
  await forgetAll();
  become({ is: "out", why: "leaving" });
  const asked = [leave(), ...(session ? [revoke(session, session.keys)] : [])];
  const answers = await Promise.allSettled(asked);
  const hasEnded = answers.every(({ status }) => status === "fulfilled");
  become({ is: "out", why: hasEnded ? "signedOut" : "goesOn" });
  tellOtherTabs("signed out");
}
