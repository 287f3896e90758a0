// The gateway answers at several names, and people sign in at one of them.
import { expect } from "chai";
import { Rig } from "./support/rig.ts";

describe("a page for people at another address of the gateway", () => {
  const client = { id: "till", name: "Till", redirectUris: ["http://127.0.0.1/cb"] };
  const link = `/oauth/sign-in/${"s".repeat(43)}`;
  let rig: Rig;
  before(async () => {
    rig = await Rig.start({
      config: { publicUrl: "https://pay.example", oauth: { server: { enabled: true, clients: [client] } } },
    });
  });
  after(() => rig[Symbol.asyncDispose]());
  const press = (headers: Record<string, string>) => rig.ask(link, { method: "POST", headers });

  it("says where to go on, for there is no session here", async () => {
    for (const host of ["localhost:9443", "127.0.0.1"]) {
      const { status, text } = await press({ host, origin: `https://${host}` });
      expect(status).to.equal(403);
      expect(text).to.include("Open the same page at https://pay.example and go on there.");
    }
  });

  it("says nothing of the kind to a form of another site", async () => {
    for (const origin of ["https://evil.example", "null"]) {
      const { status, text } = await press({ origin });
      expect(status).to.equal(403);
      expect(text).to.include("The form comes from another site");
    }
  });
});
