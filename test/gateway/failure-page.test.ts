// What people read in a browser when a page that is for them cannot be shown. Programs get the envelope everywhere.
import { expect } from "chai";
import { Failure } from "../../src/rpc/failure.ts";
import { Rig } from "./support/rig.ts";

const BROWSER = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };
const PAY = "/pay/RF18539007547034";
const PAGES = [PAY, "/oauth/sign-in", "/oauth/account", "/console/", "/wallet"];

describe("a failure on a page for people", () => {
  it("says that there are too many requests, and asks again", async () => {
    await using rig = await Rig.start({ config: { gateway: { rate: { anonymousRequestsPerSecond: 1 } } } });
    rig.core.on("GetPaymentPage", () => Promise.reject(new Failure("NOT_FOUND")));
    const limited = async (path: string, headers: Record<string, string>) => {
      for (;;) {
        const answer = await rig.ask(path, { headers });
        if (answer.status === 429) return answer;
      }
    };
    for (const path of PAGES) {
      const { headers, text } = await limited(path, BROWSER);
      expect(headers["content-type"], path).to.equal("text/html; charset=utf-8");
      expect(headers["retry-after"], path).to.equal("1");
      expect(headers["content-security-policy"], path).to.match(/^default-src 'none'/);
      expect(text, path).to.include("<h1>Too many requests at once</h1>");
      expect(text, path).to.include('http-equiv="refresh" content="5"');
      for (const accept of ["application/json", "*/*"])
        expect((await limited(path, { accept })).json.errorCode, path).to.equal("SVC-4290");
    }
    // The interface has no pages.
    expect((await limited("/api/v1/assets", BROWSER)).json.errorCode).to.equal("SVC-4290");
  });

  it("names the request, and does not send a form again by itself", async () => {
    await using rig = await Rig.start();
    const headers = { ...BROWSER, "x-request-id": "<b>1" };
    const { status, text } = await rig.ask(PAY, { method: "POST", headers, body: {} });
    expect(status).to.equal(405);
    expect(text)
      .to.include("<code>&lt;b&gt;1</code>")
      .and.to.not.include("refresh")
      .and.to.not.include("<b>");
  });

  it("says nothing of a fault of the service", async () => {
    await using rig = await Rig.start();
    rig.core.on("GetPaymentPage", () =>
      Promise.reject(new Failure("INTERNAL", { cause: new Error("secret") })),
    );
    const { status, text } = await rig.ask(PAY, { headers: BROWSER });
    expect([status, text.includes("secret"), text.includes("refresh")]).to.deep.equal([500, false, false]);
    expect(text).to.include("Something went wrong");
  });

  it("asks again while the core is away where people sign in", async () => {
    const client = { id: "till", name: "Till", redirectUris: ["http://127.0.0.1/cb"] };
    await using rig = await Rig.start({
      config: { oauth: { server: { enabled: true, clients: [client] } } },
    });
    for (const name of ["CheckSignInLink", "OpenSignInLink", "BeginPasskeySignIn"])
      rig.core.on(name, () => Promise.reject(new Failure("OVERLOADED")));
    const link = `/oauth/sign-in/${"s".repeat(43)}`;
    const { status, headers, text } = await rig.ask(link, { headers: BROWSER });
    expect([status, headers["content-type"]]).to.deep.equal([503, "text/html; charset=utf-8"]);
    expect(text).to.include("The service does not answer now").and.to.include("refresh");
    const origin = new URL(rig.config.publicUrl).origin;
    const pressed = await rig.ask(link, { method: "POST", headers: { ...BROWSER, origin } });
    expect([pressed.status, pressed.text.includes("refresh")]).to.deep.equal([503, false]);
    expect(pressed.text).to.include("go back, and try again");
    // A link is not dead because the core is slow.
    rig.core.on("OpenSignInLink", () => Promise.reject(new Failure("DEADLINE_EXCEEDED")));
    const slow = await rig.ask(link, { method: "POST", headers: { ...BROWSER, origin } });
    expect([slow.status, slow.text.includes("go back, and try again")]).to.deep.equal([504, true]);
    // A script of the page reads JSON.
    const asked = await rig.ask("/oauth/sign-in/options", {
      method: "POST",
      headers: { accept: "*/*", origin },
    });
    expect(asked.json.errorCode).to.equal("SVC-5030");
  });
});
