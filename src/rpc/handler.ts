import type { Principal } from "../../gen/ts/pda/access/v1/access.ts";
import type { Tenant } from "../domain/access/principal.ts";
import type { Readers, Transaction } from "../store/store.ts";
import type { Caller } from "./authorise.ts";
import { type Outcome, unwrap } from "./outcome.ts";

/** One call in a handler: decoded, permitted and valid by the contract's field rules. */
export interface Call<Request, Response> extends Pick<Caller, "stillGranted"> {
  readonly request: Request;
  readonly requestId: string;
  readonly principal: Principal;
  /** The tenant whose resources the caller may see. */
  readonly tenant: Tenant;
  /** Milliseconds since the epoch. */
  readonly deadlineMs: number;
  /** Aborted at the deadline or when the caller goes away. */
  readonly signal: AbortSignal;
  /** Reads outside a transaction. */
  readonly read: Readers;
  /** Runs `work` with readers that all see one snapshot of the database. */
  readonly snapshot: <T>(work: (read: Readers) => Promise<T>) => Promise<T>;
  /**
   * Runs `work` in one transaction whose result is the answer. State, events and the stored answer of the idempotency key commit together.
   * May be called once per call. On contention `work` runs again, so it must have no effect outside `tx`.
   *
   * `before` asks everything outside the database, such as a network, while no transaction is open. When the key has an answer already,
   * neither `before` nor `work` runs, so that a replay does not depend on other systems.
   */
  readonly transact: (
    work: (tx: Transaction) => Promise<Response>,
    options?: { readonly before?: () => Promise<void> },
  ) => Promise<Response>;
}

/** One call of a set: a call without a transaction of its own. */
export type SetCall<Request> = Omit<Call<Request, unknown>, "read" | "snapshot" | "transact">;

/** Calls of one operation that run together, with as many statements for many calls as for one. */
export interface SetOf<Request, Response, Place> {
  /** Refuses what can be refused without a look-up, before a key is taken. @throws */
  readonly check?: (request: Request) => void;
  /**
   * Returns the outcome of each call, in the order of the calls. A failed call has no effect; the other calls keep theirs. A thrown error
   * fails the set, and its calls then run one by one.
   */
  readonly run: (calls: readonly SetCall<Request>[], place: Place) => Promise<Outcome<Response>[]>;
}

/** Calls of an operation that writes, run together in one transaction. */
export interface WriteSet<Request, Response, Found = undefined> {
  readonly check?: SetOf<Request, Response, Transaction>["check"];
  /**
   * Reads what `run` needs, together with the idempotency keys. Only for data that cannot change during the wait for the keys. Covers all
   * calls, also those that their keys then answer. Must change and lock nothing. Absent when `run` needs nothing.
   */
  lookUp?(calls: readonly SetCall<Request>[], tx: Transaction): Promise<Found>;
  /** Like `run` of every set, for the calls whose keys have no answer yet. */
  run(calls: readonly SetCall<Request>[], tx: Transaction, found: Found): Promise<Outcome<Response>[]>;
}

/** The way a set runs: reads outside a transaction, writes in one transaction. */
export type CallSet<Request, Response> =
  | ({ readonly kind: "read" } & SetOf<Request, Response, Readers>)
  | ({ readonly kind: "write" } & WriteSet<Request, Response, unknown>);

/** One RPC: validate → transact → respond. It does not depend on gRPC, so any transport can call it. */
export interface Handler<Request, Response> {
  (call: Call<Request, Response>): Promise<Response>;
  /** Present when waiting calls may run as a set. */
  readonly set?: CallSet<Request, Response>;
  /**
   * Present when some calls run apart from the others: calls that write where the others only read, or calls with a separate path. For the
   * reading calls the idempotency key has no effect, because their answer is always current. Separate calls run in their own sets, or one
   * by one when `set` is absent.
   */
  readonly apart?: {
    readonly has: (request: Request) => boolean;
    readonly set?: CallSet<Request, Response>;
  };
}

/** Makes a handler from a reading set: a single call is a set of one. */
export function readsInSets<Request, Response>(
  set: SetOf<Request, Response, Readers>,
): Handler<Request, Response> {
  const alone = async (call: Call<Request, Response>): Promise<Response> => {
    set.check?.(call.request);
    return unwrap((await set.run([call], call.read))[0]);
  };
  return Object.assign(alone, { set: { kind: "read" as const, ...set } });
}

/** Makes a handler from a writing set: a single call is a set of one. */
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

/** Makes a handler for an operation of which some calls read and others write: a single call is a set of one. */
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

/** Makes a handler from a handler with sets, except that some calls go one by one to another handler. */
export function inSetsApartFrom<Request, Response>(
  sets: Handler<Request, Response>,
  { has, handler }: { has: (request: Request) => boolean; handler: Handler<Request, Response> },
): Handler<Request, Response> {
  const alone = (call: Call<Request, Response>): Promise<Response> =>
    has(call.request) ? handler(call) : sets(call);
  return Object.assign(alone, { ...(sets.set ? { set: sets.set } : {}), apart: { has } });
}

/** The definition of a method that ts-proto generates. */
interface MethodDefinition {
  readonly path: string;
  readonly requestStream: boolean;
  readonly responseStream: boolean;
  readonly requestDeserialize: (bytes: Buffer) => unknown;
  readonly responseSerialize: (message: never) => Buffer;
  readonly responseDeserialize: (bytes: Buffer) => unknown;
}

/** The definition of a service that ts-proto generates. */
export type ServiceDefinition = Readonly<Record<string, MethodDefinition>>;

/**
 * One handler for each method of a service; the compiler requires all of them. Streams have no handlers, because their messages are calls
 * of these methods.
 */
export type Handlers<Definition extends ServiceDefinition> = {
  readonly [Method in keyof Definition as true extends Definition[Method]["requestStream" | "responseStream"]
    ? never
    : Method]: Handler<
    ReturnType<Definition[Method]["requestDeserialize"]>,
    Parameters<Definition[Method]["responseSerialize"]>[0]
  >;
};

/** A served method: its codec and its handler. */
export interface ServedMethod {
  readonly path: string;
  decodeRequest(bytes: Uint8Array): unknown;
  encodeResponse(response: unknown): Buffer;
  decodeResponse(bytes: Uint8Array): unknown;
  readonly handler: Handler<unknown, unknown>;
}

/** Joins a generated service definition with its handlers. */
export function implement<Definition extends ServiceDefinition>(
  definition: Definition,
  handlers: Handlers<Definition>,
): ServedMethod[] {
  const byName = handlers as Readonly<Record<string, unknown>>;
  const unary = Object.entries(definition).filter(
    ([, { requestStream, responseStream }]) => !requestStream && !responseStream,
  );
  return unary.map(([name, method]) => ({
    path: method.path,
    decodeRequest: (bytes) =>
      method.requestDeserialize(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
    encodeResponse: method.responseSerialize as (message: unknown) => Buffer,
    decodeResponse: (bytes) =>
      method.responseDeserialize(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
    handler: byName[name] as Handler<unknown, unknown>,
  }));
}
