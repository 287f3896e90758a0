// The AsyncAPI document: its form, its messages, and its examples, which are recorded events.
import specs from "@asyncapi/specs";
import { Ajv } from "ajv";
import { expect } from "chai";
import { readDeliveries } from "../../src/codegen/asyncapi/examples.ts";
import { release } from "../../src/config/release.ts";
import { eventTypes } from "../examples/events.ts";
import { asyncapi, checkCarried, checkPart, messageOf } from "../support/asyncapi-document.ts";
import { type Node, openapi } from "../support/openapi-document.ts";

const messages = asyncapi.components.messages as Readonly<Record<string, Node>>;

/** Calls back with each object of a document. */
function walk(node: unknown, visit: (node: Node) => void): void {
  if (typeof node !== "object" || node === null) return;
  visit(node);
  for (const each of Object.values(node)) walk(each, visit);
}

const targetOf = ($ref: string): unknown =>
  $ref
    .split("/")
    .slice(1)
    .reduce((at: unknown, key) => (at as Node | undefined)?.[key], asyncapi);

describe("the AsyncAPI document", () => {
  it("has the form that the AsyncAPI Initiative publishes for its version", () => {
    const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
    const forms: Readonly<Record<string, object>> = specs.schemasWithoutId;
    const isDocument = ajv.compile(forms[asyncapi.asyncapi] as object);
    expect(isDocument(asyncapi), ajv.errorsText(isDocument.errors)).to.equal(true);
    const broken = { ...asyncapi, operations: { streamEvents: { action: "publish" } } };
    expect(isDocument(broken), "a document without a channel is refused").to.equal(false);
  });

  it("is of this version, and its servers have the schemes of their callers", () => {
    expect(asyncapi.info.version).to.equal(release.version);
    expect(asyncapi.servers.api.security).to.deep.equal([
      { $ref: "#/components/securitySchemes/bearerApiKey" },
    ]);
    expect(asyncapi.components.securitySchemes.standardWebhooks).to.include({
      type: "httpApiKey",
      in: "header",
      name: "webhook-signature",
    });
  });

  it("has only references that lead somewhere, and nothing beside them that readers would ignore", () => {
    const wrong: string[] = [];
    let count = 0;
    walk(asyncapi, (node) => {
      if (typeof node.$ref !== "string") return;
      count += 1;
      if (targetOf(node.$ref) === undefined || Object.keys(node).length > 1) wrong.push(node.$ref);
    });
    expect(wrong).to.deep.equal([]);
    expect(count).to.be.above(100);
  });

  it("has no schema that nothing uses", () => {
    const used = new Set<unknown>();
    walk(asyncapi, ({ $ref }) => used.add($ref));
    const names = Object.keys(asyncapi.components.schemas).map((name) => `#/components/schemas/${name}`);
    expect(names.filter((name) => !used.has(name))).to.deep.equal([]);
  });

  it("has one message for each type of event, on each channel", () => {
    const namesOn = (channel: string): string[] =>
      Object.keys(asyncapi.channels[channel].messages).map((name) => messages[name]?.name as string);
    expect(namesOn("eventStream").sort()).to.deep.equal(eventTypes.toSorted());
    expect(namesOn("webhookEndpoint").sort()).to.deep.equal(
      [...eventTypes, "webhook.verification", "thin event"].sort(),
    );
  });

  it("has the same schemas of resources as OpenAPI, besides what draft-07 writes differently", () => {
    const plain = (node: unknown): unknown => {
      if (Array.isArray(node)) return node.map(plain);
      if (typeof node !== "object" || node === null) return node;
      const { allOf, ...rest } = Object.fromEntries(
        Object.entries(node).map(([name, each]) => [name, plain(each)]),
      );
      return Array.isArray(allOf) ? { ...(allOf[0] as Node), ...rest } : { ...rest };
    };
    const shared = Object.keys(asyncapi.components.schemas).filter(
      (name) => openapi.components.schemas[name],
    );
    expect(shared).to.include.members([
      "Payment",
      "Refund",
      "Settlement",
      "Asset",
      "Webhook",
      "PaymentStatus",
    ]);
    for (const name of shared)
      expect(plain(asyncapi.components.schemas[name]), name).to.deep.equal(openapi.components.schemas[name]);
  });

  it("a message refuses another type, the data of another type, and headers without a signature", () => {
    const { payload, headers } = (messages.PaymentCompletedDelivery as Node).examples[0];
    const refused = (part: "payload" | "headers", value: unknown) => () =>
      checkPart("PaymentCompletedDelivery", part, value);
    refused("payload", payload)();
    expect(refused("payload", { ...payload, type: "payment.failed" })).to.throw(
      /type must be equal to constant/,
    );
    expect(refused("payload", { ...payload, data: { refund: {} } })).to.throw(/required property 'payment'/);
    const { "webhook-signature": _signature, ...unsigned } = headers;
    expect(refused("headers", unsigned)).to.throw(/required property 'webhook-signature'/);
    expect(refused("headers", { ...headers, "webhook-signature": "v1,short" })).to.throw(/pattern/);
  });

  describe("examples, which are recorded events", () => {
    const deliveries = readDeliveries();

    it("exist for every message", () => {
      const without = Object.keys(messages).filter((name) => !messages[name]?.examples?.length);
      expect(without).to.deep.equal([]);
    });

    for (const { message, payload, headers, answer } of deliveries)
      it(`${message}: fits its message and is the same after the proto`, () => {
        checkCarried("webhookEndpoint", payload, headers);
        const name = messageOf("webhookEndpoint", payload);
        expect((messages[name] as Node).examples).to.deep.include({
          summary: deliveries.find((each) => each.message === message)?.summary,
          headers,
          payload,
        });
        if (answer) checkPart("ChallengeAnswer", "payload", answer);
        else if (!payload.dataref) checkCarried("eventStream", payload);
      });

    it("of the stream are those of the deliveries", () => {
      for (const type of eventTypes) {
        const name = messageOf("eventStream", { type, data: {} });
        expect((messages[name] as Node).examples, name).to.have.length(1);
        for (const { payload } of (messages[name] as Node).examples) checkCarried("eventStream", payload);
      }
    });
  });
});
