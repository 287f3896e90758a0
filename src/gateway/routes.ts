import {
  operations as contract,
  type Operation,
  type Stream,
  streams as contractStreams,
} from "../../gen/rest/operations.ts";
import type { ScopeAccess } from "../rpc/authorise.ts";
import { Failure } from "../rpc/failure.ts";
import { type BodyForm, bodyFormOf } from "./body.ts";
import type { Codec, RequestCodec, ResponseCodec } from "../codec/codec.ts";
import { encodeEachAlone } from "../codec/each-alone.ts";
import type { NumberAt } from "../codec/text-at.ts";
import { deprecationHeaders } from "./deprecation.ts";
import { compileDocument, type DocumentForm } from "./document.ts";
import { compileLocation, type Location } from "./location.ts";
import { PathTree } from "./path-tree.ts";
import { compileTranscoder, type Transcoder } from "./transcode.ts";

/** The version in the paths of the interface; each version has its own operations. */
const VERSION = /^\/api\/v[0-9]+/;

/** Parameters with free text of the caller. Every other parameter is an identifier of the service, which never contains a slash. */
const anyText = ["idempotencyKey"];

/** One operation, ready to be served. */
export interface Route {
  readonly operation: Operation;
  readonly verb: string;
  /** Path template in JSON names; the name of the route in logs and metrics. */
  readonly template: string;
  readonly bodyForm: BodyForm;
  /** Limit of the body; undefined for the general limit. */
  readonly bodyBytesMax: number | undefined;
  /** Callers without a credential are served. */
  readonly open: boolean;
  /** The scope that a credential must have, if any. */
  readonly scope: ScopeAccess | undefined;
  /** Member of the body with the key that may sign the request; undefined for operations that take no such key. */
  readonly holderKey: string | undefined;
  readonly transcode: Transcoder;
  readonly response: ResponseCodec;
  readonly location: Location | undefined;
  /** Reads the version from an answer; undefined for operations whose data has no version. */
  readonly version: NumberAt | undefined;
  /** The form of the answer without its envelope, if the contract declares one. */
  readonly document: DocumentForm | undefined;
  /** The answer is a stream of the list that the operation is. */
  readonly isStream: boolean;
  /** Headers of every answer of a deprecated operation, names and values in turn. */
  readonly deprecation: readonly string[];
}

/** A route with the values of its path parameters. */
export interface Routed {
  readonly route: Route;
  readonly values: readonly string[];
  /** The path is a well-known one (RFC 8615), which always serves the bare document. */
  readonly wellKnown: boolean;
}

export interface RoutesOptions {
  codec: Codec;
  /** Whether operations for tests are served. */
  sandbox: boolean;
  /** Public operations (by method name) that this deployment closes to callers without a credential. */
  closed: readonly string[];
  operations?: readonly Operation[];
}

/** The route table, compiled once. */
export interface Routes {
  /**
   * Finds the route of a request.
   * @throws Failure ROUTE_NOT_FOUND.
   * @throws MethodNotAllowed with the methods that the path has.
   */
  find(method: string, path: string): Routed;
}

/** METHOD_NOT_ALLOWED with the methods for the Allow header (RFC 9110 section 15.5.6). */
export class MethodNotAllowed extends Failure {
  readonly allow: readonly string[];

  constructor(allow: readonly string[]) {
    super("METHOD_NOT_ALLOWED");
    this.allow = allow;
  }
}

/** Returns the route of an operation, or undefined when this deployment does not serve the operation over REST. */
function compileRoute(operation: Operation, { codec, closed, sandbox }: RoutesOptions): Route | undefined {
  const { http, access, method } = operation;
  if (!http || access.kind === "peer" || (operation.sandbox && !sandbox)) return undefined;
  const request = codec.request(operation.request);
  const response = codec.response(operation.response, http.responseBody);
  const template = http.template.replace(
    /\{([a-z0-9_]+)\}/g,
    (_, name: string) => `{${request.jsonName(name)}}`,
  );
  return {
    operation,
    verb: http.verb,
    template,
    bodyForm: bodyFormOf(http),
    bodyBytesMax: http.bodyBytesMax,
    open: access.kind === "public" && !closed.includes(method),
    scope: access.kind === "scope" ? access : undefined,
    holderKey: http.holderKey === undefined ? undefined : request.jsonName(http.holderKey),
    transcode: compileTranscoder(http, request, encoderOf(http, request, codec)),
    response,
    document: http.document && compileDocument(http.document, response),
    location: http.location === undefined ? undefined : compileLocation(http.location, http.params, response),
    isStream: false,
    version: http.etag === undefined ? undefined : compileVersion(http.etag, response),
    deprecation: http.deprecation ? deprecationHeaders(http.deprecation) : [],
  };
}

