import type { ErrorReason } from "../../gen/errors/catalogue.ts";
import type { Operation } from "../../gen/rest/operations.ts";
import type { Violation } from "../rpc/failure.ts";
import { bodyFormOf } from "./body.ts";
import type { RequestCodec, RequestField } from "../codec/codec.ts";
import { invalid, memberPath, shown } from "../codec/violations.ts";
import { refusal, scanObject } from "../codec/scan.ts";
import type { JsonObject, JsonValue } from "../json/value.ts";
import { versionsOf } from "./precondition.ts";
import { parseQuery, type QueryParameter } from "./query.ts";

/** The parts of an HTTP request that form a request message. */
interface RequestParts {
  /** Values of the path parameters, decoded, in the order of the template. */
  readonly values: readonly string[];
  /** The raw query, without `?`; may be empty. */
  readonly query: string;
  /** Undefined when the request has no body. */
  readonly body: Uint8Array | undefined;
  /** The header If-Match. */
  readonly ifMatch?: string | undefined;
}

/** Converts an HTTP request to an encoded request message (google.api.http transcoding, with one source for each field). */
export interface Transcoder {
  /**
   * Encodes the parts of a request.
   * @throws Failure MALFORMED_JSON when the body is not a strict JSON object, INVALID_ARGUMENT with each invalid parameter and member.
   */
  request(parts: RequestParts): Uint8Array;
  /** Converts a field path of the core to JSON names. */
  jsonPath(protoPath: string): string;
}

/**
 * Compiles the conversion of a request's parts to its message.
 * @param encode by default the codec's own encoder
 * @throws Error when a field cannot be a path parameter.
 */
export function compileTranscoder(
  http: NonNullable<Operation["http"]>,
  codec: RequestCodec,
  encode = (json: JsonObject): Uint8Array => codec.encode(json),
): Transcoder {
  const params = http.params.map((name) => {
    const field = codec.fields.get(codec.jsonName(name));
    if (field?.textKind === undefined || field.repeated)
      throw new Error(`${name} cannot be a path parameter`);
    return field;
  });
  const condition = http.ifMatch === undefined ? undefined : codec.jsonName(http.ifMatch);
  const elsewhere = new Map(params.map((field) => [field.jsonName, PATH]));
  if (condition !== undefined) elsewhere.set(condition, HEADER);
  const bodyForm = bodyFormOf(http);
  const mask = http.updateMask === undefined ? undefined : codec.jsonName(http.updateMask);
  const queried: ReadonlyMap<string, RequestField> = new Map(
    [...codec.fields].filter(([name]) => (bodyForm === "object" ? name === mask : !elsewhere.has(name))),
  );
  for (const name of queried.keys()) elsewhere.set(name, QUERY);
  const bodyNeeded = [...codec.fields.keys()].some((name) => !elsewhere.has(name));
  return {
    request({ values, query, body, ifMatch }) {
      const given = parseQuery(query);
      const json = bodyForm === "none" ? {} : bodyMembers(body, bodyNeeded, elsewhere);
      if (given.length > 0) Object.assign(json, queryMembers(given, queried));
      for (let index = 0; index < params.length; index += 1) {
        const field = params[index] as RequestField;
        json[field.jsonName] = fromText(values[index] as string, field);
      }
      if (condition !== undefined && ifMatch !== undefined) json[condition] = versionsOf(ifMatch);
      return encode(json);
    },
    jsonPath: (protoPath) => codec.jsonPath(protoPath),
  };
}

/** Where a field is given, if not in the body. */
interface Elsewhere {
  readonly reason: ErrorReason;
  readonly by: string;
}
const PATH: Elsewhere = { reason: "IN_PATH", by: "the path" };
const QUERY: Elsewhere = { reason: "IN_QUERY", by: "the query" };
const HEADER: Elsewhere = { reason: "IN_HEADER", by: "the header If-Match" };

function bodyMembers(
  body: Uint8Array | undefined,
  needed: boolean,
  elsewhere: ReadonlyMap<string, Elsewhere>,
): JsonObject {
  if (body === undefined || body.length === 0) {
    if (needed) throw refusal("EMPTY", "the body is empty; send {} if you have no members to send");
    return {};
  }
  const members = scanObject(body);
  if (elsewhere.size === 0) return members;
  const repeated = Object.keys(members).flatMap((field) => {
    const given = elsewhere.get(field);
    if (!given) return [];
    const message = `${field} is given by ${given.by}. Remove it from the body.`;
    return [{ field, reason: given.reason, message }];
  });
  if (repeated.length > 0) throw invalid(repeated);
  return members;
}

function queryMembers(
  given: readonly QueryParameter[],
  fields: ReadonlyMap<string, RequestField>,
): JsonObject {
  const members: JsonObject = {};
  const violations: Violation[] = [];
  for (const { name, value } of given) {
    const field = fields.get(name);
    if (field?.textKind === undefined) {
      const message = `There is no query parameter "${shown(name)}".`;
      violations.push({ field: memberPath("", name), reason: "UNKNOWN_PARAMETER", message });
    } else if (field.repeated) {
      members[name] = [...((members[name] as JsonValue[] | undefined) ?? []), fromText(value, field)];
    } else if (Object.hasOwn(members, name)) {
      violations.push({ field: name, reason: "REPEATED", message: `${name} can be given only once.` });
    } else members[name] = fromText(value, field);
  }
  if (violations.length > 0) throw invalid(violations.slice(0, 20));
  return members;
}

const INT32_MAX = 2 ** 31 - 1;

/**
 * Converts text to the JSON value of its field's type. Malformed text stays a string, which the codec refuses. A number outside the type's
 * range becomes the nearest limit, which the field's rule checks. So a page size may be arbitrarily large.
 */
function fromText(text: string, { textKind }: RequestField): JsonValue {
  if (textKind === "integer" && /^-?(0|[1-9]\d*)(\.\d+)?$/.test(text) && text !== "-0")
    return Math.max(-INT32_MAX, Math.min(Number(text), INT32_MAX));
  if (textKind === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}
