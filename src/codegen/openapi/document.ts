// Builds the OpenAPI 3.1 document.
import type { DescFile, DescService } from "@bufbuild/protobuf";
import { release } from "../../config/release.ts";
import type { Decision } from "../decisions.ts";
import { Options } from "../options.ts";
import { type CatalogueEntry, readCatalogue, readReasons } from "./catalogue.ts";
import { describe } from "./comments.ts";
import { addFailureSchemas } from "./envelope.ts";
import { errorsBesideOperations, errorsOf } from "./errors.ts";
import { type Example, Recorded } from "./examples.ts";
import { Failures } from "./failures.ts";
import { answerHeaders, commonHeaders, headerParameters } from "./headers.ts";
import type { Json } from "./json.ts";
import { apiKeyScheme, dataOf, factsOf, operationOf, type Parts } from "./operations.ts";
import { Schemas } from "./schemas.ts";
import { shareParameters } from "./share-parameters.ts";

const verbs = ["get", "post", "put", "patch", "delete"];

const infoOf = (catalogue: ReadonlyMap<string, CatalogueEntry>): Json => ({
  title: "Physical Digital Asset service",
  version: release.version,
  summary: "Merchant and developer interface of a Physical Digital Asset service.",
  description: [
    'Every answer is one envelope: `success`, `status`, `requestId`, `timestamp`, `message`, `data`, `errors`, and `errorCode` for an error. A caller whose `Accept` header names `application/problem+json` beside `application/json` gets errors as problem details (RFC 9457). The page that explains an error\'s code is in the header `Link` (`rel="help"`) and, in problem details, in `type`.',
    "`x-common-headers` lists the headers that every operation takes and those that every answer may have. Set and read them once, where the client sets its credential.",
    "Bodies are strict JSON objects: the service refuses unknown members, `null`, duplicate names and other spellings of a name.",
    "`x-published` marks operations and headers that the published interface names. `x-label` is the published interface's label of a field. `x-decision` names the decisions on points that the interface leaves open; `x-decisions` has the title and the page of each. `x-may-grow` marks enums to which a later version may add words. `x-members` has, for each type of an event, the member that its `data` has.",
    "The service refuses a request that matches no operation with the same envelope:",
    errorsBesideOperations.map((name) => lineOf(catalogue, name)).join("\n"),
  ].join("\n\n"),
  license: { name: "Apache-2.0", identifier: "Apache-2.0" },
  "x-decision": ["D-084", "D-085", "D-086", "D-090"],
});

function lineOf(catalogue: ReadonlyMap<string, CatalogueEntry>, name: string): string {
  const entry = catalogue.get(name);
  if (!entry) throw new Error(`${name} is not in the catalogue`);
  return `- ${entry.httpStatus} \`${entry.code}\` ${entry.message}`;
}

const servers = [
  {
    url: "{base_url}",
    description: "Base address of the service.",
    variables: { base_url: { default: "https://localhost:8443", description: "Address of the deployment." } },
  },
];

const securitySchemes: Json = {
  [apiKeyScheme]: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "API key",
    description:
      "API key, sent as `Authorization: Bearer <key>` (RFC 6750 §2.1). The key must hold the listed scopes. A merchant or a terminal may show its certificate as TLS client instead, and the holder of a wallet signs its requests (RFC 9421). [How to make, rotate and revoke a key, and what 401 and 403 mean](/docs/reference/authentication.md).",
    "x-decision": ["D-016"],
  },
};

/** Builds the document from all files of the contract and the recorded examples. */
export function buildDocument(
  files: readonly DescFile[],
  examples: readonly Example[],
  decisions: readonly Pick<Decision, "id" | "title">[],
): Json {
  const options = new Options(files);
  const services = files
    .filter((file) => file.proto.package.startsWith("pda."))
    .flatMap((file) => file.services)
    .filter((service) => service.methods.some((method) => options.http(method)));
  const groups = groupsOf(services, options);
  const methods = services
    .flatMap((service) => service.methods)
    .flatMap((method) => {
      const http = options.http(method);
      return http ? [{ method, http }] : [];
    });
  const catalogue = readCatalogue(files, options);
  const recorded = new Recorded(examples);
  const schemas = new Schemas(
    options,
    // A stream has frames and no envelope.
    methods
      .filter(({ method }) => method.methodKind === "unary")
      .map(({ method, http }) => dataOf(method, http).message),
  );
  const errors = methods.flatMap(({ method, http }) =>
    errorsOf(factsOf(method, options.effective(method), http)),
  );
  const parts: Parts = { options, schemas, failures: new Failures(catalogue, recorded, errors), recorded };
  addFailureSchemas(schemas, catalogue, readReasons(files, options));
  const paths = pathsOf(services, parts);
  const sharedParameters = shareParameters(paths);
  return {
    openapi: "3.1.0",
    info: infoOf(catalogue),
    servers,
    tags: groups.flatMap(([, members]) =>
      members.map((service) => ({ name: tagOf(service), description: describe(service) })),
    ),
    "x-tagGroups": groups.map(([name, members]) => ({ name, tags: members.map(tagOf) })),
    "x-common-headers": commonHeaders,
    "x-decisions": Object.fromEntries(
      decisions.map(({ id, title }) => [id, { title, url: `/docs/decisions.md#${id.toLowerCase()}` }]),
    ),
    paths,
    components: {
      schemas: schemas.components(),
      parameters: { ...sharedParameters, ...headerParameters },
      headers: answerHeaders,
      responses: parts.failures.components(),
      examples: {
        ...recorded.answers(new Set(methods.map(({ method }) => method.name))),
        ...parts.failures.examples(),
      },
      securitySchemes,
    },
  };
}

function pathsOf(services: readonly DescService[], parts: Parts): Json {
  const placed = services
    .flatMap((service) => service.methods.map((method) => operationOf(method, tagOf(service), parts)))
    .filter((operation) => operation !== undefined)
    .sort((a, b) =>
      a.path === b.path ? verbs.indexOf(a.verb) - verbs.indexOf(b.verb) : a.path < b.path ? -1 : 1,
    );
  const ids = new Set<unknown>();
  const paths: Record<string, Json> = {};
  for (const { path, verb, operation } of placed) {
    if (ids.has(operation.operationId))
      throw new Error(`two operations have the name ${String(operation.operationId)}`);
    ids.add(operation.operationId);
    paths[path] = { ...paths[path], [verb]: operation };
  }
  return paths;
}

/** The published interface's groups (section 1) and families in its order; then what belongs to none of them. */
const groupNames = [
  "Payment API",
  "Verification API",
  "Merchant API",
  "Asset API",
  "Settlement API",
  "Refund API",
  "Event API",
  "Wallet APIs",
  "Publisher APIs",
  "Verification APIs",
  "Audit API",
  "Operator API",
  "Service",
];

function groupsOf(services: readonly DescService[], options: Options): [string, DescService[]][] {
  const byGroup = Map.groupBy(services, (service) => options.group(service));
  for (const name of byGroup.keys())
    if (!groupNames.includes(name)) throw new Error(`there is no group ${name}`);
  return groupNames.map((name) => {
    // The group's own service comes first, e.g. Merchant in Merchant API.
    const rank = (service: DescService) => (name.startsWith(tagOf(service)) ? 0 : 1);
    const members = byGroup.get(name) ?? [];
    return [name, members.sort((a, b) => rank(a) - rank(b) || (tagOf(a) < tagOf(b) ? -1 : 1))];
  });
}

function tagOf(service: DescService): string {
  return service.name.replace(/Service$/, "");
}
