// U+0000 cannot be stored, so nothing is found by it. Every text that a GET operation takes in its query refuses it, by the contract.
import { expect } from "chai";
import { ask } from "../e2e/support/http.ts";
import { holder, type Merchant, merchant, type Publisher, publisher } from "../e2e/support/scene.ts";
import { type Node, openapi, parametersOf } from "../support/openapi-document.ts";
import { type Product, sharedProduct } from "../support/product.ts";
import { codeForm } from "./interface-envelope.ts";

interface Parameter {
  readonly name: string;
  readonly in: "query" | "path" | "header";
  readonly required?: boolean;
  readonly schema: { readonly type?: string };
}

const isText = (each: Partial<Parameter>): each is Parameter =>
  each.in === "query" && each.schema?.type === "string";

/** A type of events is compared with the service's own words: what is none of them has no events, and the store is not asked. */
const never = ["/api/v1/events type", "/api/v1/events/stream type"];

/** Every text in the query of a GET operation, with those that are asked for beside it. */
const texts = Object.entries(openapi.paths as Node).flatMap(([path, { get = {} }]) => {
  const inQuery = parametersOf(get as Node).filter(isText);
  return inQuery
    .filter(({ name }) => !never.includes(`${path} ${name}`))
    .map(({ name }) => ({
      path,
      name,
      beside: inQuery.filter((other) => other.required && other.name !== name).map((other) => other.name),
    }));
});

describe("the text in a query", function () {
  this.timeout(120_000);
  let product: Product;
  let issuer: Publisher;
  let shop: Merchant;
  let walletId: string;

  before(async () => {
    product = await sharedProduct();
    issuer = await publisher(product);
    shop = await merchant(product, issuer);
    ({ walletId } = await holder(product, issuer));
  });

  /** What a parameter is called with where it is not what is tried. */
  const known = (name: string): string => {
    const values: Record<string, string> = {
      publisherId: issuer.publisherId,
      merchantId: shop.merchantId,
      walletId,
      assetType: issuer.assetType,
      fromTime: "2020-01-01T00:00:00Z",
      idempotencyKey: "order-1",
      assetId: "ast_01h455vb4pex5vsknk084sn02q",
      issuanceJobId: "job_01h455vb4pex5vsknk084sn02q",
      settlementId: "stl_01h455vb4pex5vsknk084sn02q",
      webhookId: "whk_01h455vb4pex5vsknk084sn02q",
    };
    const value = values[name];
    if (value === undefined) throw new Error(`no value is known for ${name}`);
    return value;
  };

  it("is what the contract says that it is", () => {
    expect(texts.map(({ path, name }) => `${path} ${name}`)).to.include.members([
      "/api/v1/payments orderReference",
      "/api/v1/transactions assetType",
      "/api/v1/merchants namePrefix",
    ]);
  });

  for (const { path, name, beside } of texts)
    it(`does not have U+0000: ${name} of ${path}`, async () => {
      const place = path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => known(parameter));
      for (const text of ["\u0000", "a\u0000b"]) {
        const query = new URLSearchParams(Object.fromEntries(beside.map((other) => [other, known(other)])));
        query.set(name, text);
        const answer = await ask(product, `${place}?${query.toString()}`, { key: product.operatorKey });
        expect(answer.status, answer.text).to.equal(400);
        expect(answer.json.errors[0].reason).to.match(/^[A-Z][A-Z0-9_]+$/);
        expect(answer.json.errorCode).to.match(codeForm);
      }
    });
});
