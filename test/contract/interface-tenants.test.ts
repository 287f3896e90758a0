// D-012 and AIP-211 for every operation that names a merchant or a publisher: another tenant is 403, an unknown one 404 to who may see all.

import { expect } from "chai";
import { type Operation, operations } from "../../gen/rest/operations.ts";
import { createOperatorKey } from "../../src/cli/operator-keys.ts";
import { scopesOf } from "../../src/domain/access/scope.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { messageOf } from "../../src/rpc/contract.ts";
import { ask } from "../e2e/support/http.ts";
import { publisher } from "../e2e/support/scene.ts";
import { type Product, sharedProduct } from "../support/product.ts";
import { expectRefusal } from "./interface-envelope.ts";

type TenantKind = "merchant" | "publisher";
type RestOperation = Operation & { http: NonNullable<Operation["http"]> };

/** What names a publisher of which anyone may read the public things. */
const publicly = ["ListAssets.publisher", "VerifyPublisher.publisher_id"];

/** Request fields whose value is the identifier of a merchant or a publisher, by their form. */
const naming = operations
  .filter((operation): operation is RestOperation => operation.http !== undefined)
  .flatMap((operation) =>
    messageOf(operation.request)
      .fields.filter(({ name }) => /^(merchant|publisher)(_id)?$/.test(name))
      .map((field) => ({ operation, field: field.name, json: field.jsonName })),
  )
  .filter(({ operation, field }) => !publicly.includes(`${operation.method}.${field}`));

const kindOf = (field: string): TenantKind => (field.startsWith("merchant") ? "merchant" : "publisher");
const inPath = ({ http }: RestOperation, field: string): boolean => http.template.includes(`{${field}}`);

/** Well-formed identifiers of things that do not exist. */
const nothing: Record<string, string> = {
  asset_id: newId("asset"),
  asset_type_id: newId("assetType"),
  api_key_id: newId("apiKey"),
  certificate_id: newId("certificate"),
  change_id: newId("settlementAccountChange"),
  device_id: newId("device"),
  issuance_job_id: newId("issuanceJob"),
  public_key_id: newId("publicKey"),
};

const period = "?assetType=USDX&fromTime=2026-01-01T00:00:00Z";
/** What some lists cannot be asked for without. */
const required: Record<string, string> = {
  GetStatement: period,
  ExportStatement: period,
  ExportStatementCsv: period,
};

/** The operation's path with this tenant: in the path, or in the query. */
function pathOf(operation: RestOperation, field: string, tenantId: string): string {
  const path = operation.http.template.replace(/\{(\w+)\}/g, (_all, name: string) =>
    name === field ? tenantId : (nothing[name] ?? name),
  );
  if (operation.http.verb === "GET" && !inPath(operation, field))
    return `${path}?${field.replace("_id", "Id")}=${tenantId}`;
  return `${path}${required[operation.method] ?? ""}`;
}

describe("operations that name a merchant or a publisher", function () {
  this.timeout(120_000);
  let product: Product;
  /** A merchant and a publisher, each with a key of all scopes that its kind may hold. */
  const own = {} as Record<TenantKind, { id: string; key: string }>;
  /** Another merchant and publisher that exist. */
  const other = {} as Record<TenantKind, string>;
  let reader: string;

  before(async () => {
    product = await sharedProduct();
    const post = async (path: string, body: unknown) =>
      (await ask(product, `/api/v1${path}`, { key: product.operatorKey, body })).json.data;
    const known = [
      ...new Set(operations.flatMap(({ access }) => (access.kind === "scope" ? [access.scope] : []))),
    ];
    const merchantId = (await post("/merchants", { name: "Own" })).merchantId as string;
    const { publisherId } = await publisher(product);
    other.merchant = (await post("/merchants", { name: "Other" })).merchantId as string;
    other.publisher = (await publisher(product)).publisherId;
    const keyOf = async (path: string, kind: TenantKind) =>
      (await post(`${path}/api-keys`, { name: "all", scopes: scopesOf(kind, known) })).secret as string;
    own.merchant = { id: merchantId, key: await keyOf(`/merchants/${merchantId}`, "merchant") };
    own.publisher = { id: publisherId, key: await keyOf(`/publishers/${publisherId}`, "publisher") };
    reader = (await createOperatorKey(product.store(), "reads everything", { scopes: known })).secret;
  });

  const call = async (operation: RestOperation, field: string, tenantId: string, key: string) => {
    const { verb } = operation.http;
    const body = inPath(operation, field) ? {} : { [field.replace("_id", "Id")]: tenantId };
    return ask(product, pathOf(operation, field, tenantId), {
      method: verb,
      key,
      ...(verb === "GET" ? {} : { body }),
    });
  };

  it("are many, and the contract marks the field of each as its tenant", () => {
    expect(naming.length).to.be.above(60);
    expect(
      naming
        .filter(({ operation, field }) => operation.tenant !== field)
        .map(({ operation }) => operation.method),
    ).to.deep.equal([]);
  });

  for (const { operation, field } of naming) {
    const { access, method, http } = operation;
    if (access.kind !== "scope") continue;
    for (const kind of ["merchant", "publisher"] as const) {
      if (!scopesOf(kind, [access.scope]).includes(access.scope)) continue;
      it(`${method}, ${http.verb} ${http.template}: 403 to a ${kind} that names another ${kindOf(field)}, known or not`, async () => {
        const foreign = [other[kindOf(field)], newId(kindOf(field)), own[kindOf(field)].id];
        for (const tenantId of kind === kindOf(field) ? foreign.slice(0, 2) : foreign) {
          const refused = await call(operation, field, tenantId, own[kind].key);
          expectRefusal(refused, 403, "SVC-4030");
          expect(refused.json.errors[0].reason).to.equal("OTHER_TENANT");
        }
      });
    }
    if (http.verb === "GET" && inPath(operation, field))
      it(`${method}, ${http.verb} ${http.template}: 404 to the operator where the ${kindOf(field)} is unknown, as documented`, async () => {
        expectRefusal(await call(operation, field, newId(kindOf(field)), reader), 404, "SVC-4040");
        expect(operation.errors).to.include("NOT_FOUND");
      });
  }

  it("a merchant that names itself sees its transactions", async () => {
    const answer = await ask(product, `/api/v1/transactions?merchantId=${own.merchant.id}`, {
      key: own.merchant.key,
    });
    expect([answer.status, answer.json.data.items]).to.deep.equal([200, []]);
  });
});
