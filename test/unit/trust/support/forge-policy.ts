import { contextPrimitive } from "../../../../src/trust/der/tags.ts";
import { integer, objectIdentifier, sequence, tlv } from "../../../../src/trust/der/writer.ts";
import { EXTENSION } from "../../../../src/trust/oids.ts";
import { extension } from "./forge.ts";

export function policies(...oids: readonly string[]): Uint8Array {
  const list = oids.map((oid) => sequence(objectIdentifier(oid)));
  return extension(EXTENSION.certificatePolicies, false, sequence(...list));
}

export function policyMappings(...pairs: readonly (readonly [string, string])[]): Uint8Array {
  const list = pairs.map(([from, to]) => sequence(objectIdentifier(from), objectIdentifier(to)));
  return extension(EXTENSION.policyMappings, true, sequence(...list));
}

export function policyConstraints(explicit?: number, mapping?: number): Uint8Array {
  const count = (number: number, value: number | undefined): Uint8Array[] =>
    value === undefined ? [] : [tlv(contextPrimitive(number), integer(value).subarray(2))];
  return extension(EXTENSION.policyConstraints, true, sequence(...count(0, explicit), ...count(1, mapping)));
}

export function inhibitAnyPolicy(skip: number): Uint8Array {
  return extension(EXTENSION.inhibitAnyPolicy, true, integer(skip));
}
