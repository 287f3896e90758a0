import { expect } from "chai";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { catalogue, type ErrorName } from "../../gen/errors/catalogue.ts";
import { type Operation, operations } from "../../gen/rest/operations.ts";
import { errorsOf } from "../../src/codegen/openapi/errors.ts";

type Node = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any -- a document of any depth

const document = parse(readFileSync(join(import.meta.dirname, "../../openapi/pda.v1.yaml"), "utf8")) as Node;
const camel = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase());
const onRest = operations.filter((operation) => operation.http !== undefined);

/** The operation of the document at the place where the contract puts it. */
function published({ http }: Operation): Node {
  const path = (http?.template ?? "").replace(/\{\w+\}/g, camel);
  return document.paths[path]?.[(http?.verb ?? "").toLowerCase()] as Node;
}

/** Which credential it takes, and with which scopes. */
function securityOf({ access }: Operation): Node[] {
  if (access.kind === "public") return [{}, { apiKey: [] }];
  return [{ apiKey: access.kind === "scope" ? [access.scope] : [] }];
}

/** What a reference leads to. */
function resolve(node: Node): Node {
  if (typeof node.$ref !== "string") return node;
  return node.$ref
    .split("/")
    .slice(1)
    .reduce((at: Node, key: string) => at[key] as Node, document);
}

