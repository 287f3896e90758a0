import { expect } from "chai";
import * as fc from "fast-check";
import { PathTree } from "../../../src/gateway/path-tree.ts";

const templates = [
  "/api/v1/payments",
  "/api/v1/payments/{paymentId}",
  "/api/v1/payments/{paymentId}/cancel",
  "/api/v1/refunds/{refundId}",
  "/api/v1/refunds/eligibility",
  "/api/v1/merchants/{merchantId}/api-keys/{apiKeyId}",
];

function tree() {
  const made = new PathTree<string>();
  for (const template of templates) made.at(template, () => template);
  return made;
}

describe("path tree", () => {
  it("finds a template with its values", () => {
    expect(tree().find("/api/v1/merchants/mer_1/api-keys/key_2")).to.deep.equal({
      leaf: templates[5],
      values: ["mer_1", "key_2"],
    });
  });

  it("prefers a literal to a parameter, and takes the parameter where the literal leads nowhere", () => {
    expect(tree().find("/api/v1/refunds/eligibility")).to.deep.equal({ leaf: templates[4], values: [] });
    const made = new PathTree<string>();
    for (const template of ["/refunds/eligibility", "/refunds/{refundId}/items"])
      made.at(template, () => template);
    expect(made.find("/refunds/eligibility/items")).to.deep.equal({
      leaf: "/refunds/{refundId}/items",
      values: ["eligibility"],
    });
  });

  it("decodes segments before it compares them", () => {
    expect(tree().find("/api/v1/pay%6Dents/p%20%C3%A9")).to.deep.equal({
      leaf: templates[1],
      values: ["p é"],
    });
  });

  it("takes an encoded slash in a parameter that may be any text, and nowhere else", () => {
    const made = new PathTree<string>(["key"]);
    for (const template of ["/keys/{key}", "/keys/{key}/cancel", "/keys/{key}/of/{other}"])
      made.at(template, () => template);
    expect(made.find("/keys/a%2Fcancel")).to.deep.equal({ leaf: "/keys/{key}", values: ["a/cancel"] });
    expect(made.find("/keys/%2f%2F/cancel")).to.deep.equal({ leaf: "/keys/{key}/cancel", values: ["//"] });
    expect(made.find("/keys/a/of/b%2Fc")).to.equal(undefined);
    expect(made.find("/keys%2Fa")).to.equal(undefined);
  });

  for (const path of [
    "",
    "*",
    "/",
    "//api/v1/payments",
    "/api/v1/payments/",
    "/api/v1//payments",
    "/api/v1/payments/a%2Fb",
    "/api/v1/payments/a%2fcancel",
    "/api/v1/payments/%",
    "/api/v1/payments/%zz",
    "/api/v1/payments/%FF",
    "/api/v1/Payments",
    "/API/v1/payments",
    "/api/v1",
    "/api/v1/payments/a/b",
    "/api/v1/x/../payments",
    "/api/v1/payments/a/cancel/b",
  ]) {
    it(`finds nothing for ${JSON.stringify(path)}`, () => {
      expect(tree().find(path)).to.equal(undefined);
    });
  }

  it("gives back any values that were put into a template, percent-encoded", () => {
    const value = fc
      .string({ unit: "grapheme", minLength: 1 })
      .filter((text) => !text.includes("/") && text.isWellFormed());
    fc.assert(
      fc.property(
        fc.constantFrom(...templates),
        fc.array(value, { minLength: 2, maxLength: 2 }),
        (template, values) => {
          const used: string[] = [];
          const path = template.replace(/\{\w+\}/g, () => {
            used.push(values[used.length] as string);
            return encodeURIComponent(used.at(-1) as string);
          });
          const match = tree().find(path);
          // A value may be the literal of another template, which is then preferred.
          if (match?.leaf === template) expect(match.values).to.deep.equal(used);
          else
            expect(match?.leaf.split("/").filter((part) => part.startsWith("{")).length).to.be.below(
              used.length,
            );
        },
      ),
    );
  });

  it("never finds a template of another number of segments", () => {
    const segment = fc.constantFrom("api", "v1", "payments", "cancel", "refunds", "eligibility", "x", "%2e");
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 8 }), (segments) => {
        const match = tree().find(`/${segments.join("/")}`);
        if (match) expect(match.leaf.split("/").length - 1).to.equal(segments.length);
      }),
    );
  });
});
