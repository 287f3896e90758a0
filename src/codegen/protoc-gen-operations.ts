// buf plugin: generates gen/rest/operations.ts, a table of every RPC with its access, errors and HTTP binding. The core's pipeline and
// the gateway's transcoder work by this table.
import { type DescMessage, type DescMethod, ScalarType } from "@bufbuild/protobuf";
import { createEcmaScriptPlugin, runNodeJs, type Schema } from "@bufbuild/protoplugin";
import { deprecationOf } from "./deprecation.ts";
import { type OperationOption, Options } from "./options.ts";

const NO_SIDE_EFFECTS = 1;

function generateTs(schema: Schema): void {
  const options = new Options(schema.allFiles);
  const rpcs = schema.files
    .filter((file) => file.proto.package.startsWith("pda."))
    .flatMap((file) => file.services.flatMap((service) => service.methods));
  const methods = rpcs
    .filter((method) => method.methodKind === "unary")
    .map((method) => describe(method, options));
  const streams = rpcs
    .filter((method) => method.methodKind !== "unary")
    .map((method) => describeStream(method, options));
  const scopes = [
    ...new Set(
      methods.flatMap((m) =>
        m.access.kind === "scope" ? [m.access.scope, m.access.narrower ?? m.access.scope] : [],
      ),
    ),
  ].sort();
  const f = schema.generateFile("operations.ts");
  f.print("// Generated from proto/ by protoc-gen-operations. Do not edit.");
  f.print('import type { ErrorName } from "../errors/catalogue.ts";');
  f.print("");
  f.print("/** Every scope that a credential can hold. */");
  f.print("export const scopes = ", JSON.stringify(scopes), " as const;");
  f.print("/** A scope that a credential can hold. */");
  f.print("export type Scope = (typeof scopes)[number];");
  f.print("");
  f.print("/** A list of messages that are checked one by one (`pda.api.v1.FieldInfo.each_alone`). */");
  f.print("export interface EachAlone {");
  f.print("  /** Request field (proto name) and its number. */");
  f.print("  readonly field: string;");
  f.print("  readonly number: number;");
  f.print("  /** Most elements. */");
  f.print("  readonly max: number;");
  f.print("  /** Message type of the elements, and the number of the element's ItemFault field. */");
  f.print("  readonly element: string;");
  f.print("  readonly faults: number;");
  f.print("}");
  f.print("");
  f.print("/** One RPC of the contract. */");
  f.print("export interface Operation {");
  f.print("  readonly service: string;");
  f.print("  readonly method: string;");
  f.print("  /** gRPC path, `/package.Service/Method`. */");
  f.print("  readonly path: string;");
  f.print("  /** gRPC path under which idempotency keys are stored, when it is another one. */");
  f.print("  readonly keyPath?: string;");
  f.print("  readonly request: string;");
  f.print("  readonly response: string;");
  f.print("  /** The operation has no side effects, so it ignores idempotency keys. */");
  f.print("  readonly readOnly: boolean;");
  f.print("  readonly access:");
  f.print('    | { readonly kind: "public" }');
  f.print('    | { readonly kind: "credential" }');
  f.print('    | { readonly kind: "scope"; readonly scope: Scope; readonly narrower?: Scope }');
  f.print('    | { readonly kind: "peer"; readonly peer: string };');
  f.print("  /** Request field (proto name) that names the tenant. */");
  f.print("  readonly tenant?: string;");
  f.print("  /** Request field (proto name) that names the wallet of a holder. */");
  f.print("  readonly wallet?: string;");
  f.print(
    "  /** Request fields (proto names) with the amount that the operation moves; empty when the request does not state it. */",
  );
  f.print("  readonly moves?: { readonly amount?: string; readonly assetType?: string };");
  f.print("  readonly errors: readonly ErrorName[];");
  f.print("  readonly sandbox: boolean;");
  f.print("  /** Quota units that one call takes. */");
  f.print("  readonly weight: number;");
  f.print("  /** The operation moves money or changes who may act. */");
  f.print("  readonly sensitive: boolean;");
  f.print("  /** The response holds a secret, so its stored copy is encrypted. */");
  f.print("  readonly secret: boolean;");
  f.print("  readonly http?: {");
  f.print("    readonly verb: string;");
  f.print("    /** Path template with proto field names in braces. */");
  f.print("    readonly template: string;");
  f.print("    readonly params: readonly string[];");
  f.print('    /** "*" or "" (no body). */');
  f.print("    readonly body: string;");
  f.print('    /** Response field (proto name) that becomes the data; "" for the whole message. */');
  f.print("    readonly responseBody: string;");
  f.print("    /** Template of the Location header of the created resource. */");
  f.print("    readonly location?: string;");
  f.print("    /** Message field of the request (proto name) with the key that may sign the request. */");
  f.print("    readonly holderKey?: string;");
  f.print("    /** Number field of the data (proto name) that becomes the ETag. */");
  f.print("    readonly etag?: string;");
  f.print("    /** Repeated number field of the request (proto name) that the header If-Match fills. */");
  f.print("    readonly ifMatch?: string;");
  f.print("    /** Field mask of the request (proto name) that the query parameter updateMask fills. */");
  f.print("    readonly updateMask?: string;");
  f.print("    /** The answer as a document without the envelope. */");
  f.print("    readonly document?: {");
  f.print("      readonly mediaType: string;");
  f.print(
    "      /** Field of the data (proto name) that is the document; when absent, the whole data as JSON. */",
  );
  f.print("      readonly field?: string;");
  f.print("      /** Field of the data (proto name) that is the entity tag. */");
  f.print("      readonly entityTagField?: string;");
  f.print("      /** Callers that accept any media type get the document. */");
  f.print("      readonly preferred?: boolean;");
  f.print("      /** How long caches may keep the document. */");
  f.print("      readonly maxAgeSeconds?: number;");
  f.print("      /** Field of the data (proto name) that is the token of the next page. */");
  f.print("      readonly nextPageField?: string;");
  f.print("      /** Well-known path where the document is served, too. */");
  f.print("      readonly wellKnown?: string;");
  f.print("    };");
  f.print("    /** Largest body in bytes, when it differs from the general limit. */");
  f.print("    readonly bodyBytesMax?: number;");
  f.print("    /** Days in UTC (`2027-01-31`) and links of a deprecated operation. */");
  f.print("    readonly deprecation?: {");
  f.print("      readonly since: string;");
  f.print("      readonly sunset?: string;");
  f.print("      readonly link?: string;");
  f.print("      readonly successor?: string;");
  f.print("    };");
  f.print("    /** A list of the request whose elements are checked one by one. */");
  f.print("    readonly eachAlone?: EachAlone;");
  f.print("  };");
  f.print("}");
  f.print("");
  f.print("/** Every RPC of the contract. */");
  f.print("export const operations: readonly Operation[] = [");
  for (const method of methods) f.print("  ", JSON.stringify(method), ",");
  f.print("];");
  f.print("");
  f.print('type Http = NonNullable<Operation["http"]>;');
  f.print("");
  f.print("/** A stream. It carries operations but is not an operation. */");
  f.print("export interface Stream {");
  f.print("  /** gRPC path, `/package.Service/Method`. */");
  f.print("  readonly path: string;");
  f.print("  /** Name of the only tier that may open it. */");
  f.print("  readonly peer?: string;");
  f.print("  /** gRPC path of the operation that each message of the stream calls. */");
  f.print("  readonly each?: string;");
  f.print("  /** gRPC path of the list whose pages the stream sends. */");
  f.print("  readonly pagesOf?: string;");
  f.print(
    "  /** Message type of the request, and its place on REST: the list's items as Server-Sent Events. */",
  );
  f.print("  readonly request?: string;");
  f.print('  readonly http?: Pick<Http, "verb" | "template" | "params" | "body" | "responseBody">;');
  f.print("}");
  f.print("");
  f.print("/** Every stream of the contract. */");
  f.print("export const streams: readonly Stream[] = [");
  for (const stream of streams) f.print("  ", JSON.stringify(stream), ",");
  f.print("];");
}

