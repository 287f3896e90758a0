// The client for pages, over the fetch of a browser. Node's own takes a body with GET and shows a redirect, so that both are imitated here.
import { expect } from "chai";
import { createPdaClient } from "../../clients/typescript/src/browser.ts";
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
});
