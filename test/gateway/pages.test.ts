import { expect } from "chai";
import { Rig } from "./support/rig.ts";

describe("pages beside the interface", () => {
  let rig: Rig;
  before(async () => {
    rig = await Rig.start();
  });
  after(() => rig[Symbol.asyncDispose]());

  it("/healthz and /readyz answer in the envelope, without a credential", async () => {
    for (const path of ["/healthz", "/readyz"]) {
      const { status, json } = await rig.ask(path);
      expect(status).to.equal(200);
      expect(json).to.deep.include({ success: true, status: "ok", data: {}, errors: [] });
    }
  });

  it("/.well-known/security.txt says where to report a weakness, once the deployment has a contact (RFC 9116)", async () => {
    expect((await rig.ask("/.well-known/security.txt")).status).to.equal(404);
    const securityContact = "mailto:security@pay.example";
    await using known = await Rig.start({ config: { securityContact, publicUrl: "https://localhost" } });
    const { status, headers, text } = await known.ask("/.well-known/security.txt");
    expect([status, headers["content-type"]]).to.deep.equal([200, "text/plain; charset=utf-8"]);
    const fields = new Map(text.split(/\r?\n/).map((line) => line.split(": ") as [string, string]));
    expect(fields.get("Contact")).to.equal(securityContact);
    expect(fields.get("Canonical")).to.equal("https://localhost/.well-known/security.txt");
    const days = (Date.parse(fields.get("Expires") ?? "") - Date.now()) / 86_400_000;
    expect(days).to.be.within(1, 365);
    expect((await known.ask("/.well-known/security.txt", { method: "POST", body: {} })).status).to.equal(405);
  });
});
