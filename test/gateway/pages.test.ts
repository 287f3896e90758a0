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

  it("/docs shows the documentation with files of this host only", async () => {
    const redirected = await rig.ask("/docs");
    expect([redirected.status, redirected.headers.location]).to.deep.equal([308, "/docs/"]);
    const page = await rig.ask("/docs/");
    expect(page.status).to.equal(200);
    const files = [...page.text.matchAll(/(?:src|href)=["']([^"']+)["']/g)].map(([, file]) => file as string);
    expect(files).to.include("./swagger-ui-bundle.js");
    for (const file of files) {
      expect(file).to.match(/^\.\/[\w.-]+$/);
      expect((await rig.ask(`/docs/${file.slice(2)}`)).status).to.equal(200);
    }
    const start = await rig.ask("/docs/swagger-ui-init.js");
    expect(start.text).to.contain('"swaggerUrl": "/openapi.json"').and.to.contain('"validatorUrl": null');
  });

  it("/docs has a policy that its page keeps: no inline script, nothing from elsewhere", async () => {
    const { headers, text } = await rig.ask("/docs/");
    const policy = headers["content-security-policy"] ?? "";
    expect(policy)
      .to.contain("default-src 'none'")
      .and.to.contain("script-src 'self'")
      .and.to.contain("connect-src 'self'");
    expect(policy).to.not.match(/https?:|\*|unsafe-eval|script-src[^;]*unsafe-inline/);
    expect(text).to.not.match(/<script(?![^>]*\bsrc=)[^>]*>/);
    expect(text).to.not.match(/\son\w+=/);
  });
});
