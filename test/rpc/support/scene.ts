// A client of the core and cores that it calls, over real mutual TLS.
import { PrincipalKind } from "../../../gen/ts/pda/access/v1/access.ts";
import type { CallContext } from "../../../src/rpc/call.ts";
import type { TlsMaterial } from "../../../src/rpc/mutual-tls.ts";
import { type CoreClient, type CoreClientOptions, connectCore } from "../../../src/rpc/client.ts";
import { makePki, TRUST_DOMAIN, tierMaterial } from "../../gateway/support/rig.ts";
import { TestCore, type TestCoreOptions } from "../../gateway/support/test-core.ts";
import { fixedTls } from "../../support/fixed-tls.ts";

/** Reads; may be sent twice. */
export const GET = "/pda.payment.v1.PaymentService/GetPayment";
/** Writes; may be sent twice with an idempotency key only. */
export const CREATE = "/pda.payment.v1.PaymentService/CreatePayment";

/** A call's context, 10 s from its end. */
export function context(over: Partial<CallContext> = {}): CallContext {
  return {
    requestId: "r",
    principal: merchant("a"),
    deadlineMs: Date.now() + 10_000,
    signal: new AbortController().signal,
    ...over,
  };
}

/** A merchant of this name. */
export function merchant(name: string): CallContext["principal"] {
  return {
    kind: PrincipalKind.PRINCIPAL_KIND_MERCHANT,
    tenantId: `mer_${name}`,
    credentialId: `key_${name}`,
    scopes: ["payments.read", "payments.write"],
    deviceId: `dev_${name}`,
  };
}

/** Certificates, and what is started with them. */
export class Scene implements AsyncDisposable {
  readonly #pki: Awaited<ReturnType<typeof makePki>>;
  readonly #stack = new AsyncDisposableStack();

  private constructor(pki: Awaited<ReturnType<typeof makePki>>) {
    this.#pki = pki;
    this.#stack.defer(() => pki.remove());
  }

  static async start(): Promise<Scene> {
    return new Scene(await makePki());
  }

  /** Folder of the certificates. */
  get pkiDir(): string {
    return this.#pki.dir;
  }

  material(tier: "core" | "gateway" | "worker"): TlsMaterial {
    return tierMaterial(this.#pki.dir, tier);
  }

  /** A core that serves the stream; `dispatch: undefined` for one that does not. */
  async core(options: TestCoreOptions = { dispatch: {} }): Promise<TestCore> {
    return this.#stack.use(await TestCore.start(this.material("core"), options));
  }

  /** A client of these cores. */
  client(
    ports: readonly number[],
    options: Partial<CoreClientOptions> & { tier?: "gateway" | "worker" } = {},
  ): CoreClient {
    const { tier = "gateway", ...rest } = options;
    return this.#stack.use(
      connectCore({
        addresses: ports.map((port) => `127.0.0.1:${port}`),
        identity: fixedTls(this.material(tier)),
        trustDomain: TRUST_DOMAIN,
        drainMs: 2_000,
        ...rest,
      }),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack.disposeAsync();
  }
}

/** Calls until each of these cores has had one by its stream. */
export async function untilDispatched(client: CoreClient, cores: readonly TestCore[]): Promise<void> {
  while (!cores.every((core) => core.calls.some(({ dispatched }) => dispatched))) {
    await client.call(GET, new Uint8Array(), context()).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  for (const core of cores) core.calls.length = 0;
}
