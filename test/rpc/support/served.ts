// The port of a core over real mutual TLS, with a pipeline that the test holds in its hand, and certificates of anybody under its root.
import { readFileSync } from "node:fs";
import { pino } from "pino";
import { operations, streams } from "../../../gen/rest/operations.ts";
import { PrincipalKind } from "../../../gen/ts/pda/access/v1/access.ts";
import { issueLeaf } from "../../../src/pki/authority.ts";
import { layout } from "../../../src/pki/names.ts";
import type { Caller } from "../../../src/rpc/authorise.ts";
import type { CallContext, CallResult } from "../../../src/rpc/call.ts";
import type { TlsMaterial, TlsSource } from "../../../src/rpc/mutual-tls.ts";
import { Identity } from "../../../src/rpc/identity.ts";
import type { Pipeline } from "../../../src/rpc/pipeline.ts";
import { type RpcServer, serveRpc } from "../../../src/rpc/server.ts";
import { TRUST_DOMAIN } from "../../gateway/support/rig.ts";
import { fixedTls } from "../../support/fixed-tls.ts";
import { Scene } from "./scene.ts";

/** A credential that the core knows, whoever presents it. */
export const KEY = "pda_known";
/** A stream of calls, and the operation that each of its messages is. */
export const callStream = streams.find(({ each }) => each !== undefined)?.path ?? "";

/** A call that the pipeline got. */
export interface Got {
  readonly path: string;
  readonly caller: Caller;
}

/** A core's port. */
export class Served implements AsyncDisposable {
  readonly calls: Got[] = [];
  /** Answers a call. */
  answer: (got: Got) => Promise<Uint8Array> | Uint8Array = () => new Uint8Array();
  readonly log: Record<string, unknown>[] = [];
  readonly #scene: Scene;
  #server: RpcServer | undefined;

  private constructor(scene: Scene) {
    this.#scene = scene;
  }

  /** @param tls of the core; by default its certificate of the scene, which never changes */
  static async start(takenWithinMs?: number, tls?: TlsSource): Promise<Served> {
    const served = new Served(await Scene.start());
    const pipeline: Pick<Pipeline, "paths" | "call" | "refused"> = {
      refused: () => undefined,
      paths: operations.filter(({ service }) => service.startsWith("pda.p")).map(({ path }) => path),
      call: served.#call.bind(served),
    };
    served.#server = await serveRpc({
      pipeline: pipeline as Pipeline,
      stillAccepted: () => Promise.resolve(),
      identity: new Identity({
        trustDomain: TRUST_DOMAIN,
        grants: {
          find: (spiffeId) => (spiffeId.endsWith("/service/revoked") ? undefined : { spiffeId, scopes: [] }),
        },
        resolveToken: () => Promise.reject(new Error("no JWT is expected")),
        resolveCredential: async (credential) => ({
          kind: PrincipalKind.PRINCIPAL_KIND_MERCHANT,
          tenantId: "mer_1",
          credentialId: credential,
          scopes: [],
        }),
      }),
      trustDomain: TRUST_DOMAIN,
      tls: tls ?? fixedTls(served.#scene.material("core")),
      host: "127.0.0.1",
      port: 0,
      ...(takenWithinMs === undefined ? {} : { takenWithinMs }),
      log: pino({ level: "warn" }, { write: (line: string) => void served.log.push(JSON.parse(line)) }),
      isReady: async () => true,
    });
    return served;
  }

  get address(): string {
    return `127.0.0.1:${this.#server?.port}`;
  }

  /** A certificate of this name under the root of the core. */
  async certificate(spiffeId: string): Promise<TlsMaterial> {
    const { root } = layout(this.#scene.pkiDir);
    const [ca, key] = [root.cert, root.key].map((file) => readFileSync(file, "utf8")) as [string, string];
    const names = { commonName: "somebody", spiffeId, dns: ["core"], ip: ["127.0.0.1"] };
    const made = await issueLeaf({ cert: ca, key }, { ...names, usages: ["client", "server"], days: 1 });
    return { ...made, ca };
  }

  /** A service of the trust domain. */
  service(name: string): Promise<TlsMaterial> {
    return this.certificate(`spiffe://${TRUST_DOMAIN}/service/${name}`);
  }

  async #call(
    path: string,
    _request: Uint8Array,
    caller: Caller,
    _context: Omit<CallContext, "principal">,
  ): Promise<CallResult> {
    const got = { path, caller };
    this.calls.push(got);
    return { response: await this.answer(got), replayed: false };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server?.close();
    await this.#scene[Symbol.asyncDispose]();
  }
}
