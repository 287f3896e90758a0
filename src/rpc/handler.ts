import type { Principal } from "../../gen/ts/pda/access/v1/access.ts";
import type { Tenant } from "../domain/access/principal.ts";
import type { Readers, Transaction } from "../store/store.ts";

/** One call as a handler sees it: decoded, permitted and valid by the contract's field rules. */
export interface Call<Request, Response> {
  readonly request: Request;
  readonly requestId: string;
  readonly principal: Principal;
  /** Whose resources this caller may see. */
  readonly tenant: Tenant;
  readonly signal: AbortSignal;
  /** Reads outside a transaction. */
  readonly read: Readers;
  /**
   * Runs `work` in one transaction whose result is the answer: state, events and the answer under the caller's idempotency key
   * commit together. Once per call. On contention `work` runs anew, so it must have no effect outside `tx`.
   */
  readonly transact: (work: (tx: Transaction) => Promise<Response>) => Promise<Response>;
}

/** One RPC: validate → transact → respond. It knows nothing of gRPC, so that any transport can call it. */
export type Handler<Request, Response> = (call: Call<Request, Response>) => Promise<Response>;

/** What ts-proto generates for a method. */
interface MethodDefinition {
  readonly path: string;
  readonly requestDeserialize: (bytes: Buffer) => unknown;
  readonly responseSerialize: (message: never) => Buffer;
  readonly requestSerialize: (message: never) => Buffer;
  readonly responseDeserialize: (bytes: Buffer) => unknown;
}

/** What ts-proto generates for a service. */
export type ServiceDefinition = Readonly<Record<string, MethodDefinition>>;

/** A handler for every method of a service; the compiler asks for each. */
export type Handlers<Definition extends ServiceDefinition> = {
  readonly [Method in keyof Definition]: Handler<
    ReturnType<Definition[Method]["requestDeserialize"]>,
    Parameters<Definition[Method]["responseSerialize"]>[0]
  >;
};

/** A method that is served: its codec and its handler. */
export interface ServedMethod {
  readonly path: string;
  decodeRequest(bytes: Uint8Array): unknown;
  encodeRequest(request: unknown): Buffer;
  encodeResponse(response: unknown): Buffer;
  decodeResponse(bytes: Uint8Array): unknown;
  readonly handler: Handler<unknown, unknown>;
}

/** Joins a generated service definition with its handlers. */
export function implement<Definition extends ServiceDefinition>(
  definition: Definition,
  handlers: Handlers<Definition>,
): ServedMethod[] {
  return Object.entries(definition).map(([name, method]) => ({
    path: method.path,
    decodeRequest: (bytes) =>
      method.requestDeserialize(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
    encodeRequest: method.requestSerialize as (message: unknown) => Buffer,
    encodeResponse: method.responseSerialize as (message: unknown) => Buffer,
    decodeResponse: (bytes) =>
      method.responseDeserialize(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
    handler: handlers[name] as Handler<unknown, unknown>,
  }));
}
