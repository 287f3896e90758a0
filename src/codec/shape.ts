import { type DescField, type DescMessage, ScalarType } from "@bufbuild/protobuf";
import { isObject, type JsonObject, type JsonValue } from "../json/value.ts";
import { fieldMaskCheck, type ScalarCheck, scalar, timestampCheck, word, wrongType } from "./scalars.ts";
import { memberPath, shown, Violations } from "./violations.ts";

type Visit = (value: JsonValue, path: string, violations: Violations) => void;

/** Checks the members of an object against a message of the JSON view. */
export type Shape = (json: JsonObject) => void;

/**
 * Compiles the check that a JSON object has the form which OpenAPI states for a message: only known members, each with its one JSON type,
 * never `null`. protobuf-es reads every object that passes. The check refuses further forms that protobuf-es accepts: numbers in strings,
 * numbers for enums, base64url, `null`, other spellings of names.
 * @returns a function that throws Failure INVALID_ARGUMENT, which names every invalid member.
 */
export function compileShape(message: DescMessage): Shape {
  const visit = visitMessage(message, new Map());
  return (json) => {
    const violations = new Violations();
    visit(json, "", violations);
    violations.refuse();
  };
}

function visitMessage(message: DescMessage, compiled: Map<DescMessage, Visit>): Visit {
  const known = compiled.get(message);
  if (known) return known;
  if (message.typeName === "google.protobuf.Timestamp") return leaf(timestampCheck);
  if (message.typeName === "google.protobuf.FieldMask") return leaf(fieldMaskCheck);
  if (message.typeName.startsWith("google.")) {
    throw new Error(`${message.typeName} is not allowed in requests of the contract`);
  }
  const fields = new Map<string, { field: DescField; visit: Visit }>();
  const visit: Visit = (value, path, violations) => {
    if (!isObject(value)) {
      report(wrongType("an object", value), path, violations);
      return;
    }
    const chosen = new Map<string, string>();
    for (const name of Object.keys(value)) {
      if (violations.full) return;
      const known = fields.get(name);
      const member = memberPath(path, name);
      if (!known) {
        violations.add(member, "UNKNOWN_MEMBER", `"${shown(name)}" is not a member of this object.`);
        continue;
      }
      const choice = known.field.oneof?.name;
      const other = choice && chosen.get(choice);
      if (other) violations.add(member, "CONFLICT", `${member} cannot be given together with ${other}.`);
      if (choice) chosen.set(choice, name);
      known.visit(value[name] as JsonValue, member, violations);
    }
  };
  // Set before the fields are compiled, for messages that contain themselves.
  compiled.set(message, visit);
  for (const field of message.fields) {
    fields.set(field.jsonName, { field, visit: visitField(field, compiled) });
  }
  return visit;
}

function visitField(field: DescField, compiled: Map<DescMessage, Visit>): Visit {
  switch (field.fieldKind) {
    case "scalar":
      return leaf(scalar(field.scalar, field)[0]);
    case "enum":
      return leaf(word(field, field.enum));
    case "message":
      return visitMessage(field.message, compiled);
    case "list":
      return list(visitElement(field, compiled));
    default:
      if (field.mapKey !== ScalarType.STRING) throw new Error(`${field.toString()}: keys must be strings`);
      return map(visitElement(field, compiled));
  }
}

function visitElement(
  field: DescField & { fieldKind: "list" | "map" },
  compiled: Map<DescMessage, Visit>,
): Visit {
  if (field.scalar !== undefined) return leaf(scalar(field.scalar, field)[0]);
  return field.enum ? leaf(word(field, field.enum)) : visitMessage(field.message, compiled);
}

function leaf(check: ScalarCheck): Visit {
  return (value, path, violations) => report(check(value), path, violations);
}

function list(visit: Visit): Visit {
  return (value, path, violations) => {
    if (!Array.isArray(value)) {
      report(wrongType("an array", value), path, violations);
      return;
    }
    for (const [index, element] of value.entries()) {
      if (violations.full) return;
      visit(element, `${path}[${index}]`, violations);
    }
  };
}

function map(visit: Visit): Visit {
  return (value, path, violations) => {
    if (!isObject(value)) {
      report(wrongType("an object", value), path, violations);
      return;
    }
    for (const key of Object.keys(value)) {
      if (violations.full) return;
      visit(value[key] as JsonValue, `${path}[${JSON.stringify(shown(key))}]`, violations);
    }
  };
}

function report(verdict: ReturnType<ScalarCheck>, path: string, violations: Violations): void {
  if (verdict) violations.add(path, verdict[0], `${path} ${verdict[1]}.`);
}
