// The client for pages, over the fetch of a browser. Node's own takes a body with GET and shows a redirect, so that both are imitated here.
import { expect } from "chai";
import { createPdaClient, PdaProtocolError } from "../../clients/typescript/src/browser.ts";
import { success } from "./support/answering-server.ts";

const baseUrl = "https://pda.example";
const page = success({ items: [], nextPageToken: "" });

describe("TypeScript client in a page", () => {
  const { fetch } = globalThis;
  const bodyOfRequests = Object.getOwnPropertyDescriptor(Request.prototype, "body") as PropertyDescriptor;
  let sent: Request[];
  beforeEach(() => {
    sent = [];
  });
  afterEach(() => {
    globalThis.fetch = fetch;
    Object.defineProperty(Request.prototype, "body", bodyOfRequests);
  });

  const answer = (of: () => Response): void => {
    globalThis.fetch = (url, init) => {
      // A body with GET is a TypeError here, as in every browser.
      sent.push(new Request(url, init));
      return Promise.resolve(of());
    };
  };

  it("reads and writes in Firefox, whose requests do not show their body", async () => {
    delete (Request.prototype as { body?: unknown }).body;
    answer(() => Response.json(page));
    await using api = createPdaClient({ baseUrl, retry: { attemptsMax: 1 } });
    expect((await api.GET("/api/v1/payments")).data.items).to.deep.equal([]);
    await api.POST("/api/v1/merchants", { body: { name: "Shop" } });
    const bodies = await Promise.all(sent.map((each) => each.text()));
    expect(bodies).to.deep.equal(["", '{"name":"Shop"}']);
  });

  it("sets no User-Agent, for which a page of another origin needs a permission in Firefox and Safari", async () => {
    answer(() => Response.json(page));
    await using api = createPdaClient({ baseUrl });
    await api.GET("/api/v1/payments");
    const { headers } = sent[0] as Request;
    expect([headers.has("User-Agent"), headers.has("Request-Timeout")]).to.deep.equal([false, true]);
  });

  it("takes a redirect for the answer of another server, and does not repeat the call", async () => {
    // As fetch shows it to a page: of type "opaqueredirect", with the status 0.
    answer(() => Object.defineProperties(Response.error(), { type: { value: "opaqueredirect" } }));
    await using api = createPdaClient({ baseUrl, retry: { delayMsMax: 1 } });
    const calls = [
      () => api.GET("/api/v1/payments"),
      () => api.POST("/api/v1/merchants", { body: { name: "Shop" } }),
      () => api.streamEvents()[Symbol.asyncIterator]().next(),
    ];
    for (const call of calls)
      expect(await (call() as Promise<unknown>).catch((error: unknown) => error))
        .to.be.instanceOf(PdaProtocolError)
        .and.include({ address: baseUrl });
    expect(sent).to.have.length(3);
  });
});
