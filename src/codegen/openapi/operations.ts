// Builds the OpenAPI operation of an RPC.
import type { DescField, DescMethod } from "@bufbuild/protobuf";
import { MethodOptions_IdempotencyLevel } from "@bufbuild/protobuf/wkt";
import type { DocumentOption, HttpBinding, OperationOption, Options } from "../options.ts";
import { describe, summarise } from "./comments.ts";
import { answerWith } from "./envelope.ts";
import { errorsOf, type OperationFacts } from "./errors.ts";
import { answerName, type Example, type Recorded } from "./examples.ts";
import { streamAnswer, streamText } from "./event-stream.ts";
import type { Failures } from "./failures.ts";
import { headersOf } from "./headers.ts";
import { compact, type Json, nonEmpty, ref } from "./json.ts";
import { parametersOf, pathOf } from "./parameters.ts";
import type { Schemas } from "./schemas.ts";

/** Name of the security scheme: an API key, sent as bearer token. */
export const apiKeyScheme = "bearerApiKey";

/** Parts that the operations of a document share. */
export interface Parts {
  readonly options: Options;
  readonly schemas: Schemas;
  readonly failures: Failures;
  readonly recorded: Recorded;
}

/** An operation with its path and verb. */
export interface Placed {
  readonly path: string;
  readonly verb: string;
  readonly operation: Json;
}

/** Returns the operation of a method; undefined when the method is not on REST. */
export function operationOf(method: DescMethod, tag: string, parts: Parts): Placed | undefined {
  const http = parts.options.http(method);
  if (!http) return undefined;
  const option = parts.options.effective(method);
  const isStream = method.methodKind === "server_streaming";
  const facts = factsOf(method, option, http);
  const { summary, rest } = summarise(method);
  const errors = errorsOf(facts);
  const successes = parts.recorded.successes(method.name);
  const operation = compact({
    operationId: method.name,
    tags: [tag],
    summary,
    description: [
      rest,
      isStream ? streamText : "",
      limitText(option),
      documentText(option),
      deprecationText(option),
      accessText(option),
    ]
      .filter(Boolean)
      .join("\n\n"),
    deprecated: option.deprecation ? true : undefined,
    parameters: [
      ...parametersOf(method, http, option, parts.schemas, facts.readOnly, successes[0]),
      ...(isStream ? [ref("parameters", "LastEventId")] : []),
    ],
    requestBody: http.body === "*" ? requestBody(method, http, option, parts.schemas, successes) : undefined,
    responses: {
      ...(isStream ? streamAnswer() : success(method, http, option, facts, parts.schemas, successes)),
      ...parts.failures.responses(errors),
    },
    security: securityOf(option),
    "x-scope": option.scope,
    "x-narrower-scope": option.narrowerScope,
    "x-error-codes": parts.failures.codes(errors),
    "x-published": option.published,
    "x-decision": nonEmpty(option.decisions),
    "x-sandbox": option.sandbox,
    "x-stream": isStream || undefined,
    "x-quota-weight": option.weight,
  });
  return { path: pathOf(method, http), verb: http.verb.toLowerCase(), operation };
}

/** Returns the message in `data` of a successful answer: the field that `response_body` names, or the whole response. */
export function dataOf(
  method: DescMethod,
  http: HttpBinding,
): { field?: DescField; message: DescMethod["output"] } {
  if (!http.responseBody) return { message: method.output };
  const field = method.output.fields.find((f) => f.name === http.responseBody);
  if (field?.fieldKind !== "message")
    throw new Error(`${method.toString()}: response_body ${http.responseBody} is not a message field`);
  return { field, message: field.message };
}

/** Returns the facts about a method that decide its errors. */
export function factsOf(method: DescMethod, option: OperationOption, http: HttpBinding): OperationFacts {
  return {
    readOnly: method.idempotency === MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS,
    access: { kind: option.public ? "public" : option.credential ? "credential" : "scope" },
    sandbox: option.sandbox ?? false,
    errors: option.errors ?? [],
    http,
  };
}

/** Returns the security requirement: an API key with the scope, or none for public operations. */
function securityOf(option: OperationOption): Json[] {
  const withKey = { [apiKeyScheme]: option.scope ? [option.scope] : [] };
  return option.public ? [{}, withKey] : [withKey];
}

