// How long a program may act for a person: two gateways and two cores on one store.
import { expect } from "chai";
import { Product } from "../support/product.ts";
import { Browser } from "./support/browser.ts";
import { ask, exchange } from "./support/http.ts";
import { errorOf, jsonOf, newLink, newPersonKey, Program, signedIn } from "./support/person.ts";
import { eventually } from "./support/scene.ts";

describe("what a person gave a program", function () {
  this.timeout(240_000);
  let product: Product;
  let keyId: string;

  before(async () => {
    product = await Product.start({
      PDA_GATEWAY_PROCESSES: "2",
      PDA_CORE_PROCESSES: "2",
      PDA_GATEWAY_RATE_ANONYMOUS_REQUESTS_PER_SECOND: "1000",
      PDA_GATEWAY_RATE_REQUESTS_PER_SECOND: "1000",
    });
    keyId = await newPersonKey(product);
  });
  after(() => product?.[Symbol.asyncDispose]());

  describe("keep a program's access by refresh tokens", () => {
    /** The end of a grant has one record, with its person, session and program. */
    const endIsRecorded = async (sessionId: string, requestId: string | null): Promise<void> => {
      const ends = await eventually("the end has a record", async () => {
        const path = `/api/v1/audit/records?sessionId=${sessionId}`;
        const { json } = await ask(product, path, { key: product.operatorKey });
        const items: { operation: string }[] = json.data.items;
        const found = items.filter(({ operation }) => operation === "EndOAuthGrant");
        return found.length > 0 && found;
      });
      expect(ends).to.have.length(1);
      expect(ends[0]).to.include({
        requestId,
        credentialId: keyId,
        clientId: "command-line",
        outcome: "succeeded",
        mechanism: "session",
      });
    };

    it("each used once, bound to the key; one that comes again ends the grant", async () => {
      const { browser, sessionId } = await signedIn(product, keyId);
      const program = await Program.of(product);
      const first = await program.tokens(await program.allowedBy(browser));
      const thief = await Program.of(product);
      const stolen = await thief.refresh(first.refresh_token as string);
      expect(await errorOf(stolen)).to.deep.equal([400, "invalid_grant"]);
      const second = await jsonOf(await program.refresh(first.refresh_token as string));
      expect(second).to.include({ token_type: "DPoP", scope: "payments.read" });
      expect(second.refresh_token).to.not.equal(first.refresh_token);
      expect((await program.call(second.access_token)).status).to.equal(200);
      const reused = await program.refresh(first.refresh_token as string);
      expect(await errorOf(reused)).to.deep.equal([400, "invalid_grant"]);
      expect(await errorOf(await program.refresh(second.refresh_token))).to.deep.equal([
        400,
        "invalid_grant",
      ]);
      await eventually(
        "the token is refused",
        async () => (await program.call(second.access_token)).status === 401,
      );
      await endIsRecorded(sessionId, reused.headers.get("x-request-id"));
    });

    it("until the program gives one back", async () => {
      const { browser, sessionId } = await signedIn(product, keyId);
      const program = await Program.of(product);
      const tokens = await program.tokens(await program.allowedBy(browser));
      const form = new URLSearchParams({ client_id: "command-line", token: tokens.refresh_token as string });
      const revoked = await exchange(product, "/oauth/revoke", {
        body: form.toString(),
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
      });
      expect(revoked.status).to.equal(200);
      await endIsRecorded(sessionId, String(revoked.headers["x-request-id"]));
      const again = await program.refresh(tokens.refresh_token as string);
      expect(await errorOf(again)).to.deep.equal([400, "invalid_grant"]);
      await eventually(
        "the token is refused",
        async () => (await program.call(tokens.access_token)).status === 401,
      );
    });
  });

  it("lose their tokens with their session, through every gateway", async () => {
    const { browser, sessionId } = await signedIn(product, keyId);
    const program = await Program.of(product);
    const tokens = await program.tokens(await program.allowedBy(browser));
    expect((await program.call(tokens.access_token)).status).to.equal(200);
    const { code, stdout } = await product.pda("sessions", "revoke", sessionId);
    expect([code, stdout]).to.deep.equal([0, `revoked ${sessionId}\n`]);
    const refreshed = await program.refresh(tokens.refresh_token as string);
    expect(await errorOf(refreshed)).to.deep.equal([400, "invalid_grant"]);
    await eventually("every gateway refuses the token", async () => {
      const calls = await Promise.all(Array.from({ length: 6 }, () => program.call(tokens.access_token)));
      return calls.every(({ status }) => status === 401);
    });
    const asked = await browser.open(await program.begin());
    expect((await browser.open(asked.headers.location as string)).status).to.equal(401);
  });

  it("lose their tokens with their key, and get no link for it", async () => {
    const own = await newPersonKey(product);
    const { browser } = await signedIn(product, own);
    const { link } = await newLink(product, own);
    const program = await Program.of(product);
    const tokens = await program.tokens(await program.allowedBy(browser));
    expect((await product.pda("keys", "revoke", own)).code).to.equal(0);
    await eventually(
      "the token is refused",
      async () => (await program.call(tokens.access_token)).status === 401,
    );
    await eventually(
      "the link is refused",
      async () => (await new Browser(product).press(link)).status === 403,
    );
    const { code, stderr } = await product.pda("sign-in", "link", "--key", own);
    expect([code, stderr]).to.satisfy(
      ([status, said]: [number, string]) => status !== 0 && said.includes(own),
    );
  });
});
