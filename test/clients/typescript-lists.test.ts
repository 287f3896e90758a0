// Pages and events with the TypeScript client.
import { expect } from "chai";
import {
  createPdaClient,
  EventReader,
  items,
  type PdaClient,
  pages,
} from "../../clients/typescript/src/index.ts";
import { AnsweringServer, success } from "./support/answering-server.ts";

const page = (names: string[], nextPageToken: string) => ({
  status: 200,
  body: success({ items: names.map((name) => ({ merchantId: name })), nextPageToken }),
});
const event = (number: number, type = "payment.completed") => ({
  id: `evt_${number}`,
  type,
  cursor: `after ${number}`,
});
const events = (list: object[], nextPageToken: string) => ({
  status: 200,
  body: success({ items: list, nextPageToken }),
});

describe("lists with the TypeScript client", () => {
  let server: AnsweringServer;
  let api: PdaClient;
  before(async () => {
    server = await AnsweringServer.start();
    api = createPdaClient({ baseUrl: server.url, ca: server.ca, apiKey: "" });
  });
  after(async () => {
    await api.close();
    await server[Symbol.asyncDispose]();
  });
  const tokens = () => server.asked.map(({ url }) => new URL(url, server.url).searchParams.get("pageToken"));
  const merchants = (query: { pageToken?: string }) => api.GET("/api/v1/merchants", { params: { query } });

  it("end after the newest event, although events have no last page", async () => {
    server.prepare(events([event(1), event(2)], "after 2"), events([], "after 2"));
    const found = [];
    const list = items((query) => api.GET("/api/v1/events", { params: { query } }));
    for await (const { id } of list) found.push(id);
    expect(found).to.deep.equal(["evt_1", "evt_2"]);
    expect(tokens()).to.deep.equal([null, "after 2"]);
  });

  it("go from page to page, asked for when the loop gets there", async () => {
    server.prepare(page(["a", "b"], "2"), page([], "3"), page(["c"], ""));
    const found = [];
    for await (const { merchantId } of items(merchants)) {
      found.push(merchantId);
      expect(server.asked).to.have.length(merchantId === "c" ? 3 : 1);
    }
    expect(found).to.deep.equal(["a", "b", "c"]);
    expect(tokens()).to.deep.equal([null, "2", "3"]);
  });

  it("begin after an earlier page, and end where the loop ends", async () => {
    server.prepare(page(["c"], "4"));
    for await (const { nextPageToken } of pages(merchants, "3")) {
      expect(nextPageToken).to.equal("4");
      break;
    }
    expect(tokens()).to.deep.equal(["3"]);
  });

  describe("of events", () => {
    it("are read to their present end, and later on from there", async () => {
      server.prepare(events([event(1), event(2)], "after 2"), events([], "after 2"));
      const reader = new EventReader(api, { type: "payment.completed", pageSize: 2 });
      expect(reader.position).to.equal("");
      const read = [];
      for await (const { id } of reader) read.push(id);
      expect(read).to.deep.equal(["evt_1", "evt_2"]);
      expect(reader.position).to.equal("after 2");
      expect(server.asked[0]?.url).to.equal("/api/v1/events?type=payment.completed&pageSize=2");

      server.prepare(events([event(3)], "after 3"), events([], "after 3"));
      for await (const { id } of reader) read.push(id);
      expect(read).to.deep.equal(["evt_1", "evt_2", "evt_3"]);
      expect(tokens()).to.deep.equal(["after 2", "after 3"]);
    });

    it("are read again from the one whose handling failed", async () => {
      server.prepare(events([event(1), event(2)], "after 2"));
      const reader = new EventReader(api, { after: "after 0" });
      const handle = async (): Promise<void> => {
        for await (const { id } of reader) if (id === "evt_2") throw new Error("the database is away");
      };
      const error = await handle().catch((reason: unknown) => reason);
      expect(error).to.include({ message: "the database is away" });
      expect(reader.position).to.equal("after 1");
      expect(tokens()).to.deep.equal(["after 0"]);
    });

    it("of unknown types are readable", async () => {
      const strange = { ...event(1, "payment.quarantined"), data: { level: 3 } };
      server.prepare(events([strange, event(2)], "after 2"), events([], "after 2"));
      const read = [];
      for await (const { type, data } of new EventReader(api)) read.push({ type, data });
      expect(read[0]).to.deep.equal({ type: "payment.quarantined", data: { level: 3 } });
      expect(read).to.have.length(2);
    });
  });
});
