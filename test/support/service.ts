// Runs the request pipeline with its handlers on a real database, without a socket. Service tests call it.
import { randomBytes } from "node:crypto";
import { scopes } from "../../gen/rest/operations.ts";
import { type Principal, PrincipalKind } from "../../gen/ts/pda/access/v1/access.ts";
import { logger } from "../../src/logger.ts";
import { AuditTrail } from "../../src/rpc/audit/trail.ts";
import { Failure } from "../../src/rpc/failure.ts";
import type { ServedMethod } from "../../src/rpc/handler.ts";
import { Pipeline } from "../../src/rpc/pipeline.ts";
import { scopesOf } from "../../src/domain/access/scope.ts";
import { KeyRing } from "../../src/rpc/key-ring.ts";
import { Sealer } from "../../src/rpc/seal.ts";
import { Store } from "../../src/store/store.ts";
import { codecOf } from "./codec.ts";
import { declared } from "./declared-errors.ts";
import { type TestDatabase, testDatabase } from "./postgres.ts";

/** All scopes of the contract. */
export const allScopes = [...scopes];

/** The operator as principal. */
export const operator: Principal = {
  kind: PrincipalKind.PRINCIPAL_KIND_OPERATOR,
  tenantId: "",
  credentialId: "key_operator",
  scopes: allScopes,
};

/** A merchant with all scopes, so that a test exercises the tenant boundary and not the scopes. */
export function asMerchant(merchantId: string, scopes: string[] = allScopes): Principal {
  return {
    kind: PrincipalKind.PRINCIPAL_KIND_MERCHANT,
    tenantId: merchantId,
    credentialId: `key_of_${merchantId}`,
    scopes,
  };
}

/** The holder of a wallet, with the scopes that every holder has. */
export function asHolder({ walletId }: { readonly walletId: string }): Principal {
  return {
    kind: PrincipalKind.PRINCIPAL_KIND_WALLET,
    tenantId: walletId,
    credentialId: `thumbprint of ${walletId}`,
    scopes: scopesOf("holder", allScopes),
  };
}

/** Options of one call. */
export interface CallOptions {
  /** Default: `test`. */
  readonly requestId?: string;
  readonly as?: Principal;
  readonly key?: string;
  readonly peer?: string;
  /** Network address of the caller. */
  readonly address?: string;
  /** Time until the deadline; 30 s by default. */
  readonly withinMs?: number;
}

type Services = (store: Store, sealer: Sealer, audit: AuditTrail) => ServedMethod[];

/** Services on their own database. */
export class ServiceHarness implements AsyncDisposable {
  readonly store: Store;
  readonly url: string;
  /** The key that the services seal secrets with. */
  readonly dataKey: Buffer;
  readonly sealer: Sealer;
  /** Keeps the records of the calls. Records of reads and refusals wait for `audit.flush()`. */
  readonly audit: AuditTrail;
  readonly #database: TestDatabase | undefined;
  readonly #methods: Map<string, ServedMethod>;
  readonly #pipeline: Pipeline;

  private constructor(place: { url: string; dataKey: Buffer; database?: TestDatabase }, services: Services) {
    this.#database = place.database;
    this.url = place.url;
    this.dataKey = place.dataKey;
    // One caller may use half of the connections. Twenty calls of one caller meet at a lock.
    this.store = new Store({ url: place.url, poolMax: 45, statementTimeoutMs: 30_000 });
    this.sealer = new Sealer(KeyRing.derivedFrom(this.dataKey));
    const log = logger("test", { level: "silent" });
    this.audit = new AuditTrail({ store: this.store, addressKey: Buffer.alloc(32), log });
    const methods = services(this.store, this.sealer, this.audit);
    this.#methods = new Map(methods.map((method) => [method.path.split("/")[2] as string, method]));
    this.#pipeline = new Pipeline(methods, {
      store: this.store,
      sealer: this.sealer,
      log,
      audit: this.audit,
      sandbox: true,
      closedOperations: [],
    });
  }

  static async start(services: Services): Promise<ServiceHarness> {
    const database = await testDatabase();
    return new ServiceHarness({ url: database.url, dataKey: randomBytes(32), database }, services);
  }

  /** Starts another core on the same database, with its own connections and call sets. */
  beside(services: Services): ServiceHarness {
    return new ServiceHarness({ url: this.url, dataKey: this.dataKey }, services);
  }

  /** Calls a method by name with a message in ts-proto's types. Returns the decoded answer. @throws Failure */
  async call<Response>(method: string, request: object, options: CallOptions = {}): Promise<Response> {
    return (await this.callWhole<Response>(method, request, options)).response;
  }

  /** Returns the answer, and whether it was a replay. */
  async callWhole<Response>(
    method: string,
    request: object,
    options: CallOptions = {},
  ): Promise<{ response: Response; replayed: boolean; bytes: Uint8Array }> {
    const served = this.#methods.get(method);
    if (!served) throw new Error(`no method ${method}`);
    const result = await this.#pipeline
      .call(
        served.path,
        this.encoded(method, request),
        { principal: options.as ?? operator, peer: options.peer ?? "gateway" },
        {
          requestId: options.requestId ?? "test",
          deadlineMs: Date.now() + (options.withinMs ?? 30_000),
          signal: new AbortController().signal,
          ...(options.address === undefined ? {} : { address: options.address }),
          ...(options.key === undefined ? {} : { idempotencyKey: options.key }),
        },
      )
      .catch((error: unknown) => {
        throw declared(served.path, error);
      });
    return {
      response: codecOf(served.path).responseDeserialize(Buffer.from(result.response)) as Response,
      replayed: result.replayed,
      bytes: result.response,
    };
  }

  /** Encodes a request. */
  encoded(method: string, request: object): Buffer {
    const served = this.#methods.get(method);
    if (!served) throw new Error(`no method ${method}`);
    const { requestDeserialize, requestSerialize } = codecOf(served.path);
    return requestSerialize({ ...(requestDeserialize(Buffer.alloc(0)) as object), ...request });
  }

  /** Returns the failure of a call that must fail. */
  async failure(method: string, request: object, options: CallOptions = {}): Promise<Failure> {
    try {
      await this.call(method, request, options);
    } catch (error) {
      if (error instanceof Failure) return error;
      throw error;
    }
    throw new Error(`${method} succeeded`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.store.close();
    await this.#database?.close();
  }
}
