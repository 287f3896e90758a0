// Arbitrary encoded messages, record by record: in any order, repeated, newer than we know, and broken.
import { type DescField, type DescMessage, ScalarType } from "@bufbuild/protobuf";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import * as fc from "fast-check";

type Put = (writer: BinaryWriter) => void;

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: "grapheme" }),
  fc.constantFrom("", '"\\', "\u0000", "\u2028é😀", "\uFEFFx", "x".repeat(300), "__proto__", "1", "01"),
);
const put = <T>(arbitrary: fc.Arbitrary<T>, write: (writer: BinaryWriter, value: T) => void) =>
  arbitrary.map(
    (value): Put =>
      (writer) =>
        write(writer, value),
  );

function scalar(type: ScalarType): fc.Arbitrary<Put> {
  const long = fc.oneof(fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n), fc.constantFrom(0n, 1n, 2n ** 53n + 1n));
  switch (type) {
    case ScalarType.BOOL:
      return put(fc.boolean(), (writer, value) => writer.bool(value));
    case ScalarType.INT32:
      return put(fc.integer(), (writer, value) => writer.int32(value));
    case ScalarType.UINT32:
      return put(fc.nat(), (writer, value) => writer.uint32(value * 2));
    case ScalarType.INT64:
      return put(long, (writer, value) => writer.int64(value));
    case ScalarType.UINT64:
      return put(long, (writer, value) => writer.uint64(BigInt.asUintN(64, value)));
    case ScalarType.BYTES:
      return put(fc.uint8Array(), (writer, value) => writer.bytes(value));
    default:
      return fc.oneof(
        { weight: 9, arbitrary: put(text, (writer, value) => writer.string(value)) },
        // Mostly no UTF-8.
        { weight: 1, arbitrary: put(fc.uint8Array(), (writer, value) => writer.bytes(value)) },
      );
  }
}

const nested = (records: fc.Arbitrary<Put>) =>
  put(records, (writer, write) => {
    writer.fork();
    write(writer);
    writer.join();
  });

const timestamp = fc
  .tuple(
    fc.oneof(
      fc.integer({ min: 0, max: 2 ** 31 - 1 }).map(BigInt),
      fc.constantFrom(
        0n,
        -1n,
        86_399n,
        -62_135_596_800n,
        -62_135_596_801n,
        253_402_300_799n,
        253_402_300_800n,
      ),
      fc.bigInt(-(2n ** 38n), 2n ** 38n),
    ),
    fc.oneof(fc.nat(999_999_999), fc.constantFrom(0, 1, 999_999, 1_000_000, 123_000_000, 1_000_000_000, -1)),
  )
  .map(
    ([seconds, nanos]): Put =>
      (writer) => {
        writer.tag(1, WireType.Varint).int64(seconds).tag(2, WireType.Varint).int32(nanos);
      },
  );

/** @param within makes what stands inside a message field. */
function valueOf(
  field: DescField,
  within: (message: DescMessage) => fc.Arbitrary<Put>,
): [WireType, fc.Arbitrary<Put>] {
  if (field.fieldKind === "map") {
    const entry = fc.array(
      fc.constantFrom(1, 2).chain((number) =>
        scalar(ScalarType.STRING).map(
          (write): Put =>
            (writer) => {
              write(writer.tag(number, WireType.LengthDelimited));
            },
        ),
      ),
      { maxLength: 3 },
    );
    return [WireType.LengthDelimited, nested(entry.map(all))];
  }
  if (field.enum)
    return [WireType.Varint, put(fc.integer({ min: -1, max: 12 }), (w, value) => w.int32(value))];
  if (field.message?.typeName === "google.protobuf.Timestamp") {
    return [WireType.LengthDelimited, nested(timestamp)];
  }
  if (field.message) return [WireType.LengthDelimited, nested(within(field.message))];
  const type = field.scalar as ScalarType;
  const isLong = type === ScalarType.STRING || type === ScalarType.BYTES;
  return [isLong ? WireType.LengthDelimited : WireType.Varint, scalar(type)];
}

const all =
  (puts: readonly Put[]): Put =>
  (writer) => {
    for (const write of puts) write(writer);
  };

/** A field that is newer than this gateway, or of another type than it knows. */
const unknown = fc
  .tuple(
    fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constantFrom(500, 3000, 536_870_911)),
    fc.nat(3),
    fc.uint8Array(),
  )
  .map(
    ([number, kind, bytes]): Put =>
      (writer) => {
        if (kind === 0) writer.tag(number, WireType.Varint).uint32(bytes.length);
        else if (kind === 1) writer.tag(number, WireType.LengthDelimited).bytes(bytes);
        else if (kind === 2) writer.tag(number, WireType.Bit32).fixed32(7);
        else writer.tag(number, WireType.StartGroup).tag(number, WireType.EndGroup);
      },
  );

function record(message: DescMessage): fc.Arbitrary<Put> {
  const known = message.fields.map((field) => {
    const [wireType, value] = valueOf(field, records);
    return value.map(
      (write): Put =>
        (writer) => {
          write(writer.tag(field.number, wireType));
        },
    );
  });
  if (known.length === 0) return unknown;
  return fc.oneof({ weight: 30, arbitrary: fc.oneof(...known) }, { weight: 1, arbitrary: unknown });
}

const records = (message: DescMessage): fc.Arbitrary<Put> =>
  fc.array(record(message), { maxLength: 6 }).map(all);

/** Each field in order, lists and maps in one piece, others at most once. Two fields of a oneof may both be there, though seldom. */
function tidy(message: DescMessage): fc.Arbitrary<Put> {
  const fields = message.fields.toSorted((a, b) => a.number - b.number);
  const puts = fields.map((field) => {
    const [wireType, value] = valueOf(field, tidy);
    const one = value.map(
      (write): Put =>
        (writer) => {
          write(writer.tag(field.number, wireType));
        },
    );
    const several =
      field.fieldKind === "list" || field.fieldKind === "map"
        ? fc.array(one, { maxLength: 3 }).map(all)
        : one;
    return fc.option(several, { nil: () => undefined, freq: field.oneof ? 1 : 5 });
  });
  return fc.tuple(...puts).map(all);
}

/** The message as the core writes it. */
export function tidyMessages(message: DescMessage): fc.Arbitrary<Uint8Array> {
  return tidy(message).map(finish);
}

/** Any records of the message. */
export function messages(message: DescMessage): fc.Arbitrary<Uint8Array> {
  return fc.array(record(message), { maxLength: 12 }).map((writes) => finish(all(writes)));
}

/** Bytes of a message with one changed, or cut off. */
export function brokenMessages(message: DescMessage): fc.Arbitrary<Uint8Array> {
  return fc.tuple(tidyMessages(message), fc.nat(), fc.nat(255), fc.boolean()).map(([bytes, at, by, cut]) => {
    if (bytes.length === 0) return Uint8Array.of(by);
    const index = at % bytes.length;
    if (cut) return bytes.slice(0, index);
    bytes[index] = by;
    return bytes;
  });
}

function finish(write: Put): Uint8Array {
  const writer = new BinaryWriter();
  write(writer);
  return writer.finish();
}
