// The limits in the contract's field rules, for error messages of the gateway (wrong type) and of the core (broken rule).
import { type DescField, getOption, ScalarType } from "@bufbuild/protobuf";
import {
  field as fieldRules,
  type FieldRules,
} from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";

/** The smallest and the largest number that is allowed, both inclusive; undefined where the contract has no such limit. */
export interface Limits {
  readonly least: number | bigint | undefined;
  readonly most: number | bigint | undefined;
}

const unsigned: readonly (ScalarType | undefined)[] = [
  ScalarType.UINT32,
  ScalarType.FIXED32,
  ScalarType.UINT64,
  ScalarType.FIXED64,
];

/** Returns the limits of a number field, or of each number in a list field. */
export function limitsOf(field: DescField): Limits {
  const { case: kind, value } = valueRules(field);
  const isNumber = kind === "int32" || kind === "uint32" || kind === "int64";
  const zero = unsigned.includes(field.scalar) ? 0 : undefined;
  return isNumber
    ? { least: value.greaterThan.value ?? zero, most: value.lessThan.value }
    : { least: zero, most: undefined };
}

/** Returns limits in words that follow "must be"; undefined without limits. */
export function limitWords({ least, most }: Limits): string | undefined {
  if (least === undefined) return most === undefined ? undefined : `at most ${most}`;
  return most === undefined ? `at least ${least}` : `from ${least} to ${most}`;
}

/** Tells whether a field or a list accepts the enum value with this number. Zero means "not given" and is never accepted. */
export function takesWord(field: DescField, number: number): boolean {
  const { case: kind, value } = valueRules(field);
  if (number === 0 || kind !== "enum") return number !== 0;
  return (value.in.length === 0 || value.in.includes(number)) && !value.notIn.includes(number);
}

/** Returns the rules about one value of a field. */
function valueRules(field: DescField): FieldRules["type"] {
  const { type } = getOption(field, fieldRules);
  if (type.case !== "repeated") return type;
  return type.value.items?.type ?? { case: undefined };
}
