import { readFileSync } from "node:fs";
import { expect } from "chai";
import { parse } from "yaml";
import { operations } from "../../gen/rest/operations.ts";
import { Rig } from "./support/rig.ts";

const publicUrl = "https://pay.example:18443";

describe("pages beside the interface", () => {
  let rig: Rig;
  before(async () => {
    rig = await Rig.start({ config: { publicUrl } });
  });
  after(() => rig[Symbol.asyncDispose]());

  it("/healthz and /readyz answer in the envelope, without a credential", async () => {
    for (const path of ["/healthz", "/readyz"]) {
      const { status, json } = await rig.ask(path);
      expect(status).to.equal(200);
      expect(json).to.deep.include({ success: true, status: "ok", data: {}, errors: [] });
    }
  });

  it("/openapi.yaml is the document of the contract with this service's address, /openapi.json the same in JSON", async () => {
    const yaml = await rig.ask("/openapi.yaml");
    expect(yaml.headers["content-type"]).to.equal("application/yaml; charset=utf-8");
    const committed = readFileSync(new URL("../../openapi/pda.v1.yaml", import.meta.url), "utf8");
    expect(yaml.text).to.equal(committed.replaceAll("https://localhost:8443", publicUrl));
    const document = parse(yaml.text);
    expect(document.servers[0].variables.base_url?.default ?? document.servers[0].url).to.equal(publicUrl);
    const { json } = await rig.ask("/openapi.json");
    expect(json).to.deep.equal(document);
    for (const { http } of operations) {
      if (!http) continue;
      const names = (_: string, name: string) =>
        `{${name.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase())}}`;
      expect(json.paths[http.template.replace(/\{(\w+)\}/g, names)]).to.have.property(
        http.verb.toLowerCase(),
      );
    }
  });

  it("the link of a payment reference leads to a page for people that tells nothing of the payment", async () => {
    const page = await rig.ask("/pay/RF18539007547034");
    expect([page.status, page.headers["content-type"]]).to.deep.equal([200, "text/html; charset=utf-8"]);
    expect(page.text).to.contain("RF18539007547034").and.to.contain("wallet");
    for (const path of ["/pay/", "/pay/RF18", "/pay/RF18<script>", "/pay/rf18539007547034"])
      expect((await rig.ask(path)).status, path).to.equal(404);
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