const pathOf = (method: DescMethod): string => `/${method.parent.typeName}/${method.name}`;

/** Describes a stream. Published methods are unary: a stream is internal to the tiers, or makes many calls of a unary method. */
function describeStream(method: DescMethod, options: Options) {
  const { peer, each } = options.operation(method);
  const http = options.http(method);
  const path = pathOf(method);
  if (http && !(each && method.methodKind === "server_streaming" && http.verb === "GET"))
    throw new Error(`${method.name}: only a stream of pages is on REST, with GET`);
  if (peer) return { path, peer };
  const unary = method.parent.methods.find(({ name }) => name === each);
  if (unary?.methodKind === "unary") {
    const { methodKind, input, output } = method;
    if (methodKind === "bidi_streaming" && unary.input === input && unary.output === output)
      return { path, each: pathOf(unary) };
    if (methodKind === "server_streaming" && isPartOf(input, unary.input) && isPartOf(unary.output, output))
      return { path, pagesOf: pathOf(unary), ...(http ? { request: input.typeName, http } : {}) };
  }
  throw new Error(
    `${method.name}: a stream must be for one peer, or have the messages of the unary method that each names`,
  );
}

/** Tells whether each field of a message is one of another message, too, so that its bytes mean the same there. */
const isPartOf = (part: DescMessage, whole: DescMessage): boolean =>
  part.fields.every(({ number, name, proto }) =>
    whole.fields.some(
      (field) =>
        field.number === number &&
        field.name === name &&
        field.proto.type === proto.type &&
        field.proto.typeName === proto.typeName,
    ),
  );