/** Returns the route of a stream of pages: that of its list with another request and path. */
function compileStream(
  { pagesOf, request, http }: Stream,
  operations: readonly Operation[],
  options: RoutesOptions,
): Route | undefined {
  const list = operations.find(({ path }) => path === pagesOf);
  const route = list && http && request !== undefined && compileRoute({ ...list, request, http }, options);
  return route ? { ...route, isStream: true } : undefined;
}

function encoderOf({ eachAlone }: NonNullable<Operation["http"]>, request: RequestCodec, codec: Codec) {
  if (!eachAlone) return undefined;
  const element = codec.request(eachAlone.element);
  return encodeEachAlone(eachAlone, request.jsonName(eachAlone.field), request, element);
}

/** @throws Error when the data lacks this number */
function compileVersion(protoPath: string, response: ResponseCodec): NumberAt {
  const version = response.numberAt(protoPath);
  if (!version) throw new Error(`the data lacks ${protoPath}, which its ETag needs`);
  return version;
}

function checkClosed(closed: readonly string[], operations: readonly Operation[]): void {
  for (const name of closed) {
    const known = operations.some(
      (operation) => operation.method === name && operation.access.kind === "public",
    );
    if (!known) throw new Error(`publicOperations.closed: ${name} is not a public operation`);
  }
}

/**
 * Compiles the route table from the contract.
 * @throws Error when the contract cannot be served, or when `closed` names an operation that is not public.
 */
export function compileRoutes(options: RoutesOptions): Routes {
  const { operations = contract } = options;
  checkClosed(options.closed, operations);
  const tree = new PathTree<Map<string, Route>>(anyText);
  const prefixes = new Set<string>();
  const wellKnown = new Map<string, string>();
  const routes = [
    ...operations.map((operation) => compileRoute(operation, options)),
    ...contractStreams.map((stream) => compileStream(stream, operations, options)),
  ];
  for (const route of routes) {
    if (!route) continue;
    const verbs = tree.at(route.template, () => new Map<string, Route>());
    if (verbs.has(route.verb)) throw new Error(`two operations are ${route.verb} ${route.template}`);
    verbs.set(route.verb, route);
    prefixes.add(VERSION.exec(route.template)?.[0] ?? "");
    const path = route.operation.http?.document?.wellKnown;
    if (path !== undefined) wellKnown.set(path, route.template);
  }
  return {
    find(method, path) {
      const behind = wellKnown.get(path);
      const match = tree.find(behind ?? path);
      if (!match) throw notFound(tree, prefixes, path);
      const route = match.leaf.get(method === "HEAD" ? "GET" : method);
      if (!route) throw new MethodNotAllowed(allowed([...match.leaf.keys()]));
      return { route, values: match.values, wellKnown: behind !== undefined };
    },
  };
}

function allowed(verbs: readonly string[]): string[] {
  return verbs.flatMap((verb) => (verb === "GET" ? ["GET", "HEAD"] : [verb])).sort();
}

/**
 * Returns ROUTE_NOT_FOUND. The published interface also shows paths without their version, so the message names the served path of such a
 * path.
 */
function notFound(tree: PathTree<Map<string, Route>>, prefixes: ReadonlySet<string>, path: string): Failure {
  const [route] = [...prefixes].flatMap((prefix) => [...(tree.find(prefix + path)?.leaf.values() ?? [])]);
  if (!route) return new Failure("ROUTE_NOT_FOUND");
  return new Failure("VERSION_MISSING", {
    message: `There is no such path. Add the version to the path: use ${route.template}.`,
  });
}
