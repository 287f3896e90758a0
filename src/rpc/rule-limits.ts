// What the field rules of the contract let through, for those who tell a caller: the gateway of a value that is none of the type, the core
// of one that breaks a rule.
import { type DescField, getOption, ScalarType } from "@bufbuild/protobuf";
import {
  field as fieldRules,
  type FieldRules,
} from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";

/** The least and the most that a number may be, both inclusive; undefined where the contract has no such limit. */
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

/** The limits of a field's number, or of each in its list. */
export function limitsOf(field: DescField): Limits {
  const { case: kind, value } = valueRules(field);
  const isNumber = kind === "int32" || kind === "uint32" || kind === "int64";
  const zero = unsigned.includes(field.scalar) ? 0 : undefined;
  return isNumber
    ? { least: value.greaterThan.value ?? zero, most: value.lessThan.value }
    : { least: zero, most: undefined };
}

/** Limits as they go on after "must be"; undefined where there are none. */
export function limitWords({ least, most }: Limits): string | undefined {
  if (least === undefined) return most === undefined ? undefined : `at most ${most}`;
  return most === undefined ? `at least ${least}` : `from ${least} to ${most}`;
}

/** Whether a field, or a list, takes the value of an enum with this number. Zero stands for none. */
export function takesWord(field: DescField, number: number): boolean {
  const { case: kind, value } = valueRules(field);
  if (number === 0 || kind !== "enum") return number !== 0;
  return (value.in.length === 0 || value.in.includes(number)) && !value.notIn.includes(number);
}

/** The rules about one value of a field. */
function valueRules(field: DescField): FieldRules["type"] {
  const { type } = getOption(field, fieldRules);
  if (type.case !== "repeated") return type;
  return type.value.items?.type ?? { case: undefined };
}