function describe(method: DescMethod, options: Options) {
  const option = options.operation(method);
  const http = options.http(method);
  if (option.peer && http) throw new Error(`${method.name}: internal methods are never on REST`);
  const { moves } = option;
  if (moves && (moves.amount === undefined) !== (moves.assetType === undefined))
    throw new Error(`${method.name}: moves needs both amount and asset_type, or neither`);
  for (const field of [option.tenant, option.wallet, option.holderKey, moves?.amount, moves?.assetType])
    if (field && !method.input.fields.some((f) => f.name === field))
      throw new Error(`${method.name}: ${field} is not a field of ${method.input.typeName}`);
  return {
    service: method.parent.typeName,
    method: method.name,
    path: pathOf(method),
    ...(option.formerService ? { keyPath: `/${option.formerService}/${method.name}` } : {}),
    request: method.input.typeName,
    response: method.output.typeName,
    readOnly: method.idempotency === NO_SIDE_EFFECTS,
    access: accessOf(option),
    ...(option.tenant ? { tenant: option.tenant } : {}),
    ...(option.wallet ? { wallet: option.wallet } : {}),
    ...(moves ? { moves } : {}),
    errors: option.errors ?? [],
    sandbox: option.sandbox ?? false,
    weight: option.weight ?? 1,
    sensitive: option.sensitive ?? false,
    secret: holdsSecret(method.output, options, new Set()),
    ...(http ? { http: { ...http, ...formsOf(method, option, options) } } : {}),
  };
}

function accessOf(option: OperationOption) {
  if (option.public) return { kind: "public" as const };
  if (option.credential) return { kind: "credential" as const };
  if (option.scope) {
    const { scope, narrowerScope: narrower } = option;
    return { kind: "scope" as const, scope, ...(narrower ? { narrower } : {}) };
  }
  return { kind: "peer" as const, peer: option.peer as string };
}

function formsOf(method: DescMethod, option: OperationOption, options: Options) {
  return { ...headersOf(method, option), ...answerForms(option), ...bindingOf(method, option, options) };
}

function bindingOf(
  method: DescMethod,
  { bodyBytesMax, deprecation, holderKey }: OperationOption,
  options: Options,
) {
  const eachAlone = eachAloneOf(method, options);
  const deprecated = deprecationOf(method, deprecation);
  return {
    ...(bodyBytesMax ? { bodyBytesMax } : {}),
    ...(holderKey ? { holderKey } : {}),
    ...(deprecated ? { deprecation: deprecated } : {}),
    ...(eachAlone ? { eachAlone } : {}),
  };
}

/** Returns the list of a request whose elements are checked one by one. */
function eachAloneOf({ input }: DescMethod, options: Options) {
  const [list, second] = input.fields.filter((field) => options.field(field).eachAlone);
  if (!list) return undefined;
  if (second || list.fieldKind !== "list" || !list.message)
    throw new Error(`${input.typeName}: each_alone must be on exactly one list of messages`);
  const faults = list.message.fields.find(
    (field) => options.field(field).internal && field.message?.typeName === "pda.api.v1.ItemFault",
  );
  if (!faults) throw new Error(`${list.message.typeName} has no internal field of ItemFault`);
  const rules = options.read<{ repeated?: { maxItems?: string } }>(list, "buf.validate.field");
  const max = Number(rules?.repeated?.maxItems);
  if (!(max > 0)) throw new Error(`${list.toString()}: each_alone needs repeated.max_items`);
  return {
    field: list.name,
    number: list.number,
    max,
    element: list.message.typeName,
    faults: faults.number,
  };
}

/** Returns the parts of an operation that are headers or the field mask on REST. */
function headersOf(method: DescMethod, { location, etag, ifMatch, updateMask }: OperationOption) {
  const field = method.input.fields.find(({ name }) => name === ifMatch);
  if (ifMatch && (field?.fieldKind !== "list" || field.scalar !== ScalarType.INT32))
    throw new Error(
      `${method.name}: if_match ${ifMatch} is not a repeated int32 field of ${method.input.typeName}`,
    );
  const mask = method.input.fields.find(({ name }) => name === updateMask);
  if (updateMask && mask?.message?.typeName !== "google.protobuf.FieldMask")
    throw new Error(
      `${method.name}: update_mask ${updateMask} is not a FieldMask of ${method.input.typeName}`,
    );
  return {
    ...(location ? { location } : {}),
    ...(etag ? { etag } : {}),
    ...(ifMatch ? { ifMatch } : {}),
    ...(updateMask ? { updateMask } : {}),
  };
}

function answerForms({ document }: OperationOption) {
  return document ? { document } : {};
}

function holdsSecret(message: DescMessage, options: Options, seen: Set<string>): boolean {
  if (seen.has(message.typeName)) return false;
  seen.add(message.typeName);
  return message.fields.some(
    (field) =>
      options.field(field).secret ||
      (field.message !== undefined && holdsSecret(field.message, options, seen)),
  );
}

runNodeJs(createEcmaScriptPlugin({ name: "protoc-gen-operations", version: "v1", generateTs }));