describe("OpenAPI document", () => {
  it("is OpenAPI 3.1 under Apache-2.0 with a semantic version", () => {
    expect(document.openapi).to.match(/^3\.1\.\d+$/);
    expect(document.info.license.identifier).to.equal("Apache-2.0");
    expect(document.info.version).to.match(/^1\.\d+\.\d+$/);
  });

  it('has every operation that is on REST and no other ("Every API path carries an explicit version segment")', () => {
    const listed = Object.entries(document.paths as Node).flatMap(([path, item]) => {
      expect(path).to.match(/^\/api\/v1\//);
      return Object.values(item as Node).map((operation) => operation.operationId as string);
    });
    expect(listed.sort()).to.deep.equal(onRest.map((operation) => operation.method).sort());
    for (const operation of onRest)
      expect(published(operation)?.operationId, operation.method).to.equal(operation.method);
  });

  it("names by its verb what a POST does on a collection and creates nothing there (D-096)", () => {
    const listed = new Set(
      onRest.filter(({ method }) => method.startsWith("List")).map(({ http }) => http?.template),
    );
    const creating = /^(Create|Register|Issue|Define|Enrol|Bind|Offer|Start|Request|Add)/;
    const posted = onRest.filter(({ http }) => http?.verb === "POST" && listed.has(http.template));
    expect(posted.length).to.be.above(10);
    for (const { method } of posted) expect(method).to.match(creating);
    const verbs = ["rotate", "authorize", "claim"].map((verb) =>
      onRest.find(
        ({ http }) => http?.template.startsWith("/api/v1/wallets/") && http.template.endsWith(`/${verb}`),
      ),
    );
    expect(verbs.map((operation) => operation?.method)).to.deep.equal([
      "RotateWalletKey",
      "AuthorizePayment",
      "ClaimAsset",
    ]);
  });

  it("marks as published exactly the operations that the interface names with method and path", () => {
    const marked = onRest
      .filter((operation) => published(operation)["x-published"] === true)
      .map((operation) => operation.method);
    expect(marked.sort()).to.deep.equal(["CreatePayment", "CreateRefund", "VerifyAuthenticity"]);
  });

  it("requires of an answer what is always there, and nothing that may be absent", () => {
    const { schemas } = document.components;
    const expected: Record<string, readonly [required: string[], optional: string[]]> = {
      Payment: [
        ["createTime", "expireTime", "metadata"],
        ["endTime", "reference", "failureReason"],
      ],
      Event: [["time", "data", "subject"], []],
      Asset: [["assetProfile", "metadata", "supportedNetworks"], []],
      AssetType: [["refundPolicy", "policy", "createTime"], []],
      ApiKey: [["createTime"], ["expireTime", "revokeTime", "lastUseTime"]],
      EnrolledDevice: [["device"], ["certificate"]],
      Statement: [["from", "to", "items"], []],
      WalletKey: [["holderKey", "createTime"], ["retireTime"]],
    };
    for (const [name, [required, optional]] of Object.entries(expected)) {
      expect(schemas[name].required, name).to.include.members(required);
      for (const member of optional) expect(schemas[name].required, name).to.not.include(member);
    }
  });

  it("uses the published paths and member names", () => {
    const body = (path: string) =>
      resolve(document.paths[path].post.requestBody.content["application/json"].schema);
    expect(body("/api/v1/payments").required).to.have.members(["amount", "assetType", "merchantId"]);
    expect(body("/api/v1/refunds").required).to.have.members([
      "originalTransaction",
      "refundAmount",
      "reason",
    ]);
    const authenticity = body("/api/v1/verification/authenticity");
    expect(Object.keys(authenticity.properties as Node)).to.have.members([
      "assetId",
      "deviceCertificate",
      "proof",
      "receipt",
    ]);
    // A proof may name the device instead of the certificate (D-039), which a list of required members cannot say.
    expect(authenticity.required).to.have.members(["assetId"]);
    expect(authenticity.properties.deviceCertificate.description).to.match(/required unless the proof names/);
    const asset = document.components.schemas.Asset;
    const labels = Object.values(asset.properties as Node).map((property) => property["x-label"]);
    expect(labels).to.have.members([
      "Asset Identifier",
      "Asset Profile",
      "Publisher",
      "Supported Networks",
      "Metadata",
      "Lifecycle Status",
    ]);
  });

  for (const operation of onRest) {
    describe(operation.method, () => {
      const node = published(operation);

      it("answers success with the envelope, with 201 and Location when it creates", () => {
        const status = operation.http?.location ? "201" : "200";
        const successes = Object.keys(node.responses as Node).filter((code) => code < "300");
        expect(successes).to.deep.equal([status]);
        const response = node.responses[status] as Node;
        const [envelope, data] = response.content["application/json"].schema.allOf;
        expect(envelope.$ref).to.equal("#/components/schemas/Success");
        expect(data.required).to.include("data");
        expect(Object.keys(response.headers as Node)).to.include.members([
          "X-Request-ID",
          "RateLimit",
          "RateLimit-Policy",
        ]);
        expect("Location" in response.headers).to.equal(status === "201");
        expect("Idempotency-Replayed" in response.headers).to.equal(!operation.readOnly);
      });

      it("shows every error that it can answer, with an example named by the catalogue entry", () => {
        const shown = Object.entries(node.responses as Node)
          .filter(([status]) => status >= "400")
          .flatMap(([status, response]) => examplesOf(status, resolve(response as Node)));
        expect(new Set(shown)).to.deep.equal(new Set(errorsOf(operation)));
      });

      it("says who may call it", () => {
        const open = operation.access.kind === "public";
        expect(node.security).to.deep.equal(securityOf(operation));
        expect(node["x-scope"]).to.equal(
          operation.access.kind === "scope" ? operation.access.scope : undefined,
        );
        // Who needs no scope can lack none.
        if (operation.access.kind !== "credential") expect("403" in node.responses).to.equal(!open);
      });

      it("takes X-Request-ID, and Idempotency-Key when it has an effect; a closed body", () => {
        const names = (node.parameters as Node[]).map((parameter) => resolve(parameter).name as string);
        expect(names).to.include("X-Request-ID");
        expect(names.includes("Idempotency-Key")).to.equal(!operation.readOnly);
        expect("requestBody" in node).to.equal(operation.http?.body === "*");
        if (!node.requestBody) return;
        const schema = resolve(node.requestBody.content["application/json"].schema as Node);
        for (const variant of (schema.oneOf as Node[] | undefined) ?? [schema])
          expect(variant.additionalProperties).to.equal(false);
      });
    });
  }

  it("says that an Idempotency-Key counts only with a credential, and what a replayed answer is", () => {
    const { parameters, headers } = document.components;
    expect(parameters.IdempotencyKey.description).to.match(
      /ignores the keys of callers without a credential, because it cannot tell these callers apart/,
    );
    for (const { http, description } of onRest
      .filter(({ readOnly, access }) => !readOnly && access.kind === "public")
      .map((operation) => ({
        http: operation.http,
        description: published(operation).description as string,
      })))
      expect(description, http?.template).to.match(/`Idempotency-Key` plays a part only with a credential/);
    expect(headers.IdempotencyReplayed.description).to.match(
      /stored answer.*may have changed since.*sent one request/,
    );
  });

  it("has the failure envelope of section 7 and of the developer view", () => {
    const { Failure, ErrorItem } = document.components.schemas;
    expect(Failure.required).to.include.members([
      "success",
      "errorCode",
      "message",
      "requestId",
      "timestamp",
      "data",
      "errors",
    ]);
    expect(Failure.properties.errorCode.pattern).to.equal("^SVC-[0-9]{4}$");
    expect(ErrorItem.required).to.include.members(["code", "message"]);
  });

  it("names every error of the catalogue, with the operations that answer it or beside them", () => {
    const { info, ...described } = document;
    const named = info.description + JSON.stringify(described);
    expect(Object.values(catalogue).filter(({ code }) => !named.includes(code))).to.deep.equal([]);
  });

  it("tells how long to wait and which scheme is asked for", () => {
    expect(document.components.responses.RateLimited.headers).to.have.property("Retry-After");
    expect(document.components.responses.Unauthenticated.headers).to.have.property("WWW-Authenticate");
  });

  it("writes enums as words, without the zero value", () => {
    expect(document.components.schemas.PaymentStatus.enum).to.deep.equal([
      "pending",
      "completed",
      "failed",
      "cancelled",
    ]);
    expect(document.components.schemas.PaymentFailureReason.enum).to.deep.equal([
      "EXPIRED",
      "DECLINED",
      "INSUFFICIENT_FUNDS",
    ]);
  });
});

/** Names of the catalogue entries whose examples a response shows; checks each example against the catalogue and its status. */
function examplesOf(status: string, response: Node): string[] {
  return Object.entries(response.content["application/json"].examples as Node).map(([name, example]) => {
    const { value } = resolve(example as Node);
    expect(value.success).to.equal(false);
    const entry = Object.entries(catalogue).find(
      ([, { code }]) => code === value.errorCode,
    )?.[0] as ErrorName;
    expect(String(catalogue[entry].httpStatus), name).to.equal(status);
    expect(value.errors[0].code).to.equal(value.errorCode);
    if (name in catalogue) expect(entry).to.equal(name);
    return entry;
  });
}
