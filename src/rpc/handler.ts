import type { Principal } from "../../gen/ts/pda/access/v1/access.ts";
import type { Tenant } from "../domain/access/principal.ts";
import type { Readers, Transaction } from "../store/store.ts";
import { type Outcome, unwrap } from "./outcome.ts";

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
   *
   * What has to be asked outside the database, of a network for instance, is asked by `before`, while no transaction is open.
   * Neither it nor `work` runs when the key has its answer already, so that a repeat does not depend on who is asked.
   */
  readonly transact: (
    work: (tx: Transaction) => Promise<Response>,
    options?: { readonly before?: () => Promise<void> },
  ) => Promise<Response>;
}

/** One call of a set: what a call is without a transaction of its own. */
export type SetCall<Request> = Omit<Call<Request, unknown>, "read" | "transact">;

/** Calls of one operation that are run together, with as many statements for many as for one. */
export interface SetOf<Request, Response, Place> {
  /** Refuses what can be refused without looking anything up, before a key is taken. @throws */
  readonly check?: (request: Request) => void;
  /**
   * Gives each call its outcome, in their order. A call that fails has had no effect, and the others have theirs. What is thrown
   * fails the set, whose calls are then run one by one.
   */
  readonly run: (calls: readonly SetCall<Request>[], place: Place) => Promise<Outcome<Response>[]>;
}

/** Calls of an operation that writes, run together in one transaction. */
export interface WriteSet<Request, Response, Found = undefined> {
  readonly check?: SetOf<Request, Response, Transaction>["check"];
  /**
   * Reads what `run` needs and what does not change by waiting for the keys: it travels together with them, for all calls, also those
   * that their keys then answer. Changes nothing and locks nothing. A set whose `run` needs nothing has none.
   */
  lookUp?(calls: readonly SetCall<Request>[], tx: Transaction): Promise<Found>;
  /** As that of every set, for the calls that are to be run. */
  run(calls: readonly SetCall<Request>[], tx: Transaction, found: Found): Promise<Outcome<Response>[]>;
}

/** How a set is run: reads outside a transaction, writes in one. */
export type CallSet<Request, Response> =
  | ({ readonly kind: "read" } & SetOf<Request, Response, Readers>)
  | ({ readonly kind: "write" } & WriteSet<Request, Response, unknown>);

/** One RPC: validate → transact → respond. It knows nothing of gRPC, so that any transport can call it. */
export interface Handler<Request, Response> {
  (call: Call<Request, Response>): Promise<Response>;
  /** Present where calls that wait together may run as a set. */
  readonly set?: CallSet<Request, Response>;
  /**
   * Present where some calls are run apart from the others: those that have an effect where the others only read (idempotency keys
   * then play no part in the others: their answer is what is so now), or those that take a way of their own. They run in sets of their
   * own, or where there is no set for them one by one.
   */
  readonly apart?: {
    readonly has: (request: Request) => boolean;
    readonly set?: CallSet<Request, Response>;
  };
}

/** A handler that is written for sets: a lone call is a set of one. */
export function readsInSets<Request, Response>(
  set: SetOf<Request, Response, Readers>,
): Handler<Request, Response> {
  const alone = async (call: Call<Request, Response>): Promise<Response> => {
    set.check?.(call.request);
    return unwrap((await set.run([call], call.read))[0]);
  };
  return Object.assign(alone, { set: { kind: "read" as const, ...set } });
}

/** A handler that is written for sets: a lone call is a set of one. */
export function writesInSets<Request, Response, Found = undefined>(
  set: WriteSet<Request, Response, Found>,
): Handler<Request, Response> {
  const alone = async (call: Call<Request, Response>): Promise<Response> => {
    set.check?.(call.request);
    return call.transact(async (tx) => {
      const found = (await set.lookUp?.([call], tx)) as Found;
      return unwrap((await set.run([call], tx, found))[0]);
    });
  };
  return Object.assign(alone, { set: { kind: "write" as const, ...set } });
}

/** A handler for calls of which some read and some write: a lone call is a set of one. */
export function readsOrWritesInSets<Request, Response>(options: {
  readonly writes: (request: Request) => boolean;
  readonly reading: SetOf<Request, Response, Readers>;
  readonly writing: WriteSet<Request, Response>;
}): Handler<Request, Response> {
  const read = readsInSets(options.reading);
  const write = writesInSets(options.writing);
  const alone = (call: Call<Request, Response>): Promise<Response> =>
    options.writes(call.request) ? write(call) : read(call);
  return Object.assign(alone, {
    set: { kind: "read" as const, ...options.reading },
    apart: { has: options.writes, set: { kind: "write" as const, ...options.writing } },
  });
}

/** A handler that is written for sets, apart from calls that take a way of their own, one by one. */
export function inSetsApartFrom<Request, Response>(
  sets: Handler<Request, Response>,
  { has, handler }: { has: (request: Request) => boolean; handler: Handler<Request, Response> },
): Handler<Request, Response> {
  const alone = (call: Call<Request, Response>): Promise<Response> =>
    has(call.request) ? handler(call) : sets(call);
  return Object.assign(alone, { ...(sets.set ? { set: sets.set } : {}), apart: { has } });
}

/** What ts-proto generates for a method. */
interface MethodDefinition {
  readonly path: string;
  readonly requestStream: boolean;
  readonly requestDeserialize: (bytes: Buffer) => unknown;
  readonly responseSerialize: (message: never) => Buffer;
}

/** What ts-proto generates for a service. */
export type ServiceDefinition = Readonly<Record<string, MethodDefinition>>;

/** A handler for every method of a service; the compiler asks for each. Streams make calls of these and have none of their own. */
export type Handlers<Definition extends ServiceDefinition> = {
  readonly [Method in keyof Definition as Definition[Method]["requestStream"] extends true
    ? never
    : Method]: Handler<
    ReturnType<Definition[Method]["requestDeserialize"]>,
    Parameters<Definition[Method]["responseSerialize"]>[0]
  >;
};

/** A method that is served: its codec and its handler. */
export interface ServedMethod {
  readonly path: string;
  decodeRequest(bytes: Uint8Array): unknown;
  encodeResponse(response: unknown): Buffer;
  readonly handler: Handler<unknown, unknown>;
}

/** Joins a generated service definition with its handlers. */
export function implement<Definition extends ServiceDefinition>(
  definition: Definition,
  handlers: Handlers<Definition>,
): ServedMethod[] {
  const byName = handlers as Readonly<Record<string, unknown>>;
  const unary = Object.entries(definition).filter(([, { requestStream }]) => !requestStream);
  return unary.map(([name, method]) => ({
    path: method.path,
    decodeRequest: (bytes) =>
      method.requestDeserialize(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
    encodeResponse: method.responseSerialize as (message: unknown) => Buffer,
    handler: byName[name] as Handler<unknown, unknown>,
  }));
}
