// Typed readers of the product's custom proto options, for the code generators. They read options by name through the registry of the
// request, so the generators need no generated code themselves.
import {
  createRegistry,
  type DescEnum,
  type DescExtension,
  type DescField,
  type DescFile,
  type DescMessage,
  type DescMethod,
  type DescOneof,
  type DescService,
  getOption,
  hasOption,
  type Message,
  toJson,
} from "@bufbuild/protobuf";

/** `pda.api.v1.operation` as the proto sets it; unset members are absent. */
export interface OperationOption {
  public?: boolean;
  scope?: string;
  narrowerScope?: string;
  peer?: string;
  each?: string;
  credential?: boolean;
  tenant?: string;
  wallet?: string;
  holderKey?: string;
  errors?: string[];
  decisions?: string[];
  published?: boolean;
  location?: string;
  sandbox?: boolean;
  etag?: string;
  ifMatch?: string;
  updateMask?: string;
  formerService?: string;
  document?: DocumentOption;
  bodyBytesMax?: number;
  weight?: number;
  sensitive?: boolean;
  deprecation?: DeprecationOption;
  moves?: MovesOption;
}

/** `pda.api.v1.Moves` as the proto sets it. */
interface MovesOption {
  amount?: string;
  assetType?: string;
}

/** `pda.api.v1.Deprecation` as the proto sets it. */
export interface DeprecationOption {
  since: string;
  sunset?: string;
  link?: string;
  successor?: string;
}

/** `pda.api.v1.Document` as the proto sets it. */
export interface DocumentOption {
  mediaType: string;
  field?: string;
  entityTagField?: string;
  preferred?: boolean;
  maxAgeSeconds?: number;
  nextPageField?: string;
  wellKnown?: string;
}

/** `pda.api.v1.field` as the proto sets it. */
export interface FieldOption {
  label?: string;
  decisions?: string[];
  secret?: boolean;
  eachAlone?: boolean;
  internal?: boolean;
  selectedBy?: string[];
}

/** One HTTP binding of `google.api.http`. */
export interface HttpBinding {
  verb: string;
  template: string;
  params: string[];
  body: string;
  responseBody: string;
}

/** Returns the fields of a request that are query parameters on REST: those that neither path, header nor body holds. */
export function queryFieldsOf(
  { input }: DescMethod,
  { params, body }: HttpBinding,
  { ifMatch, updateMask }: OperationOption,
): DescField[] {
  return input.fields.filter(({ name }) =>
    body === "*" ? name === updateMask : !params.includes(name) && name !== ifMatch,
  );
}

/** Reads the options from the descriptors of one generator run. */
export class Options {
  readonly #registry;

  constructor(files: Iterable<DescFile>) {
    this.#registry = createRegistry(...files);
  }

  /** Returns the operation option of a method. @throws Error if the option is missing, because every served method declares its access */
  operation(method: DescMethod): OperationOption {
    const option = this.#read<OperationOption>(method, "pda.api.v1.operation");
    if (!option)
      throw new Error(`${method.parent.typeName}.${method.name} has no (pda.api.v1.operation) option`);
    const { public: open, credential, scope, peer, each } = option;
    if ([open, credential, scope, peer, each].filter(Boolean).length !== 1)
      throw new Error(
        `${method.parent.typeName}.${method.name}: set exactly one of public, credential, scope, peer, each`,
      );
    return { ...option, errors: (option.errors ?? []).map((e) => e.replace(/^ERROR_CODE_/, "")) };
  }

  /** Returns the operation option of a method as its callers see it: a stream has the access and the errors of the method that it repeats. */
  effective(method: DescMethod): OperationOption {
    const { each, decisions = [], ...option } = this.operation(method);
    const repeated = method.parent.methods.find(({ name }) => name === each);
    if (!repeated) return { ...option, decisions };
    const { published: _published, document: _document, ...access } = this.operation(repeated);
    return { ...access, decisions };
  }

  /** Returns the field option of a field; empty when it is not set. */
  field(field: DescField): FieldOption {
    return this.#read<FieldOption>(field, "pda.api.v1.field") ?? {};
  }

  /** Returns `google.api.field_behavior` of a field, e.g. `REQUIRED`. */
  behaviours(field: DescField): string[] {
    const extension = this.#registry.getExtension("google.api.field_behavior");
    if (!extension?.enum || !hasOption(field, extension)) return [];
    const { value } = extension.enum;
    return (getOption(field, extension) as number[]).map((number) => value[number]?.name ?? String(number));
  }

  /** Returns the group of the interface that a service belongs to. @throws Error if it has none */
  group(service: DescService): string {
    const group = this.#text(service, "pda.api.v1.group");
    if (!group) throw new Error(`${service.typeName} has no (pda.api.v1.group)`);
    return group;
  }

  /** Returns what a client does with a value of the enum that it does not know; undefined for an enum that gets no further values. */
  unknownValue(e: DescEnum): string | undefined {
    return this.#text(e, "pda.api.v1.unknown_value");
  }

  /** Returns the case of an enum's words: `upper` for enums of reasons, else `lower`. */
  words(e: DescEnum): "upper" | "lower" {
    const extension = this.#registry.getExtension("pda.api.v1.words");
    return extension && hasOption(e, extension) && getOption(e, extension) === 2 ? "upper" : "lower";
  }

  /** Returns the HTTP binding of a method; undefined when the method is not on REST. */
  http(method: DescMethod): HttpBinding | undefined {
    const rule = this.#read<Record<string, string>>(method, "google.api.http");
    if (!rule) return undefined;
    const verb = ["get", "put", "post", "delete", "patch"].find((v) => rule[v] !== undefined);
    if (!verb)
      throw new Error(
        `${method.parent.typeName}.${method.name}: google.api.http must use get, put, post, delete or patch`,
      );
    const template = rule[verb] as string;
    const params = [...template.matchAll(/\{([a-z0-9_]+)\}/g)].map((m) => m[1] as string);
    for (const param of params)
      if (!method.input.fields.some((f) => f.name === param))
        throw new Error(
          `${method.parent.typeName}.${method.name}: ${param} is not a field of ${method.input.typeName}`,
        );
    return {
      verb: verb.toUpperCase(),
      template,
      params,
      body: rule.body ?? "",
      responseBody: rule.responseBody ?? "",
    };
  }

  /** Reads any other option by its full name, as JSON. */
  read<T>(
    desc:
      | DescMethod
      | DescMessage
      | DescField
      | DescOneof
      | DescEnum
      | DescService
      | DescEnum["values"][number],
    name: string,
  ): T | undefined {
    return this.#read<T>(desc, name);
  }

  #text(desc: DescService | DescEnum, name: string): string | undefined {
    const extension = this.#registry.getExtension(name);
    return extension && hasOption(desc as DescEnum, extension)
      ? String(getOption(desc as DescEnum, extension))
      : undefined;
  }

  #read<T>(desc: object, name: string): T | undefined {
    const extension: DescExtension | undefined = this.#registry.getExtension(name);
    if (!extension?.message || !hasOption(desc as DescMethod, extension)) return undefined;
    return toJson(extension.message, getOption(desc as DescMethod, extension) as Message, {
      registry: this.#registry,
    }) as T;
  }
}
