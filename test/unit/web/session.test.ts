// Two tabs of one browser: somebody signs in anew in one of them, while the other one still has the key of an earlier session.
import { expect } from "chai";
import { MemoryDatabase } from "./support/indexed-db.ts";
import { browserOf, keepSession, pageModule, withGlobals } from "./support/page.ts";

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
  let browser: ReturnType<typeof browserOf>;
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
  const opened = async (members: { readonly expiresAt?: number } = {}): Promise<void> => {
    await keepSession(database, members);
    await earlier.begin();
    expect(earlier.stateNow().is).to.equal("in");
  };

  /** Somebody comes back to the other tab from signing in. */
  const signIn = async (): Promise<void> => {
    const keys = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, ["sign"]);
    database.values.set("asked s", {
      issuer: ORIGIN,
      keys,
      state: "s",
      verifier: "v",
      returnTo: "/console/",
    });
    Object.assign(browser.location, { pathname: "/console/signed-in", search: "?code=c&state=s" });
    await newer.begin();
    expect(newer.stateNow()).to.include({ is: "in" });
  };

  beforeEach(async () => {
    database = new MemoryDatabase();
    reloads = 0;
    onRefresh = async () => undefined;
    tabs += 2;
    browser = browserOf(database);
    browser.location.reload = () => void (reloads += 1);
    restore = withGlobals({
      ...browser,
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
    await opened({ expiresAt: Date.now() + 10_000 });
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