function deprecationText({ deprecation }: OperationOption): string {
  if (!deprecation) return "";
  const { since, sunset, successor, link } = deprecation;
  return [
    `Deprecated since ${since}.`,
    sunset && `From ${sunset} on it may be gone.`,
    successor && `Use ${successor} instead.`,
    link && `See ${link}.`,
  ]
    .filter(Boolean)
    .join(" ");
}

function limitText({ bodyBytesMax, weight }: OperationOption): string {
  return [
    bodyBytesMax && `The body may have up to ${bodyBytesMax.toLocaleString("en")} bytes.`,
    weight && `One request counts as ${weight} in the caller's quotas.`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** Says how a caller gets the answer without its envelope. gRPC callers always get the message. */
function documentText({ document }: OperationOption): string {
  if (!document) return "";
  const { mediaType, preferred, wellKnown, entityTagField, maxAgeSeconds, nextPageField } = document;
  return [
    preferred
      ? `The answer is the bare document (\`${mediaType}\`). With \`Accept: application/json\` it is in the envelope.`
      : `With \`Accept: ${mediaType}\` the answer is the bare document, without the envelope.`,
    wellKnown && `The bare document is also at \`${wellKnown}\`.`,
    entityTagField && "It has an `ETag` for `If-None-Match`.",
    maxAgeSeconds && `Caches may keep it for ${maxAgeSeconds} seconds.`,
    nextPageField && "Its next page is in the header `Link`.",
  ]
    .filter(Boolean)
    .join(" ");
}

function accessText(option: OperationOption): string {
  const access = option.public
    ? "No credential is needed."
    : option.credential
      ? "Needs a credential with any scopes."
      : `Needs a credential with the scope \`${option.scope}\`${option.narrowerScope ? ` or \`${option.narrowerScope}\`` : ""}.`;
  const signing =
    option.wallet || option.holderKey
      ? "The holder [signs the request](/docs/reference/authentication.md#signed-requests) instead."
      : "";
  return [access, signing, option.sandbox && "Exists in sandbox mode only."].filter(Boolean).join(" ");
}

function requestBody(
  method: DescMethod,
  http: HttpBinding,
  { ifMatch, updateMask }: OperationOption,
  schemas: Schemas,
  successes: readonly Example[],
): Json {
  const elsewhere = [...http.params, ...(ifMatch ? [ifMatch] : []), ...(updateMask ? [updateMask] : [])];
  const required = method.input.fields.some((field) => !elsewhere.includes(field.name));
  const examples = successes.flatMap(({ name, summary, request }) =>
    request.body ? [[name, { summary, value: request.body }]] : [],
  );
  return compact({
    required: required || undefined,
    content: {
      "application/json": compact({
        schema: schemas.message(method.input, "input", elsewhere),
        examples: nonEmpty(examples) && Object.fromEntries(examples),
      }),
    },
    "x-decision": ["D-019", "D-031"],
  });
}

function success(
  method: DescMethod,
  http: HttpBinding,
  option: OperationOption,
  facts: OperationFacts,
  schemas: Schemas,
  successes: readonly Example[],
): Json {
  const created = option.location !== undefined;
  const { field, message } = dataOf(method, http);
  const headers = headersOf(
    ...(created ? ["Location"] : []),
    ...(option.etag || option.document?.entityTagField ? ["ETag"] : []),
    ...(option.document?.nextPageField ? ["Link"] : []),
    ...(facts.readOnly ? [] : ["Idempotency-Replayed"]),
  );
  const examples = successes.map((example) => [example.name, ref("examples", answerName(example))]);
  const answer = compact({
    description: field ? describe(field) : describe(message.fields[0] as DescField),
    headers,
    content: {
      "application/json": compact({
        schema: answerWith(schemas, schemas.message(message, "output")),
        examples: nonEmpty(examples) && Object.fromEntries(examples),
      }),
      ...(option.document ? documentContent(option.document, schemas.message(message, "output")) : {}),
    },
  });
  return {
    [created ? "201" : "200"]: answer,
    ...(option.document?.entityTagField
      ? { "304": { description: notModified, headers: headersOf("ETag") } }
      : {}),
  };
}

const notModified =
  "The document has an ETag that `If-None-Match` names (RFC 9110 §15.4.5). The answer has no body.";

/** Returns the content type and schema of the answer without its envelope, for software that expects the bare document. */
function documentContent({ mediaType, field }: DocumentOption, data: Json): Json {
  return { [mediaType]: { schema: field ? { type: "string" } : data } };
}
