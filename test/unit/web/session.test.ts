// Two tabs of one browser: somebody signs in anew in one of them, while the other one still has the key of an earlier session.
import { expect } from "chai";
import { MemoryDatabase } from "./support/indexed-db.ts";
import { pageModule, withGlobals } from "./support/page.ts";

interface Tab {
  begin(): Promise<void>;
  accessToken(): Promise<string>;
  ended(detail?: string): Promise<Error>;
  stateNow(): { readonly is: string; readonly why?: string; readonly detail?: string };
}
interface Kept {
  readonly accessToken: string;
}

const ORIGIN = "https://pda.example";
const HOUR_MS = 3_600_000;
const keyPair = () =>
  crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, ["sign", "verify"]);
const metadata = {
  issuer: ORIGIN,
  authorization_endpoint: `${ORIGIN}/oauth/authorize`,
  token_endpoint: `${ORIGIN}/oauth/token`,
  code_challenge_methods_supported: ["S256"],
  dpop_signing_alg_values_supported: ["ES256"],
};

describe("a tab of an earlier session", () => {
  let database: MemoryDatabase;
  let restore: () => void;
  let earlier: Tab;
  let newer: Tab;
  let reloads: number;
  /** Called before the token endpoint answers a refresh. */
  let onRefresh: () => Promise<void>;
  let tabs = 0;
  const location = { origin: ORIGIN, pathname: "", search: "", reload: () => (reloads += 1) };
  const session = () => database.values.get("session") as Kept | undefined;

  const answer = async (url: string, { body }: { readonly body?: URLSearchParams } = {}) => {
    if (url.endsWith("/console/sign-in.json")) return { clientId: "console", scopes: ["payments.read"] };
    if (url.includes("/.well-known/")) return metadata;
    const isRefresh = body?.get("grant_type") === "refresh_token";
    if (isRefresh) await onRefresh();
    const access_token = isRefresh ? "refreshed" : "new";
    return { access_token, token_type: "DPoP", expires_in: 300, refresh_token: `${access_token} refresh` };
  };

  /** Opens the earlier tab, with a session that the browser keeps. */
  const opened = async (expiresAt = Date.now() + HOUR_MS): Promise<void> => {
    const tokens = { issuer: ORIGIN, accessToken: "old", refreshToken: "old refresh", expiresAt };
    database.values.set("session", { ...tokens, id: "earlier", keys: await keyPair() });
    location.pathname = "/console/";
    await earlier.begin();
    expect(earlier.stateNow().is).to.equal("in");
  };

  /** Somebody comes back to the other tab from signing in. */
  const signIn = async (): Promise<void> => {
    const asked = { issuer: ORIGIN, keys: await keyPair(), state: "s", verifier: "v", returnTo: "/console/" };
    database.values.set("asked s", asked);
    Object.assign(location, { pathname: "/console/signed-in", search: "?code=c&state=s" });
    await newer.begin();
    expect(newer.stateNow()).to.include({ is: "in" });
  };

  beforeEach(async () => {
    database = new MemoryDatabase();
    reloads = 0;
    onRefresh = async () => undefined;
    tabs += 2;
    const stored = new Map<string, string>();
    restore = withGlobals({
      indexedDB: database,
      location,
      history: { replaceState: () => undefined },
      sessionStorage: {
        getItem: (name: string) => stored.get(name) ?? null,
        setItem: (name: string, value: string) => stored.set(name, value),
      },
      // Its messages come too late.
      BroadcastChannel: class extends EventTarget {
        postMessage(): void {}
      },
      fetch: async (url: string, init?: { readonly body?: URLSearchParams }) =>
        Response.json(await answer(url, init)),
    });
    const path = "web/src/console/session/session.ts";
    earlier = await pageModule<Tab>(path, String(tabs));
    newer = await pageModule<Tab>(path, String(tabs + 1));
  });
  afterEach(() => restore());

  const refused = async (asked: Promise<string>): Promise<void> => {
    const error = await asked.then(
      (token) => new Error(`got ${token}`),
      (thrown: unknown) => thrown,
    );
    expect(error).to.include({ name: "SignedOut" });
  };

  it("gets no token of the new session, ends only its own, and loads again", async () => {
    await opened();
    expect(await earlier.accessToken()).to.equal("old");
    await signIn();
    await refused(earlier.accessToken());
    expect(reloads).to.equal(1);
    await earlier.ended("401");
    expect(earlier.stateNow().is).to.equal("out");
    expect(session()?.accessToken).to.equal("new");
    expect(await newer.accessToken()).to.equal("new");
  });

  it("always finds a session while somebody signs in", async () => {
    await opened();
    const found: (string | undefined)[] = [];
    database.onCommit = () => found.push(session()?.accessToken);
    await signIn();
    expect([...new Set(found)]).to.deep.equal(["old", "new"]);
  });

  it("keeps none of the tokens that it gets for the earlier session", async () => {
    // Soon renewed, and still good.
    await opened(Date.now() + 10_000);
    onRefresh = signIn;
    await refused(earlier.accessToken());
    expect(session()?.accessToken).to.equal("new");
    expect(await newer.accessToken()).to.equal("new");
  });

  it("ends with its own session", async () => {
    await opened();
    database.values.set("asked other", {});
    await earlier.ended("401");
    expect([...database.values.keys()]).to.deep.equal([]);
    await opened();
    database.values.clear();
    await refused(earlier.accessToken());
    expect(earlier.stateNow()).to.include({ is: "out", why: "ended" });
  });
});
