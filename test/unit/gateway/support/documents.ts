// Arbitrary JSON documents for a message: right ones, and wrong ones of every kind.
import { type DescField, type DescMessage, ScalarType } from "@bufbuild/protobuf";
import * as fc from "fast-check";
import type { JsonObject, JsonValue } from "../../../../src/json/value.ts";

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: "grapheme" }),
  fc.constantFrom("", "é", "😀", "a\u0000b", '"\\/\b\f\n\r\t', "\u2028", "\u007f", "0", "x".repeat(300)),
);

const longs = (min: bigint, max: bigint) =>
  fc.oneof(
    fc.bigInt({ min, max }).map(String),
    fc.constantFrom(String(min), String(max), "0"),
    fc.integer({ min: min === 0n ? 0 : -(2 ** 31), max: 2 ** 31 }),
    fc.constantFrom(0, -0, Number.MAX_SAFE_INTEGER),
  );

function scalar(type: ScalarType): fc.Arbitrary<JsonValue> {
  switch (type) {
    case ScalarType.BOOL:
      return fc.boolean();
    case ScalarType.INT32:
      return fc.oneof(fc.integer(), fc.constantFrom(0, -0, -(2 ** 31), 2 ** 31 - 1));
    case ScalarType.UINT32:
      return fc.oneof(fc.nat(), fc.constantFrom(0, 2 ** 32 - 1));
    case ScalarType.INT64:
      return longs(-(2n ** 63n), 2n ** 63n - 1n);
    case ScalarType.UINT64:
      return longs(0n, 2n ** 64n - 1n);
    case ScalarType.BYTES:
      return fc.uint8Array().map((bytes) => Buffer.from(bytes).toString("base64"));
    default:
      return text;
  }
}

const time = fc.oneof(
  fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }).map((date) => date.toISOString()),
  fc.constantFrom("2026-01-15T09:30:00Z", "2026-01-15T09:30:00.123456789+02:00", "9999-12-31T23:59:59.999Z"),
);

/** Whatever is likely to be taken for something that it is not. */
const odd: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constantFrom<JsonValue>(
    null,
    true,
    false,
    0,
    1,
    -1,
    1.5,
    1e300,
    2 ** 31,
    2 ** 32,
    -(2 ** 31) - 1,
    2 ** 53,
  ),
  fc.constantFrom("", "007", "-0", "1e3", " 1", "1.0", "NaN", "18446744073709551616", "-9223372036854775809"),
  fc.constantFrom(
    "pending",
    "support_url",
    "name,,",
    "*",
    "PENDING",
    "unspecified",
    "PAYMENT_STATUS_PENDING",
    "constructor",
    "\ud800",
    "a\udc00",
  ),
  fc.constantFrom("QQ==", "QQ", "QR==", "-_8=", "2026-02-30T00:00:00Z", "2026-01-15", "0000-01-01T00:00:00Z"),
  text,
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<JsonValue>,
);

const mask = fc
  .array(fc.constantFrom("name", "supportUrl", "a1", "xA", "unknown"), { maxLength: 4 })
  .map((paths) => paths.join(","));

function one(field: DescField, wrong: boolean): fc.Arbitrary<JsonValue> {
  if (field.enum) {
    const words = field.enum.values.filter(({ number }) => number !== 0).map(({ name }) => name);
    return fc.constantFrom(...words);
  }
  if (!field.message) return scalar(field.scalar);
  if (field.message.typeName === "google.protobuf.Timestamp") return time;
  if (field.message.typeName === "google.protobuf.FieldMask") return mask;
  return documents(field.message, wrong);
}

function valueOf(field: DescField, wrong: boolean): fc.Arbitrary<JsonValue> {
  const right = one(field, wrong);
  const element = wrong ? fc.oneof({ weight: 4, arbitrary: right }, { weight: 1, arbitrary: odd }) : right;
  if (field.fieldKind === "list") return fc.array(element, { maxLength: 4 });
  if (field.fieldKind !== "map") return right;
  const key = fc.oneof(text, fc.constantFrom("1", "0", "01", "constructor", "4294967295"));
  return fc.dictionary(
    key.filter((name) => name !== "__proto__"),
    element,
    {
      maxKeys: 4,
      noNullPrototype: true,
    },
  );
}

/** At most one member of each oneof. */
function oneOfEach(message: DescMessage, json: JsonObject): JsonObject {
  for (const { fields } of message.oneofs) {
    for (const { jsonName } of fields.filter((field) => Object.hasOwn(json, field.jsonName)).slice(1)) {
      delete json[jsonName];
    }
  }
  return json;
}

/** Documents in any order of members. @param wrong with values of wrong types, members that are unknown or exclude each other. */
export function documents(message: DescMessage, wrong: boolean): fc.Arbitrary<JsonObject> {
  const members: Record<string, fc.Arbitrary<JsonValue>> = {};
  for (const field of message.fields) {
    const value = valueOf(field, wrong);
    members[field.jsonName] = wrong
      ? fc.oneof({ weight: 4, arbitrary: value }, { weight: 1, arbitrary: odd })
      : value;
  }
  const known = fc.record(members, { requiredKeys: [], noNullPrototype: true });
  const unknown = fc.dictionary(
    fc.oneof(fc.constantFrom("unknown", "asset_type", "toString", "constructor", "1", ""), text),
    odd,
    { maxKeys: wrong ? 1 : 0, noNullPrototype: true },
  );
  return fc.tuple(known, unknown, fc.boolean(), fc.integer()).map(([right, other, before, seed]) => {
    const both = (before ? { ...other, ...right } : { ...right, ...other }) as JsonObject;
    const names = Object.keys(both);
    const turn = names.length === 0 ? 0 : Math.abs(seed) % names.length;
    const turned = [...names.slice(turn), ...names.slice(0, turn)];
    const json = Object.fromEntries(turned.map((name) => [name, both[name] as JsonValue]));
    return wrong ? json : oneOfEach(message, json);
  });
}
