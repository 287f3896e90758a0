// A running gateway in front of a test core, with certificates of its own and an HTTPS client that trusts them.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { Agent, type Dispatcher, request as send } from "undici";
import { stringify } from "yaml";
import { type Principal, PrincipalKind } from "../../../gen/ts/pda/access/v1/access.ts";
import { type Config, loadConfig } from "../../../src/config.ts";
import { type Gateway, type GatewayOptions, startGateway } from "../../../src/gateway/server.ts";
import { logger } from "../../../src/logger.ts";
import { loadTierIdentity } from "../../../src/pki/identity.ts";
import { initialise } from "../../../src/pki/installation.ts";
import { layout } from "../../../src/pki/names.ts";
import { corePath } from "../../support/core-path.ts";
import { TestCore } from "./test-core.ts";

export const TRUST_DOMAIN = "pda.internal";

/** A folder with tier certificates. */
export async function makePki(): Promise<{ dir: string; remove(): void }> {
  const home = mkdtempSync(join(tmpdir(), "pda-gateway-"));
  const dir = join(home, "pki");
  await initialise({ dir, trustDomain: TRUST_DOMAIN });
  return { dir, remove: () => rmSync(home, { recursive: true, force: true }) };
}

/** Certificate, key and roots of a tier as text. */
export function tierMaterial(dir: string, tier: "core" | "gateway" | "worker") {
  using identity = loadTierIdentity({ dir, tier, trustDomain: TRUST_DOMAIN, log: pino({ level: "silent" }) });
  return identity.current();
}

/** An answer, its body parsed when it is JSON. */
export interface Reply {
  readonly status: number;
  readonly headers: Record<string, string | undefined>;
  readonly text: string;
  /** Empty when the answer is not JSON. */
  readonly json: ReplyJson;
}

/** Members of envelopes, of problem details and of the OpenAPI document that tests look at. */
interface ReplyJson {
  readonly success: boolean;
  readonly status: string | number;
  readonly requestId: string;
  readonly timestamp: string;
  readonly message: string;
  readonly errorCode: string;
  readonly data: Record<string, unknown>;
  readonly errors: {
    readonly code: string;
    readonly message: string;
    readonly field?: string;
    readonly reason: string;
  }[];
  readonly paths: Record<string, unknown>;
}

export interface Ask {
  method?: Dispatcher.HttpMethod | "HEAD" | "OPTIONS";
  headers?: Record<string, string | string[]>;
  /** Text as it is; anything else as JSON. */
  body?: unknown;
  token?: string;
  signal?: AbortSignal;
  /** The caller's own address, one of 127.0.0.0/8. */
  from?: string;
}

export interface RigOptions {
  /** Settings of `pda.config.yaml` beside ports and folders. */
  config?: Record<string, unknown> & { gateway?: Record<string, unknown> };
  /** Where the gateway looks for the core, instead of the test core. */
  coreAddresses?: string[];
  /** Times of the streams of events. */
  streams?: GatewayOptions["streams"];
  /** Milliseconds that callers have when the gateway closes. */
  drainMs?: number;
}

export class Rig implements AsyncDisposable {
  readonly core: TestCore;
  readonly gateway: Gateway;
  readonly config: Config;
  readonly pkiDir: string;
  readonly ca: string;
  /** Lines of the log, parsed. */
  readonly lines: Record<string, unknown>[];
  /** By the caller's own address. */
  readonly #agents = new Map<string, Agent>();
  readonly #stack: AsyncDisposableStack;

  private constructor(
    parts: Pick<Rig, "core" | "gateway" | "config" | "pkiDir" | "ca" | "lines">,
    stack: AsyncDisposableStack,
  ) {
    this.core = parts.core;
    this.gateway = parts.gateway;
    this.config = parts.config;
    this.pkiDir = parts.pkiDir;
    this.ca = parts.ca;
    this.lines = parts.lines;
    this.#stack = stack;
  }

  static async start(options: RigOptions = {}): Promise<Rig> {
    await using stack = new AsyncDisposableStack();
    const pki = await makePki();
    stack.defer(() => pki.remove());
    const core = stack.use(
      await TestCore.start(tierMaterial(pki.dir, "core"), corePath === "auto" ? { dispatch: {} } : {}),
    );
    const home = join(pki.dir, "..");
    const { gateway = {}, ...rest } = options.config ?? {};
    const settings = {
      ...rest,
      trustDomain: TRUST_DOMAIN,
      dataDir: home,
      pki: { dir: pki.dir },
      gateway: {
        rate: { anonymousRequestsPerSecond: 100_000 },
        dispatch: corePath,
        ...gateway,
        port: 0,
        metricsPort: 0,
        healthPort: 0,
      },
      core: { addresses: options.coreAddresses ?? [`127.0.0.1:${core.port}`] },
    };
    writeFileSync(join(home, "pda.config.yaml"), stringify(settings));
    const config = loadConfig({ env: {}, cwd: home });
    const lines: Record<string, unknown>[] = [];
    const log = logger("gateway", {
      level: "debug",
      destination: { write: (line) => void lines.push(JSON.parse(line)) },
    });
    const running = stack.use(
      await startGateway(config, {
        log,
        drainMs: options.drainMs ?? 2000,
        ...(options.streams ? { streams: options.streams } : {}),
      }),
    );
    const ca = readFileSync(layout(pki.dir).root.cert, "utf8");
    const rig = new Rig({ core, gateway: running, config, pkiDir: pki.dir, ca, lines }, stack.move());
    return rig;
  }

  /** Makes the core accept a credential. */
  allow(token: string, principal: Partial<Principal> = {}): string {
    this.core.credentials.set(token, {
      kind: PrincipalKind.PRINCIPAL_KIND_MERCHANT,
      tenantId: "mer_01h455vb4pex5vsknk084sn02q",
      credentialId: `key_of_${token}`,
      scopes: ["payments.read", "payments.write", "events.read", "merchants.read", "merchants.write"],
      ...principal,
    });
    return token;
  }

  async ask(
    path: string,
    { method, headers = {}, body, token, signal, from = "127.0.0.1" }: Ask = {},
  ): Promise<Reply> {
    const content =
      body === undefined || typeof body === "string" || body instanceof Uint8Array
        ? body
        : JSON.stringify(body);
    const response = await send(`${this.gateway.url}${path}`, {
      method: method ?? (body === undefined ? "GET" : "POST"),
      dispatcher: this.#agentFrom(from),
      headers: {
        ...(content === undefined ? {} : { "content-type": "application/json" }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(content === undefined ? {} : { body: content }),
      ...(signal ? { signal } : {}),
    });
    const text = await response.body.text();
    const isJson = /json/.test(String(response.headers["content-type"])) && text !== "";
    return {
      status: response.statusCode,
      headers: response.headers as Record<string, string>,
      text,
      json: isJson ? JSON.parse(text) : {},
    };
  }

  #agentFrom(localAddress: string): Agent {
    const known = this.#agents.get(localAddress);
    if (known) return known;
    const agent = new Agent({ connect: { ca: this.ca }, localAddress });
    this.#agents.set(localAddress, agent);
    return agent;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#agents.values()].map((agent) => agent.destroy()));
    await this.#stack.disposeAsync();
  }
}
