// The compiled field rules beside protovalidate, over every request message that they are compiled for.
import { create, type DescField, type DescMessage, ScalarType, toBinary } from "@bufbuild/protobuf";
import { reflect, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import { createValidator } from "@bufbuild/protovalidate";
import { expect } from "chai";
import fc from "fast-check";
import { operations } from "../../gen/rest/operations.ts";
import { messageOf, registry } from "../../src/rpc/contract.ts";
import { Failure } from "../../src/rpc/failure.ts";
import { compileRules } from "../../src/rpc/field-rules.ts";
import { requestValidator } from "../../src/rpc/validate.ts";
import { CreatePaymentRequest } from "../../gen/ts/pda/payment/v1/payment_service.ts";

const schemas = [...new Set(operations.map(({ request }) => request))].map(messageOf);
const compiled = schemas.flatMap((schema) => {
  const check = compileRules(schema);
  return check ? [{ schema, check }] : [];
});
const validator = createValidator({ registry });

/** Texts near what the rules of the contract ask for, on both sides of every limit. */
const text = fc.oneof(
  fc.constantFrom(
    "",
    "0",
    "1.50",
    "01",
    "1.",
    "-1",
    "USDX",
    "usdx",
    "RF18539007547034",
    "\n",
    "1\n",
    "\u0000",
    "\uFFFD",
    "😀",
  ),
  fc
    .tuple(
      fc.constantFrom("mer", "pay", "wal", "pub", "ast", "txn", "x"),
      fc.stringMatching(/^[0-9a-hjkmnp-tv-z]{24,27}$/),
    )
    .map(([prefix, suffix]) => `${prefix}_${suffix}`),
  fc
    .tuple(
      fc.constantFrom("a", "é", "😀"),
      fc.constantFrom(0, 1, 2, 63, 64, 65, 499, 500, 501, 512, 513, 4095, 4096, 4097),
    )
    .map(([unit, times]) => unit.repeat(times)),
  fc.stringMatching(/^(0|[1-9][0-9]{0,18})(\.[0-9]{1,19})?$/),
  fc.stringMatching(/^[A-Z][A-Z0-9]{0,16}$/),
  // A nonce and a signature in base64url, and what is nearly one.
  fc.uint8Array({ minLength: 31, maxLength: 33 }).map((bytes) => Buffer.from(bytes).toString("base64url")),
  fc.uint8Array({ minLength: 63, maxLength: 65 }).map((bytes) => Buffer.from(bytes).toString("base64url")),
  fc.stringMatching(/^[!-~]{1,256}$/),
  fc.string({ unit: "binary" }),
);

type Decoded = Record<string, unknown>;

/** Around the largest number of pairs. */
const manyPairs = fc
  .constantFrom(49, 50, 51)
  .map((count) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, "v"])));

/** Bytes around the limits of the contract. */
const bytes = fc
  .constantFrom(0, 1, 31, 32, 33, 64, 1_023, 1_024, 1_025, 8_192, 8_193)
  .map((length) => Buffer.alloc(length));

function elementOf(field: DescField & { fieldKind: "list" }): fc.Arbitrary<unknown> {
  if (field.listKind === "message") return messages(field.message);
  return text;
}

function valueOf(field: DescField): fc.Arbitrary<unknown> {
  if (field.fieldKind === "list") {
    const element = elementOf(field);
    const long = fc
      .tuple(fc.constantFrom(8, 9, 32, 33), element)
      .map(([length, one]) => Array(length).fill(one));
    return fc.oneof({ weight: 9, arbitrary: fc.array(element, { maxLength: 3 }) }, long);
  }
  if (field.fieldKind === "scalar" && field.scalar === ScalarType.BYTES) return bytes;
  if (field.fieldKind === "message") return messages(field.message);
  if (field.fieldKind === "enum") return fc.oneof(fc.integer({ min: -1, max: 9 }), fc.integer());
  if (field.fieldKind === "scalar" && field.scalar === ScalarType.STRING) return text;
  if (field.fieldKind === "scalar" && field.scalar === ScalarType.BOOL) return fc.boolean();
  if (field.fieldKind === "scalar" && field.scalar === ScalarType.INT64)
    return fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n);
  if (field.fieldKind === "map")
    return fc.oneof(fc.dictionary(text, text, { maxKeys: 3, noNullPrototype: true }), manyPairs);
  return fc.oneof(fc.constantFrom(-1, 0, 1, 199, 200, 201), fc.integer());
}

