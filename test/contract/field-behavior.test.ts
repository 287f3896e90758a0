// google.api.field_behavior says the same as the rules and the handlers; numbers that no field has are reserved.
import { create, type DescField, type DescMessage, getOption } from "@bufbuild/protobuf";
import { createValidator } from "@bufbuild/protovalidate";
import { expect } from "chai";
import { operations } from "../../gen/rest/operations.ts";
import { messageOf, registry } from "../../src/rpc/contract.ts";

const validator = createValidator({ registry });
const extension = registry.getExtension("google.api.field_behavior");
if (!extension?.enum) throw new Error("the contract has no field behaviour");
const { value: names } = extension.enum;

const behaviours = (field: DescField): string[] =>
  (getOption(field, extension) as number[]).map((number) => names[number]?.name ?? String(number));

/** These messages and all that they contain. */
function within(types: readonly string[]): DescMessage[] {
  const found = new Map<string, DescMessage>();
  const reach = (message: DescMessage): void => {
    if (found.has(message.typeName) || !message.typeName.startsWith("pda.")) return;
    found.set(message.typeName, message);
    for (const { message: inner } of message.fields) if (inner) reach(inner);
  };
  types.map(messageOf).forEach(reach);
  return [...found.values()];
}

/** Fields whose absence the rules refuse, whatever else the message has. */
function neededBy(message: DescMessage): string[] {
  const result = validator.validate(message, create(message));
  if (result.kind === "error") throw result.error;
  const violations = result.kind === "invalid" ? result.violations : [];
  return violations.flatMap(({ field: [first] }) => (first?.kind === "field" ? [first.name] : []));
}

// The chain adapter's contract is internal and has no rules.
const shown = operations.filter(({ service }) => !service.startsWith("pda.chain."));
const requests = within(shown.map(({ request }) => request));
const resources = within(shown.filter(({ http }) => http).map(({ response }) => response)).filter(
  (message) =>
    !requests.includes(message) &&
    !message.typeName.startsWith("pda.api.") &&
    !message.name.endsWith("Response"),
);

/** What an update or another operation changes later, though a caller has set it. */
const changeable: Record<string, string[]> = {
  Merchant: ["name", "settlement_accounts", "website", "support_url", "request_signing"],
  Publisher: ["name"],
  AssetType: ["name", "refund_policy", "networks", "policy"],
  ApiKey: ["expire_time"],
  PublicKey: ["expire_time"],
  PublisherApiKey: ["expire_time"],
  OperatorApiKey: ["expire_time"],
  Webhook: [
    "url",
    "description",
    "event_types",
    "thin",
    "ordered",
    "concurrency",
    "enabled",
    "public_key_signature",
    "http_signature",
    "rate",
    "authentication",
  ],
};

describe("field behaviours", () => {
  it("say REQUIRED of exactly the fields whose absence the rules refuse", () => {
    expect(requests.length).to.be.above(100);
    for (const message of requests) {
      const said = message.fields.filter((field) => behaviours(field).includes("REQUIRED"));
      expect(
        said.map(({ name }) => name),
        message.typeName,
      ).to.have.members([...new Set(neededBy(message))]);
    }
  });

  it("say of each field of a resource whether only the service sets it, or whether it never changes", () => {
    expect(resources.length).to.be.above(50);
    for (const message of resources) {
      const fields = message.fields.filter(({ oneof }) => !oneof);
      const silent = fields.filter((field) => behaviours(field).length === 0).map(({ name }) => name);
      expect(silent, message.typeName).to.deep.equal(changeable[message.name] ?? []);
      for (const field of fields)
        for (const behaviour of behaviours(field))
          expect(behaviour, field.toString()).to.be.oneOf(["OUTPUT_ONLY", "IMMUTABLE"]);
    }
  });

  it("call nothing immutable or the service's own that an update changes", () => {
    for (const { request, response, http } of operations.filter(({ http: at }) => at?.updateMask)) {
      const fixed = [...(http?.params ?? []), http?.ifMatch, http?.updateMask];
      const changed = messageOf(request).fields.filter(({ name }) => !fixed.includes(name));
      const resource = messageOf(response).fields[0]?.message?.fields ?? [];
      for (const { name } of changed) {
        const field = resource.find((each) => each.name === name);
        expect(field && behaviours(field), `${response} ${name}`).to.deep.equal([]);
      }
    }
  });
});

describe("numbers of the contract", () => {
  /** Numbers below the highest that nothing has and nothing reserves. */
  const gaps = (used: readonly number[], from: number, reserved: (number: number) => boolean): number[] =>
    Array.from({ length: Math.max(0, ...used) }, (_, index) => index + from).filter(
      (number) => number < Math.max(...used) && !used.includes(number) && !reserved(number),
    );

  it("are reserved where no field and no value has them", () => {
    for (const type of registry) {
      if (!type.typeName.startsWith("pda.") || type.typeName.startsWith("pda.api.")) continue;
      if (type.kind === "message") {
        const used = type.fields.map(({ number }) => number);
        const isReserved = (number: number) =>
          type.proto.reservedRange.some(({ start, end }) => number >= start && number < end);
        expect(gaps(used, 1, isReserved), type.typeName).to.deep.equal([]);
      } else if (type.kind === "enum") {
        const used = type.values.map(({ number }) => number);
        const isReserved = (number: number) =>
          type.proto.reservedRange.some(({ start, end }) => number >= start && number <= end);
        expect(gaps(used, 0, isReserved), type.typeName).to.deep.equal([]);
      }
    }
  });
});
