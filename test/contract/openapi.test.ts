import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "chai";
import { catalogue, type ErrorName, type ErrorReason, reasons } from "../../gen/errors/catalogue.ts";
import { type Operation, operations, streams } from "../../gen/rest/operations.ts";
import { errorsOf } from "../../src/codegen/openapi/errors.ts";
import { openapi as document, parametersOf, type Node, resolve } from "../support/openapi-document.ts";

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
  if (access.kind === "public") return [{}, { bearerApiKey: [] }];
  return [{ bearerApiKey: access.kind === "scope" ? [access.scope] : [] }];
}

describe("OpenAPI document", () => {
  it("is OpenAPI 3.1 under Apache-2.0 with a semantic version", () => {
    expect(document.openapi).to.match(/^3\.1\.\d+$/);
    expect(document.info.license.identifier).to.equal("Apache-2.0");
    expect(document.info.version).to.match(/^1\.\d+\.\d+(-[0-9A-Za-z.]+)?$/);
  });

  it('has every operation that is on REST and no other ("Every API path carries an explicit version segment")', () => {
    const listed = Object.entries(document.paths as Node).flatMap(([path, item]) => {
      expect(path).to.match(/^\/api\/v1\//);
      return Object.values(item as Node).map((operation) => operation.operationId as string);
    });
    const streamed = streams.filter(({ http }) => http).map(({ path }) => path.split("/").at(-1) as string);
    expect(listed.sort()).to.deep.equal([...onRest.map(({ method }) => method), ...streamed].sort());
    for (const operation of onRest)
      expect(published(operation)?.operationId, operation.method).to.equal(operation.method);
  });

  it("has the streams of pages, with the access and the errors of their list", () => {
    const onPaths = streams.filter(({ http }) => http);
    expect(onPaths).to.have.length(1);
    for (const { http, pagesOf } of onPaths) {
      const stream = document.paths[http?.template ?? ""]?.get as Node;
      const list = published(onRest.find(({ path }) => path === pagesOf) as Operation);
      expect(stream["x-stream"]).to.equal(true);
      expect(Object.keys(stream.responses[200].content)).to.deep.equal(["text/event-stream"]);
      for (const fact of ["x-scope", "x-error-codes", "security"])
        expect(stream[fact], fact).to.deep.equal(list[fact]);
      expect(parametersOf(stream).map(({ name }) => name)).to.deep.equal([
        "type",
        "pageSize",
        "pageToken",
        "subject",
        "Last-Event-ID",
      ]);
    }
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
      Event: [["time", "data", "subject", "cursor"], []],
      Asset: [["assetProfile", "metadata", "supportedNetworks"], []],
      AssetType: [["refundPolicy", "policy", "createTime"], []],
      ApiKey: [["createTime"], ["expireTime", "revokeTime", "lastUseTime"]],
      EnrolledDevice: [["device"], ["certificate"]],
      Statement: [["fromTime", "toTime", "items"], []],
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
        const { $ref } = response.content["application/json"].schema;
        const answer = resolve({ $ref });
        const envelope = ["success", "status", "requestId", "timestamp", "message", "data", "errors"];
        expect(answer.required).to.have.members(envelope);
        expect(Object.keys(answer.properties as Node)).to.have.members(envelope);
        expect($ref).to.equal(`${answer.properties.data.$ref as string}Answer`);
        expect(answer.properties.success.type).to.equal("boolean");
        const headers = Object.keys((response.headers as Node | undefined) ?? {});
        expect(headers.includes("Location")).to.equal(status === "201");
        expect(headers.includes("Idempotency-Replayed")).to.equal(!operation.readOnly);
      });

      it("shows every error that it can answer, with the words and the envelope of its status", () => {
        const expected = errorsOf(operation).map((name) => catalogue[name as ErrorName]);
        expect(node["x-error-codes"]).to.deep.equal(expected.map(({ code }) => code).sort());
        const failures = Object.entries(node.responses as Node).filter(([status]) => status >= "400");
        const statuses = new Set(expected.map(({ httpStatus }) => String(httpStatus)));
        expect(new Set(failures.map(([status]) => status))).to.deep.equal(statuses);
        for (const [status, failure] of failures) {
          const { description, content } = resolve(failure as Node);
          expect(content["application/json"].schema.$ref).to.equal("#/components/schemas/Failure");
          const said = (description as string).match(/SVC-\d{4}/g);
          const same = expected.filter(({ httpStatus }) => String(httpStatus) === status);
          expect(said).to.deep.equal(same.map(({ code }) => code).sort());
        }
      });

      it("says who may call it", () => {
        expect(node.security).to.deep.equal(securityOf(operation));
        expect(node["x-scope"]).to.equal(
          operation.access.kind === "scope" ? operation.access.scope : undefined,
        );
        // A key with networks is refused elsewhere, also by a public operation.
        expect(node.responses).to.have.property("403");
      });

      it("takes Idempotency-Key when it has an effect; a closed body", () => {
        const names = parametersOf(node).map(({ name }) => name as string);
        expect(names.includes("Idempotency-Key")).to.equal(!operation.readOnly);
        expect("requestBody" in node).to.equal(operation.http?.body === "*");
        if (!node.requestBody) return;
        const schema = resolve(node.requestBody.content["application/json"].schema as Node);
        expect(schema.additionalProperties).to.equal(false);
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
      expect(description, http?.template).to.match(/`Idempotency-Key` has an effect only with a credential/);
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
    expect(Failure.properties.errorCode.$ref).to.equal("#/components/schemas/ErrorCode");
    expect(ErrorItem.required).to.include.members(["code", "message"]);
  });

  it("has every code in one enum with an example of each that an operation can answer", () => {
    expect(document.components.schemas.ErrorCode.enum).to.have.members(
      Object.values(catalogue).map(({ code }) => code),
    );
    for (const [name, { content }] of Object.entries(document.components.responses as Node))
      for (const example of Object.values(content["application/json"].examples as Node)) {
        const { value } = resolve(example as Node);
        expect(value.success, name).to.equal(false);
        expect(value.errors[0].code, name).to.equal(value.errorCode);
        expect(content["application/json"].schema.$ref).to.equal("#/components/schemas/Failure");
      }
  });

  it("lists once the headers that every operation takes and every answer may have (D-090)", () => {
    const { request, answer } = document["x-common-headers"];
    expect(request).to.have.all.keys("X-Request-ID", "Request-Timeout", "Accept-Signature");
    expect(answer).to.have.all.keys(
      "X-Request-ID",
      "RateLimit",
      "RateLimit-Policy",
      "Content-Digest",
      "Signature-Input",
      "Signature",
    );
    for (const operation of onRest) {
      const names = parametersOf(published(operation)).map(({ name }) => name as string);
      expect(names, operation.method).to.not.include.members(Object.keys(request as Node));
    }
  });

  it("gives client generators a name for all that they make a type of", () => {
    const { schemas } = document.components;
    const unnamed: string[] = [];
    const look = (node: unknown, path: string): void => {
      if (node === null || typeof node !== "object") return;
      const { allOf, oneOf, anyOf, properties } = node as Node;
      const named = /^[^/]+$/.test(path);
      if (allOf || anyOf || oneOf) unnamed.push(path);
      if (properties && !named) unnamed.push(path);
      for (const [name, member] of Object.entries((properties ?? {}) as Node))
        look(member, `${path}/${name}`);
      for (const [key, value] of Object.entries(node))
        if (!["if", "then", "else", "not", "properties"].includes(key)) look(value, `${path}/${key}`);
    };
    for (const [name, schema] of Object.entries(schemas as Node)) look(schema, name);
    for (const operation of onRest) {
      const { requestBody, responses } = published(operation);
      const bodies = [requestBody, ...Object.values(responses as Node)].map((each) => resolve(each ?? {}));
      for (const { content } of bodies)
        for (const [type, { schema }] of Object.entries((content ?? {}) as Node))
          if (!schema.$ref && schema.type !== "string") unnamed.push(`${operation.method} ${type}`);
    }
    expect(unnamed).to.deep.equal([]);
    expect(Object.keys(schemas as Node).filter((name) => name.endsWith("Response"))).to.deep.equal([]);
    const words = Object.values(schemas as Node).flatMap(
      (each) => (each["x-enum-varnames"] ?? []) as string[],
    );
    expect(new Set(words).size, "constants with one name").to.equal(words.length);
  });

  it("publishes the reasons of each code, and says of lists that may grow what to do with an unknown word (D-091)", () => {
    const { ErrorReason, PaymentStatus, RefundStatus, EntryDirection } = document.components.schemas;
    expect(ErrorReason["x-reasons"]).to.have.all.keys(Object.values(catalogue).map(({ code }) => code));
    for (const [code, list] of Object.entries(ErrorReason["x-reasons"] as Record<string, string[]>))
      for (const reason of list)
        expect(catalogue[reasons[reason as ErrorReason]].code, reason).to.equal(code);
    for (const { description } of [PaymentStatus, RefundStatus])
      expect(description).to.match(/The list may grow. A value that you do not know: /);
    expect(EntryDirection.description).to.not.match(/may grow/);
  });

  it("lists the codes that a client may repeat", () => {
    const repeated = Object.values(catalogue).flatMap(({ code, retryable }) => (retryable ? [code] : []));
    expect(repeated).to.include("SVC-5030");
    expect(document.components.schemas.ErrorCode["x-retryable"]).to.deep.equal(repeated);
  });

  it("says of each type of event which member its data has (D-020)", () => {
    const { Event, EventType, EventData } = document.components.schemas;
    const members = EventType["x-members"] as Record<string, string>;
    expect(new Set(Object.values(members))).to.deep.equal(new Set(Object.keys(EventData.properties as Node)));
    for (const [type, member] of Object.entries(members))
      expect(EventType.description).to.include(`\`${type}\`: \`${member}\``);
    const published = ["payment.completed", "payment.failed", "settlement.finalized"];
    const further = ["asset.revoked", "refund.completed", "ownership.transferred"];
    expect(members).to.include.all.keys([...published, ...further]);
    expect(EventType.enum, "the list may grow").to.equal(undefined);
    expect(Event.required).to.include.members(["type", "data"]);
  });

  it("accepts an event with the member of its type, and an event of a type that was added later", () => {
    const { Event } = document.components.schemas;
    const condition = new Ajv2020({ strict: false }).compile({
      type: "object",
      if: Event.if as Node,
      else: Event.else as Node,
    });
    const accepted = (type: string, data: object): boolean => condition({ type, data });
    expect(accepted("payment.completed", { payment: {} })).to.equal(true);
    expect(accepted("payment.completed", { refund: {} })).to.equal(false);
    expect(accepted("refund.completed", {})).to.equal(false);
    expect(accepted("payment.quarantined", {})).to.equal(true);
  });

  it("names every error of the catalogue, with the operations that answer it or beside them", () => {
    const { info, ...described } = document;
    const named = info.description + JSON.stringify(described);
    expect(Object.values(catalogue).filter(({ code }) => !named.includes(code))).to.deep.equal([]);
  });

  it("tells how long to wait and which scheme is asked for", () => {
    expect(document.components.responses.TooManyRequests.headers).to.have.property("Retry-After");
    expect(document.components.responses.Unauthorized.headers).to.have.property("WWW-Authenticate");
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
