// People sign in at the embedded authorisation server, and programs act for them: two gateways and two cores on one store.
import { createHash } from "node:crypto";
import { expect } from "chai";
import { decodeJwt } from "jose";
import * as oauth from "oauth4webapi";
import { Product } from "../support/product.ts";
import { Browser } from "./support/browser.ts";
import { ask, exchange } from "./support/http.ts";
import { errorOf, jsonOf, newLink, newPersonKey, Program, REDIRECT_URI, signedIn } from "./support/person.ts";
import { eventually } from "./support/scene.ts";

describe("people who sign in", function () {
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

  const reasonOf = async (answer: Response) => [answer.status, (await jsonOf(answer)).errors?.[0]?.reason];
  it("tells programs how", async () => {
    const { json } = await ask(product, "/.well-known/oauth-authorization-server");
    expect(json).to.deep.include({
      authorization_endpoint: `${product.baseUrl}/oauth/authorize`,
      pushed_authorization_request_endpoint: `${product.baseUrl}/oauth/par`,
      require_pushed_authorization_requests: true,
      response_types_supported: ["code"],
      grant_types_supported: ["client_credentials", "authorization_code", "refresh_token"],
      code_challenge_methods_supported: ["S256"],
      authorization_response_iss_parameter_supported: true,
      token_endpoint_auth_methods_supported: ["private_key_jwt", "tls_client_auth", "none"],
    });
  });
  // The first refusals of an address have records of their own.
  it("leave a record of each sign-in, token and refusal in the audit log, with their key", async () => {
    const own = await newPersonKey(product);
    const { link } = await newLink(product, own);
    await new Browser(product).press(link);
    const refused = await new Browser(product).press(link);
    expect(refused.status).to.equal(403);
    const { browser } = await signedIn(product, own);
    const program = await Program.of(product);
    await program.tokens(await program.allowedBy(browser));
    await eventually("the records are there", async () => {
      const { json } = await ask(product, "/api/v1/audit/records", { key: product.operatorKey });
      const records = json.data.items.filter((each: { credentialId?: string }) => each.credentialId === own);
      const operations = records.map(({ operation }: { operation: string }) => operation);
      const refusals = json.data.items.filter(
        (each: { requestId?: string }) => each.requestId === refused.headers["x-request-id"],
      );
      return (
        ["OpenSignInLink", "IssueSessionToken"].every((each) => operations.includes(each)) &&
        refusals.some(({ operation }: { operation: string }) => operation === "OpenSignInLink")
      );
    });
  });

  it("use a link once, by its button, also at once through several gateways", async () => {
    const { link, sessionId } = await newLink(product, keyId);
    for (let at = 0; at < 3; at += 1) {
      const { status, headers, text } = await new Browser(product).open(link);
      expect([status, headers["cache-control"]]).to.deep.equal([200, "no-store"]);
      expect(headers["content-security-policy"]).to.match(
        /^default-src 'none';.*frame-ancestors 'none'; form-action 'self'$/,
      );
      expect(headers["x-frame-options"]).to.match(/^deny$/i);
      expect(text).to.include("<button").and.to.not.include("<script");
      expect(text, "the key that it signs in to").to.include(keyId);
    }
    const browsers = Array.from({ length: 100 }, () => new Browser(product));
    const opened = await Promise.all(browsers.map((browser) => browser.press(link)));
    expect(opened.filter(({ status }) => status === 200)).to.have.length(1);
    expect(opened.filter(({ status }) => status === 403)).to.have.length(99);
    // A used link says so at once, and has nothing to press.
    const { status, text } = await new Browser(product).open(link);
    expect(status, text).to.equal(403);
    expect(text).to.include("It was used").and.to.include("pda sign-in link").and.to.not.include("<button");
    const winner = browsers[opened.findIndex(({ status }) => status === 200)] as Browser;
    const cookie = winner.cookies.get("__Host-pda-session");
    expect(cookie?.attributes).to.match(/Path=\/.*Secure; HttpOnly; SameSite=Lax$/);
    const { stdout } = await product.pda("sessions", "list", "--json");
    const listed = JSON.parse(stdout).items.find(({ id }: { id: string }) => id === sessionId);
    expect(listed).to.include({ credentialId: keyId });
  });

  it("are not signed in by a form of another site", async () => {
    const { link } = await newLink(product, keyId);
    for (const headers of [
      { Origin: "https://evil.example" },
      { Origin: "null" },
      {},
      { Origin: product.baseUrl, "Sec-Fetch-Site": "cross-site" },
    ]) {
      const browser = new Browser(product);
      expect((await browser.press(link, headers as Record<string, string>)).status).to.equal(403);
      expect(browser.cookies.size).to.equal(0);
    }
    expect((await new Browser(product).press(link)).status).to.equal(200);
  });

  it("let a program act with tokens that are bound to its key, and with no scope that their key lacks", async () => {
    const { browser, sessionId } = await signedIn(product, keyId);
    const program = await Program.of(product);
    const address = await program.begin({ scope: "payments.read payments.write" });
    const asked = await browser.open(address);
    expect(asked.status, asked.text).to.equal(303);
    const consent = asked.headers.location as string;
    const question = await browser.open(consent);
    expect(question.status, question.text).to.equal(200);
    expect(question.text).to.include("payments.read").and.to.include("help desk").and.to.include(keyId);
    expect(question.text).to.not.include("payments.write").and.to.not.include("<script");
    expect(question.headers["content-security-policy"]).to.match(
      /frame-ancestors 'none'; form-action 'self' http:\/\/127\.0\.0\.1:49152$/,
    );
    const allowed = await browser.press(`${consent}/allow`);
    const back = await browser.open(allowed.headers.location as string);
    const answer = new URL(back.headers.location as string);
    expect(answer.href).to.match(/^http:\/\/127\.0\.0\.1:49152\/callback\?/);
    expect(answer.searchParams.get("iss")).to.equal(product.baseUrl);
    const tokens = await program.tokens(answer);
    expect(tokens).to.include({ token_type: "dpop", scope: "payments.read", expires_in: 300 });
    expect(decodeJwt(tokens.access_token)).to.deep.include({
      iss: product.baseUrl,
      sub: keyId,
      client_id: "command-line",
      pda_tenant: "operator",
      sid: sessionId,
      cnf: { jkt: await program.DPoP.calculateThumbprint() },
    });
    for (let at = 0; at < 4; at += 1) expect((await program.call(tokens.access_token)).status).to.equal(200);
    const thief = await Program.of(product);
    expect(await reasonOf(await thief.call(tokens.access_token))).to.deep.equal([401, "TOKEN_BOUND"]);
  });

  describe("are protected from a code", () => {
    it("that comes twice: the grant ends, with its access token", async () => {
      const { browser } = await signedIn(product, keyId);
      const program = await Program.of(product);
      const answer = await program.allowedBy(browser);
      const tokens = await program.tokens(answer);
      expect((await program.call(tokens.access_token)).status).to.equal(200);
      expect(await errorOf(await program.redeem(answer))).to.deep.equal([400, "invalid_grant"]);
      const again = await program.refresh(tokens.refresh_token as string);
      expect(await errorOf(again)).to.deep.equal([400, "invalid_grant"]);
      const ended = performance.now();
      await eventually(
        "the token is refused",
        async () => (await program.call(tokens.access_token)).status === 401,
      );
      expect(performance.now() - ended).to.be.below(15_000);
    });

    it("that comes many times at once, through several gateways", async () => {
      const { browser } = await signedIn(product, keyId);
      const program = await Program.of(product);
      const answer = await program.allowedBy(browser);
      await program.call("x.y.z");
      const answers = await Promise.all(Array.from({ length: 12 }, () => program.redeem(answer)));
      expect(answers.filter(({ status }) => status === 200).length).to.be.at.most(1);
    });

    it("with another verifier, another redirect_uri, another key, or no proof", async () => {
      const { browser } = await signedIn(product, keyId);
      const program = await Program.of(product);
      const answer = await program.allowedBy(browser);
      const other = "x".repeat(43);
      expect(await errorOf(await program.redeem(answer, other))).to.deep.equal([400, "invalid_grant"]);
      const elsewhere = "http://127.0.0.1:49153/callback";
      expect(await errorOf(await program.redeem(answer, program.verifier, elsewhere))).to.deep.equal([
        400,
        "invalid_grant",
      ]);
      const thief = await Program.of(product);
      Object.assign(thief, { state: program.state });
      expect(await errorOf(await thief.redeem(answer, program.verifier))).to.deep.equal([
        400,
        "invalid_grant",
      ]);
      const form = new URLSearchParams({
        grant_type: "authorization_code",
        client_id: "command-line",
        code: answer.searchParams.get("code") as string,
        redirect_uri: REDIRECT_URI,
        code_verifier: program.verifier,
      });
      const bare = await exchange(product, "/oauth/token", {
        body: form.toString(),
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
      });
      expect([bare.status, bare.json.error]).to.deep.equal([400, "invalid_dpop_proof"]);
      // None of these has used it up.
      expect((await program.tokens(answer)).token_type).to.equal("dpop");
    });
  });

  it("get no request of a program that is not as it must be", async () => {
    const program = await Program.of(product);
    for (const [changes, error] of [
      [{ code_challenge_method: "plain" }, "invalid_request"],
      [{ code_challenge: undefined, code_challenge_method: undefined }, "invalid_request"],
      [{ redirect_uri: "http://127.0.0.1:49152/other" }, "invalid_request"],
      [{ redirect_uri: "https://evil.example/callback" }, "invalid_request"],
      [{ redirect_uri: undefined }, "invalid_request"],
      [{ response_type: "token" }, "unsupported_response_type"],
      [{ response_mode: "form_post" }, "invalid_request"],
      [{ state: "x".repeat(20_000) }, "invalid_request"],
      [{ scope: undefined }, "invalid_scope"],
      [{ scope: "openid" }, "invalid_scope"],
      [{ dpop_jkt: createHash("sha256").update("other").digest("base64url") }, "invalid_request"],
    ] as const)
      expect(await errorOf(await program.push(changes)), JSON.stringify(changes)).to.deep.equal([400, error]);
    // From a page of another origin.
    const address = await program.begin();
    const foreign = await exchange(product, address.slice(product.baseUrl.length), {
      headers: { Origin: "https://evil.example" },
    });
    expect(foreign.headers).to.not.have.property("access-control-allow-origin");
    // Without a pushed request.
    const challenge = createHash("sha256").update(program.verifier).digest("base64url");
    const query = new URLSearchParams({
      client_id: "command-line",
      response_type: "code",
      redirect_uri: REDIRECT_URI,
      scope: "payments.read",
      code_challenge: challenge,
      code_challenge_method: "S256",
    });
    const { browser } = await signedIn(product, keyId);
    const direct = await browser.open(`/oauth/authorize?${query.toString()}`);
    expect(direct.headers.location ?? "").to.not.include("code=");
    expect(direct.headers.location ?? direct.text).to.include("invalid_request");
    const unknown = await browser.open("/oauth/authorize?client_id=nobody&request_uri=urn:x");
    expect(unknown.status).to.equal(400);
    expect(unknown.headers.location).to.equal(undefined);
  });

  it("come back to a program at either loopback address: browsers know no policy for one in brackets", async () => {
    const { browser } = await signedIn(product, keyId);
    for (const [redirectUri, source] of [
      ["http://127.0.0.1:49152/callback", "http://127.0.0.1:49152"],
      ["http://[::1]:49152/callback", "http:"],
    ] as const) {
      const program = await Program.of(product);
      const asked = await browser.open(await program.begin({ redirect_uri: redirectUri }));
      const question = await browser.open(asked.headers.location as string);
      expect(question.headers["content-security-policy"]).to.match(
        new RegExp(`; form-action 'self' ${source}$`),
      );
    }
  });

  it("use each pushed request once", async () => {
    const { browser } = await signedIn(product, keyId);
    const program = await Program.of(product);
    const address = await program.begin();
    const questions = await Promise.all([browser.open(address), browser.open(address)]);
    const answers = [];
    for (const { headers } of questions) {
      const allowed = await browser.press(`${headers.location}/allow`);
      if (allowed.status === 303) answers.push(await browser.open(allowed.headers.location as string));
    }
    const codes = answers.filter(({ headers }) => /[?&]code=/.test(headers.location ?? ""));
    expect(codes).to.have.length(1);
  });

  describe("answer the question of a program", () => {
    it("only in the browser that was asked, and only by a form of this service", async () => {
      const { browser } = await signedIn(product, keyId);
      const program = await Program.of(product);
      const consent = (await browser.open(await program.begin())).headers.location as string;
      const { browser: other } = await signedIn(product, keyId);
      expect((await other.press(`${consent}/allow`)).status).to.equal(403);
      expect((await other.open(consent)).status).to.equal(403);
      for (const Origin of ["https://evil.example", "null"])
        expect((await browser.press(`${consent}/allow`, { Origin })).status).to.equal(403);
      expect((await browser.press(`${consent}/allow`, {})).status).to.equal(403);
      expect((await browser.open(`${consent}/allow`)).status).to.equal(405);
      const refused = await browser.press(`${consent}/refuse`);
      const back = await browser.open(refused.headers.location as string);
      const answer = new URL(back.headers.location as string);
      expect(answer.searchParams.get("error")).to.equal("access_denied");
      expect(answer.searchParams.get("iss")).to.equal(product.baseUrl);
      expect((await browser.press(`${consent}/allow`)).status).to.equal(403);
    });

    it("only when they are signed in", async () => {
      const browser = new Browser(product);
      const program = await Program.of(product);
      const consent = (await browser.open(await program.begin())).headers.location as string;
      const page = await browser.open(consent);
      expect([page.status, page.text.includes("sign-in link")]).to.deep.equal([401, true]);
      expect((await browser.press(`${consent}/allow`)).status).to.equal(401);
    });
  });

  it("are asked about the console when another site has led them there", async () => {
    const { browser } = await signedIn(product, keyId);
    const allowed = async (): Promise<number> =>
      (await browser.open("/oauth/account")).text.split("Programs that may act in it").length - 1;
    const before = await allowed();
    const openConsole = async (site?: string) => {
      const redirectUri = `${product.baseUrl}/console/signed-in`;
      const program = await Program.of(product, {
        clientId: "console",
        redirectUri,
        authentication: oauth.None(),
      });
      const headers: Record<string, string> = site === undefined ? {} : { "Sec-Fetch-Site": site };
      const asked = await browser.open(await program.begin(), headers);
      return {
        program,
        consent: asked.headers.location as string,
        shown: await browser.open(asked.headers.location as string, headers),
      };
    };
    for (const site of ["cross-site", "same-site"]) {
      const { program, consent, shown } = await openConsole(site);
      expect([shown.status, await allowed()], site).to.deep.equal([200, before]);
      expect(shown.text).to.include("Allow a program to act for you?");
      // The person may still want it.
      if (site === "cross-site") continue;
      const back = await browser.open((await browser.press(`${consent}/allow`)).headers.location as string);
      expect(await program.tokens(new URL(back.headers.location as string))).to.include({
        token_type: "dpop",
      });
    }
    for (const site of ["same-origin", "none", undefined])
      expect((await openConsole(site)).shown.status, site).to.equal(303);
  });

  it("are not spoken for by a program that makes up whose token it asks about", async () => {
    const handle = { clientId: "command-line", token: "x.y.z", caller: { requestId: "x", address: "" } };
    for (const [path, revokes] of [
      ["/oauth/revoke", true],
      ["/oauth/introspect", false],
    ] as const) {
      const token = Buffer.from(JSON.stringify({ ...handle, revokes })).toString("base64url");
      const answer = await exchange(product, path, {
        body: new URLSearchParams({ client_id: "command-line", token }).toString(),
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
      });
      expect([answer.status, answer.json?.active ?? false], path).to.deep.equal([200, false]);
    }
  });

  it("get nothing by a link that the operator has taken back, nor by commands about nothing", async () => {
    const { link, sessionId } = await newLink(product, keyId);
    expect((await product.pda("sessions", "revoke", sessionId)).code).to.equal(0);
    expect((await new Browser(product).press(link)).status).to.equal(403);
    for (const [args, said] of [
      [["sessions", "revoke", "nobody"], /must be an identifier, ses_/],
      [["sessions", "revoke", "ses_01h2xcejqtf2nbrexx3vqjhp41"], /no session has the identifier/],
      [["sign-in", "link", "--key", "nobody"], /must be an identifier, key_/],
      [["sign-in", "link", "--key", "key_01h2xcejqtf2nbrexx3vqjhp41"], /no key has the identifier/],
    ] as const) {
      const { code, stderr } = await product.pda(...args);
      expect([code === 0, stderr], args.join(" ")).to.satisfy(
        ([passed, text]: [boolean, string]) => !passed && said.test(text),
      );
    }
  });
});
