// The page on which people see their sessions and programs, end them, and sign out.
import { expect } from "chai";
import { decodeJwt } from "jose";
import { Product } from "../support/product.ts";
import { Browser } from "./support/browser.ts";
import { ask } from "./support/http.ts";
import { jsonOf, Program, signedIn } from "./support/person.ts";
import { eventually } from "./support/scene.ts";

const PAGE = "/oauth/account";

describe("the page of people who are signed in", function () {
  this.timeout(240_000);
  let product: Product;

  before(async () => {
    product = await Product.start({
      PDA_GATEWAY_RATE_ANONYMOUS_REQUESTS_PER_SECOND: "1000",
      PDA_GATEWAY_RATE_REQUESTS_PER_SECOND: "1000",
    });
  });
  after(() => product?.[Symbol.asyncDispose]());

  const newKey = async (): Promise<string> => {
    const { stdout } = await product.pda("keys", "create", "--name", "desk <1>", "--role", "support");
    return /key_[0-9a-z]{26}/.exec(stdout)?.[0] as string;
  };
  /** A program that a person has allowed, with its tokens and the grant that they belong to. */
  const allowed = async (browser: Browser) => {
    const program = await Program.of(product);
    const tokens = await program.tokens(await program.allowedBy(browser));
    const { pda_grant: grant } = decodeJwt<{ pda_grant: string }>(tokens.access_token);
    return { program, tokens, grant };
  };
  const isRefused = async ({ program, tokens }: Awaited<ReturnType<typeof allowed>>): Promise<void> => {
    const refreshed = await program.refresh(tokens.refresh_token as string);
    expect((await jsonOf(refreshed)).error).to.equal("invalid_grant");
    await eventually(
      "the access token is refused",
      async () => (await program.call(tokens.access_token)).status === 401,
    );
  };
  /** Waits until the audit log has a record of a request that names the operation, and returns it. */
  const recordOf = async (requestId: unknown, operation: string): Promise<Record<string, unknown>> => {
    let found: Record<string, unknown> | undefined;
    await eventually(`the record of ${operation} is there`, async () => {
      const { json } = await ask(product, `/api/v1/audit/records?operation=${operation}`, {
        key: product.operatorKey,
      });
      found = json.data.items.find((each: { requestId?: string }) => each.requestId === requestId);
      return found !== undefined;
    });
    return found as Record<string, unknown>;
  };

  it("shows own sessions and programs, and no others, without scripts", async () => {
    const [own, foreign] = [await newKey(), await newKey()];
    const { browser, sessionId } = await signedIn(product, own);
    const second = await signedIn(product, own);
    const other = await signedIn(product, foreign);
    const { grant } = await allowed(browser);
    const { grant: foreignGrant } = await allowed(other.browser);
    const { status, headers, text } = await browser.open(PAGE);
    expect(status, text).to.equal(200);
    expect(headers["cache-control"]).to.equal("no-store");
    expect(headers["content-security-policy"]).to.match(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; base-uri 'none'; frame-ancestors 'none'; form-action 'self'$/,
    );
    expect(text).to.not.include("<script").and.to.not.include("desk <1>");
    for (const shown of [own, "desk &lt;1&gt;", sessionId, second.sessionId, grant, "payments.read"])
      expect(text).to.include(shown);
    expect(text).to.include("A program on this machine");
    for (const hidden of [foreign, other.sessionId, foreignGrant]) expect(text).to.not.include(hidden);
    expect((await new Browser(product).open(PAGE)).status).to.equal(401);
  });

  it("is one click away from every page of somebody who is signed in", async () => {
    const { browser } = await signedIn(product, await newKey());
    const program = await Program.of(product);
    const consent = (await browser.open(await program.begin())).headers.location as string;
    for (const { text } of [await browser.open(consent), await browser.open(PAGE)])
      expect(text).to.match(/href="\/oauth\/account"|action="\/oauth\/account\/sign-out"/);
  });

  it("signs out: the session ends with its tokens, and the browser forgets it", async () => {
    const key = await newKey();
    const { browser, sessionId } = await signedIn(product, key);
    const stays = await signedIn(product, key);
    const cookie = browser.cookies.get("__Host-pda-session");
    const given = await allowed(browser);
    const out = await browser.press(`${PAGE}/sign-out`);
    expect([out.status, out.text]).to.satisfy(
      ([status, text]: [number, string]) => status === 200 && text.includes("You are signed out"),
    );
    expect(browser.cookies.has("__Host-pda-session")).to.equal(false);
    await isRefused(given);
    // Also for somebody who has kept the cookie.
    const thief = new Browser(product);
    if (cookie) thief.cookies.set("__Host-pda-session", cookie);
    expect((await thief.open(PAGE)).status).to.equal(401);
    expect((await stays.browser.open(PAGE)).status).to.equal(200);
    const { stdout } = await product.pda("sessions", "list");
    expect(stdout).to.include(stays.sessionId).and.to.not.include(sessionId);
    expect(await recordOf(out.headers["x-request-id"], "EndSignInSession")).to.deep.include({
      outcome: "succeeded",
      mechanism: "session",
      credentialId: key,
      sessionId,
      resourceIds: [sessionId],
    });
  });

  it("ends another session, or all others, soon after signing in", async () => {
    const key = await newKey();
    const [first, second, third, fourth] = [
      await signedIn(product, key),
      await signedIn(product, key),
      await signedIn(product, key),
      await signedIn(product, key),
    ];
    const given = await allowed(first.browser);
    const ended = await fourth.browser.press(`${PAGE}/sessions/${first.sessionId}/end`);
    expect([ended.status, ended.headers.location]).to.deep.equal([303, PAGE]);
    await isRefused(given);
    expect((await first.browser.open(PAGE)).status).to.equal(401);
    expect((await second.browser.open(PAGE)).status).to.equal(200);
    const all = await fourth.browser.press(`${PAGE}/end-others`);
    expect(all.status).to.equal(303);
    for (const { browser } of [second, third]) expect((await browser.open(PAGE)).status).to.equal(401);
    expect((await fourth.browser.open(PAGE)).status).to.equal(200);
    const record = await recordOf(all.headers["x-request-id"], "EndSignInSession");
    expect(record.sessionId).to.equal(fourth.sessionId);
    expect(record.resourceIds).to.have.members([second.sessionId, third.sessionId]);
    const again = await fourth.browser.press(`${PAGE}/sessions/${first.sessionId}/end`);
    expect(again.status).to.equal(404);
  });

  it("revokes a program, in whichever session it was allowed, and leaves the others", async () => {
    const key = await newKey();
    const [first, second] = [await signedIn(product, key), await signedIn(product, key)];
    const [gone, stays] = [await allowed(first.browser), await allowed(first.browser)];
    const revoked = await second.browser.press(`${PAGE}/programs/${gone.grant}/revoke`);
    expect([revoked.status, revoked.headers.location]).to.deep.equal([303, PAGE]);
    await isRefused(gone);
    expect((await stays.program.call(stays.tokens.access_token)).status).to.equal(200);
    const { text } = await first.browser.open(PAGE);
    expect(text).to.include(stays.grant).and.to.not.include(gone.grant);
    expect(await recordOf(revoked.headers["x-request-id"], "RevokeProgram")).to.deep.include({
      outcome: "succeeded",
      credentialId: key,
      sessionId: second.sessionId,
      clientId: "command-line",
    });
    expect((await second.browser.press(`${PAGE}/programs/${gone.grant}/revoke`)).status).to.equal(404);
  });

  it("ends nothing of somebody else, nothing by a form of another site, and nothing by GET", async () => {
    const own = await signedIn(product, await newKey());
    const foreign = await signedIn(product, await newKey(), "127.4.0.1");
    const { grant } = await allowed(own.browser);
    const actions = [
      `${PAGE}/sign-out`,
      `${PAGE}/end-others`,
      `${PAGE}/sessions/${own.sessionId}/end`,
      `${PAGE}/programs/${grant}/revoke`,
    ];
    for (const action of actions.slice(2)) {
      const refused = await foreign.browser.press(action);
      expect(refused.status, action).to.equal(404);
      const operation = action.endsWith("revoke") ? "RevokeProgram" : "EndSignInSession";
      const record = await recordOf(refused.headers["x-request-id"], operation);
      expect(record.outcome).to.equal("refused");
    }
    for (const action of actions) {
      for (const headers of [{ Origin: "https://evil.example" }, { Origin: "null" }, {}])
        expect((await own.browser.press(action, headers as Record<string, string>)).status).to.equal(403);
      const crossSite = { Origin: product.baseUrl, "Sec-Fetch-Site": "cross-site" };
      expect((await own.browser.press(action, crossSite)).status, action).to.equal(403);
      expect((await own.browser.open(action)).status, action).to.equal(405);
      expect((await new Browser(product).press(action)).status, action).to.equal(401);
    }
    expect((await own.browser.press(PAGE)).status).to.equal(405);
    const { text } = await own.browser.open(PAGE);
    expect(text).to.include(own.sessionId).and.to.include(grant);
  });

  it("belongs to at most five sessions of a person: the one that was unused for the longest time ends", async () => {
    const key = await newKey();
    const sessions = [];
    for (let at = 0; at < 6; at += 1) sessions.push(await signedIn(product, key));
    const [first, ...others] = sessions;
    expect((await first?.browser.open(PAGE))?.status).to.equal(401);
    for (const { browser } of others) expect((await browser.open(PAGE)).status).to.equal(200);
  });
});
