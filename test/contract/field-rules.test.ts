// What the service refuses by a field rule, the contract says; and what it says of it to people is plain English.
import {
  create,
  type DescField,
  type DescMessage,
  getOption,
  ScalarType,
  toBinary,
} from "@bufbuild/protobuf";
import { reflect } from "@bufbuild/protobuf/reflect";
import {
  field as fieldRules,
  type FieldRules,
} from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";
import { expect } from "chai";
import { type Operation, operations } from "../../gen/rest/operations.ts";
import { messageOf, registry } from "../../src/rpc/contract.ts";
import { Failure, type Violation } from "../../src/rpc/failure.ts";
import { compileRules } from "../../src/rpc/field-rules.ts";
import { requestValidator } from "../../src/rpc/validate.ts";
import { openapi as document, type Node, parametersOf } from "../support/openapi-document.ts";

const { schemas, parameters } = document.components as Node;

/** What a request that has this value in the field of its own is refused with; nothing else of it counts. */
function refusals(operation: Operation, field: DescField, value: unknown): readonly Violation[] {
  const schema = messageOf(operation.request);
  const message = create(schema);
  const seen = reflect(schema, message);
  if (field.fieldKind === "list") seen.get(field).add(value);
  else if (field.fieldKind === "map")
    (seen.get(field) as { set(k: string, v: unknown): void }).set("k", value);
  else seen.set(field, value);
  return violationsOf(operation, toBinary(schema, message)).filter(
    ({ field: at }) => at.split(/[.[]/, 1)[0] === field.name,
  );
}

/**
 * A decoded request that the compiled rules leave to protovalidate, which judges the bytes: every text may be broken UTF-8. It has no field
 * mask, which is checked before the rules.
 */
const undecidable = new Proxy({}, { get: (_, name) => (name === "updateMask" ? undefined : "\uFFFD") });

function violationsOf(operation: Operation, bytes: Uint8Array): readonly Violation[] {
  try {
    requestValidator(operation)(undecidable, bytes);
    return [];
  } catch (error) {
    return (error as Failure).violations;
  }
}

/** Operations with each field of theirs that a rule is about. */
const ruled = operations.flatMap((operation) =>
  messageOf(operation.request).fields.map((field) => ({
    operation,
    field,
    rules: getOption(field, fieldRules),
  })),
);
const patternOf = ({ type }: FieldRules): string =>
  type.case === "string"
    ? type.value.pattern
    : type.case === "repeated" && type.value.items
      ? patternOf(type.value.items)
      : "";

/** Every text and enum field of the requests of the contract, with what its messages hold. */
function* reachable(schema: DescMessage, seen = new Set<string>()): Generator<DescField> {
  if (seen.has(schema.typeName)) return;
  seen.add(schema.typeName);
  for (const field of schema.fields) {
    yield field;
    if (field.message) yield* reachable(field.message, seen);
  }
}

const operationOf = (name: string): Operation =>
  operations.find(({ method }) => method === name) as Operation;

/** Traces of a pattern, of numbers of the wire and of the words of the validator. */
const internal =
  /[\\^$]|\[0-9|\[A-Za?-z|\[!-~|\{\d+(,\d+)?\}|regex|pattern|enum|field|UNSPECIFIED|[a-z]_[a-z]+_id\b/;

describe("field rules to people", () => {
  it("have a form in plain English for every pattern of the contract", () => {
    const patterns = new Set(
      operations.flatMap(({ request }) =>
        [...reachable(messageOf(request))].map((field) => patternOf(getOption(field, fieldRules))),
      ),
    );
    patterns.delete("");
    expect(patterns.size).to.be.above(40);
    const option = registry.getExtension("pda.api.v1.forms") as NonNullable<
      ReturnType<typeof registry.getExtension>
    >;
    const forms = new Map(
      [...registry.files]
        .flatMap((file) => getOption(file, option) as { pattern: string; expected: string }[])
        .map(({ pattern, expected }) => [pattern, expected]),
    );
    // Identifiers are told by their prefix.
    const others = [...patterns].filter((pattern) => !/^\^[a-z]{3}_\[0-7\]/.test(pattern));
    expect(others.filter((pattern) => !forms.has(pattern))).to.deep.equal([]);
    for (const pattern of others) expect(forms.get(pattern), pattern).to.not.match(/[\\^$]|\[[a-zA-Z0-9!]-/);
  });

  it("say it wherever a text of a request breaks its pattern, without the pattern", () => {
    let provoked = 0;
    for (const { operation, field, rules } of ruled) {
      if (patternOf(rules) === "") continue;
      const where = `${operation.method}.${field.name}`;
      const [violation] = refusals(operation, field, "\u00e9 no such form");
      expect(violation?.message, where).to.match(/^It must be /);
      expect(violation?.message, where).to.not.match(internal);
      provoked += 1;
    }
    expect(provoked).to.be.above(150);
  });

  it("say the words that an enum may be, and no numbers", () => {
    let provoked = 0;
    for (const { operation, field } of ruled) {
      if (field.fieldKind !== "enum") continue;
      const [violation] = refusals(operation, field, 77);
      if (!violation) throw new Error(`${operation.method}.${field.name} takes any number`);
      expect(violation.message).to.match(/^It must be one of: [A-Za-z_]+(, [A-Za-z_]+)*\.$/);
      provoked += 1;
    }
    expect(provoked).to.be.above(5);
    const [account] = refusals(operationOf("GetStatement"), fieldOf("GetStatement", "account"), 1);
    expect(account?.message).to.equal("It must be one of: merchant, clearing, settled.");
  });

  it("say limits of lengths, numbers and lists", () => {
    const cases: [string, string, unknown, string][] = [
      ["ListPayments", "page_token", "x".repeat(513), "It must have at most 512 characters."],
      ["ListPayments", "page_size", -1, "It must be at least 0."],
      ["CreateRefund", "reason", "x".repeat(501), "It must have 1 to 500 characters."],
    ];
    for (const [method, name, value, words] of cases)
      expect(refusals(operationOf(method), fieldOf(method, name), value)[0]?.message, name).to.equal(words);
    for (const { operation, field, rules } of ruled) {
      const number =
        field.fieldKind === "scalar" && field.scalar === ScalarType.INT32 && rules.type.case === "int32";
      const text =
        field.fieldKind === "scalar" && field.scalar === ScalarType.STRING && rules.type.case === "string";
      for (const value of number ? [-2_000_000, 2_000_000_000] : text ? ["x".repeat(100_000)] : [])
        for (const { message } of refusals(operation, field, value)) {
          expect(message, `${operation.method}.${field.name}`).to.not.match(internal);
          expect(message, `${operation.method}.${field.name}`).to.match(/^It must /);
        }
    }
  });
});

function fieldOf(method: string, name: string): DescField {
  const field = messageOf(operationOf(method).request).fields.find((each) => each.name === name);
  if (!field) throw new Error(`${method} has no field ${name}`);
  return field;
}

describe("what the service refuses, the document says", () => {
  it("amounts of zero, by one rule that the compiled rules know", () => {
    const amounts = [
      ["CreatePayment", "amount", schemas.CreatePaymentRequest],
      ["CreateRefund", "refund_amount", schemas.CreateRefundRequest],
      ["CheckRefundEligibility", "refund_amount", schemas.CheckRefundEligibilityRequest],
      ["IssueValue", "amount", schemas.IssueValueRequest],
      ["TransferValue", "amount", schemas.TransferValueRequest],
    ] as const;
    for (const [method, name, schema] of amounts) {
      const field = fieldOf(method, name);
      const { pattern, not } = schema.properties[field.jsonName] as Node;
      for (const [text, allowed] of [
        ["0", false],
        ["0.00", false],
        ["0.01", true],
        ["10", true],
        ["00", false],
      ] as const) {
        expect(
          new RegExp(pattern, "u").test(text) && !new RegExp(not.pattern, "u").test(text),
          text,
        ).to.equal(allowed);
        expect(refusals(operationOf(method), field, text).length === 0, `${method} ${text}`).to.equal(
          allowed,
        );
      }
      const [zero] = refusals(operationOf(method), field, "0");
      expect(zero).to.include({ reason: "AMOUNT_NOT_POSITIVE", message: "It must be above zero." });
      expect(compileRules(messageOf("pda.payment.v1.CreatePaymentRequest")), method).to.be.a("function");
    }
  });

  it("one of several members, where there must be one", () => {
    const cases: [string, string, string[]][] = [
      ["VerifyPublisher", "VerifyPublisherRequest", ["publisherId", "publisherCertificate"]],
      ["VerifyRevocation", "VerifyRevocationRequest", ["assetId", "deviceCertificate"]],
    ];
    for (const [method, name, members] of cases) {
      const anyOf = members.map((member) => ({ properties: { [member]: {} }, required: [member] }));
      expect(schemas[name].if, name).to.deep.equal({ anyOf });
      expect(schemas[name].else, name).to.deep.equal({ not: {} });
      const operation = operationOf(method);
      const [violation] = violationsOf(operation, new Uint8Array()).filter(({ message }) =>
        message.endsWith(" or both."),
      );
      const field = messageOf(operation.request).fields.find(({ jsonName }) => jsonName === members[0]);
      expect(violation, method).to.include({ field: field?.name, reason: "REQUIRED" });
      expect(violation?.message).to.not.match(internal);
    }
    const listed = violationsOf(operationOf("ListAssets"), new Uint8Array());
    expect(listed).to.deep.equal([
      { field: "publisher", reason: "REQUIRED", message: "Name a publisher, an asset type, or both." },
    ]);
  });

  it("the accounts of a statement and the assurances that a policy may ask for", () => {
    for (const path of ["statement", "statement/camt.053", "statement/csv"]) {
      const { get } = document.paths[`/api/v1/merchants/{merchantId}/${path}`] as Node;
      const account = parametersOf(get as Node).find(({ name }) => name === "account") as Node;
      expect(account.schema.enum, path).to.deep.equal(["merchant", "clearing", "settled"]);
    }
    expect(schemas.AssetPolicyInput.properties.minimumAssurance.enum).to.deep.equal([
      "static",
      "dynamic_mac",
      "proof_of_possession",
    ]);
  });

  it("time-outs of nothing and conditions that name no tag", () => {
    const fits = ({ schema }: Node, text: string) =>
      new RegExp(schema.pattern, "u").test(text) &&
      !(schema.not && new RegExp(schema.not.pattern, "u").test(text));
    for (const [text, allowed] of [
      ["0", false],
      ["00.000", false],
      ["0.5", true],
      ["30", true],
    ] as const)
      expect(fits(document["x-common-headers"].request["Request-Timeout"], text), text).to.equal(allowed);
    for (const [text, allowed] of [
      ["", false],
      ["3", false],
      ['"3"', true],
      ['"1", W/"2"', true],
      ["*", true],
    ] as const)
      expect(fits(parameters.IfMatch, text), text).to.equal(allowed);
  });
});