/** Messages as ts-proto decodes them: every field has a value unless it is optional, a message or of a oneof. */
function messages(schema: DescMessage): fc.Arbitrary<Decoded> {
  const members = schema.members.map((member): [string, fc.Arbitrary<unknown>] => {
    if (member.kind === "oneof") {
      const cases = member.fields.map((field) =>
        valueOf(field).map((value) => ({ $case: field.localName, value })),
      );
      return [member.localName, fc.option(fc.oneof(...cases), { nil: undefined })];
    }
    const maybeAbsent = member.proto.proto3Optional || member.fieldKind === "message";
    const value = valueOf(member);
    return [member.localName, maybeAbsent ? fc.option(value, { nil: undefined }) : value];
  });
  return fc.record(Object.fromEntries(members));
}

/** The same message as protobuf-es has it. */
function reflected(schema: DescMessage, message: Decoded): ReflectMessage {
  const own = reflect(schema, create(schema));
  for (const field of schema.fields) {
    const chosen = message[field.oneof?.localName ?? ""] as { $case: string; value: unknown } | undefined;
    const value = !field.oneof
      ? message[field.localName]
      : chosen?.$case === field.localName
        ? chosen.value
        : undefined;
    if (value === undefined) continue;
    if (field.fieldKind === "map") {
      for (const [key, element] of Object.entries(value as Decoded)) own.get(field).set(key, element);
      continue;
    }
    if (field.fieldKind === "list") {
      for (const element of value as unknown[])
        own
          .get(field)
          .add(field.listKind === "message" ? reflected(field.message, element as Decoded) : element);
      continue;
    }
    own.set(field, field.fieldKind === "message" ? reflected(field.message, value as Decoded) : value);
  }
  return own;
}

/** What protovalidate says of it. */
const isValid = (schema: DescMessage, message: Decoded): boolean =>
  validator.validate(schema, reflected(schema, message).message).kind === "valid";

const texts = (value: unknown): string[] =>
  typeof value === "string"
    ? [value]
    : typeof value === "object" && value !== null
      ? [...Object.keys(value), ...Object.values(value).flatMap(texts)]
      : [];

describe("compiled field rules", () => {
  it("are compiled for the requests of the hot paths", () => {
    const names = compiled.map(({ schema }) => schema.name);
    expect(names).to.include.members([
      "CreatePaymentRequest",
      "GetPaymentRequest",
      "ListPaymentsRequest",
      "AuthorizePaymentRequest",
      "CreateChallengeRequest",
      "ResolveSingleUseRequest",
      "VerifyAuthenticityRequest",
    ]);
  });

  for (const { schema, check } of compiled)
    it(`take ${schema.name} for valid exactly when protovalidate does`, () => {
      fc.assert(
        fc.property(messages(schema), (message) => {
          // U+FFFD may stand for bytes that are no UTF-8: protovalidate is asked then.
          const unsure = texts(message).some((value) => value.includes("\uFFFD"));
          if (unsure) expect(check(message)).to.equal(false);
          else expect(check(message)).to.equal(isValid(schema, message));
        }),
        { numRuns: 300 },
      );
    });

  it("leave bytes that are no UTF-8 to the full check", () => {
    const operation = operations.find(({ request }) => request.endsWith("ListPaymentsRequest"))!;
    const token = messageOf(operation.request).field.pageToken!;
    // Field, wire type 2, one byte that begins nothing.
    const bytes = Uint8Array.of((token.number << 3) | 2, 1, 0xff);
    expect(() => requestValidator(operation)({ pageToken: "\uFFFD" }, bytes))
      .to.throw(Failure)
      .with.property("reason", "MALFORMED_MESSAGE");
  });

  it("say nothing of what is wrong: that is protovalidate's word", () => {
    const operation = operations.find(({ request }) => request.endsWith("CreatePaymentRequest"))!;
    const request = CreatePaymentRequest.fromPartial({ amount: "01", assetType: "", merchantId: "mer_x" });
    const bytes = toBinary(
      messageOf(operation.request),
      create(messageOf(operation.request), { amount: "01", merchantId: "mer_x" }),
    );
    try {
      requestValidator(operation)(request, bytes);
      expect.fail("it was valid");
    } catch (error) {
      expect((error as Failure).violations.map(({ field, reason }) => [field, reason])).to.deep.equal([
        ["amount", "WRONG_FORMAT"],
        ["asset_type", "REQUIRED"],
        ["merchant_id", "IDENTIFIER_FORM"],
      ]);
    }
  });
});
