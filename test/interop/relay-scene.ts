// A NATS server, a PostgreSQL server with an event log, and relays between them: processes that a test can kill.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { EventData } from "../../gen/ts/pda/event/v1/event.ts";
import type { EventType, NewEvent } from "../../src/domain/event/event.ts";
import { idOf, newId } from "../../src/domain/identifier/identifier.ts";
import { logger } from "../../src/logger.ts";
import { type Postgres, startPostgres } from "../../src/platform/postgres.ts";
import { migrate } from "../../src/store/migrate.ts";
import { Store } from "../../src/store/store.ts";
import { merchant, publisher, wallet } from "../support/fixtures.ts";
import { freePort } from "../support/ports.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { type Outcome, pda } from "../platform/program.ts";

const run = promisify(execFile);
const command = join(import.meta.dirname, "../../bin/pda");
const patienceMs = 60_000;

/** The programs of the folder beside this file. */
export interface NatsPrograms {
  readonly server: string;
  readonly judge: string;
}

/** Builds the NATS server and the judge as go.mod and go.sum pin them. @throws Error when this machine cannot */
export async function buildNats(folder: string): Promise<NatsPrograms> {
  const env = { ...process.env, GOFLAGS: "-mod=readonly", GOWORK: "off" };
  const options = { cwd: join(import.meta.dirname, "nats"), env };
  const [server, judge] = [join(folder, "nats-server"), join(folder, "judge")];
  await run("go", ["build", "-o", server, "github.com/nats-io/nats-server/v2"], options);
  await run("go", ["build", "-o", judge, "."], options);
  return { server, judge };
}

/** A NATS server with JetStream. */
export class NatsServer implements AsyncDisposable {
  readonly port: number;
  readonly #program: string;
  readonly #file: string;
  #child: ChildProcess | undefined;

  private constructor(program: string, file: string, port: number) {
    this.#program = program;
    this.#file = file;
    this.port = port;
  }

  /** @param more lines of its configuration */
  static async start(program: string, folder: string, more = ""): Promise<NatsServer> {
    const port = await freePort();
    const file = join(folder, `nats-${port}.conf`);
    const store = JSON.stringify(join(folder, `nats-${port}`));
    writeFileSync(file, `listen: "127.0.0.1:${port}"\njetstream { store_dir: ${store} }\n${more}\n`);
    const server = new NatsServer(program, file, port);
    await server.up();
    return server;
  }

  get url(): string {
    return `nats://127.0.0.1:${this.port}`;
  }

  async up(): Promise<void> {
    const child = spawn(this.#program, ["-c", this.#file], { stdio: ["ignore", "ignore", "pipe"] });
    this.#child = child;
    const said: string[] = [];
    for await (const line of createInterface({ input: child.stderr })) {
      said.push(line);
      if (line.includes("Server is ready")) break;
    }
    child.stderr.resume();
    if (child.exitCode !== null) throw new Error(`nats-server has ended:\n${said.join("\n")}`);
  }

  async kill9(): Promise<void> {
    await kill(this.#child, "SIGKILL");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await kill(this.#child, "SIGKILL");
  }
}

async function kill(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill(signal);
  await gone;
}

/** A running `pda relay`. */
export class RelayProcess {
  readonly metricsPort: number;
  readonly #child: ChildProcess;
  #said = "";

  constructor(child: ChildProcess, metricsPort: number) {
    this.#child = child;
    this.metricsPort = metricsPort;
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk: Buffer) => {
        this.#said += chunk.toString();
      });
  }

  get output(): string {
    return this.#said;
  }

  kill9(): Promise<void> {
    return kill(this.#child, "SIGKILL");
  }

  /** Stops it in order. @returns its exit code */
  async stop(): Promise<number | null> {
    await kill(this.#child, "SIGTERM");
    return this.#child.exitCode;
  }

  /** Returns the value of a metric; undefined when the relay does not answer. */
  async metric(name: string): Promise<number | undefined> {
    const text = await this.#get("/metrics").then(
      (answer) => answer.text(),
      () => "",
    );
    const line = text.split("\n").find((each) => each.startsWith(`${name} `));
    return line === undefined ? undefined : Number(line.split(" ")[1]);
  }

  /** Returns the status of the readiness probe; 0 when the relay does not answer. */
  ready(): Promise<number> {
    return this.#get("/readyz").then(
      ({ status }) => status,
      () => 0,
    );
  }

  #get(path: string): Promise<Response> {
    return fetch(`http://127.0.0.1:${this.metricsPort}${path}`);
  }
}

/** A message of the stream, as the judge read it. */
export interface ReadMessage {
  readonly sequence: number;
  readonly subject: string;
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly data: string;
}

/** Whose log has the events of a tenant. */
function ownerOf(tenant: string): NewEvent["tenant"] {
  if (tenant.startsWith("mer_")) return { merchantId: tenant };
  return tenant.startsWith("pub_") ? { publisherId: tenant } : { walletId: tenant };
}

/** An event log on its own PostgreSQL server, with tenants: three merchants, a publisher and a wallet. */
export class RelayScene implements AsyncDisposable {
  readonly folder = temporaryDirectory();
  readonly programs: NatsPrograms;
  readonly tenants: string[] = [];
  readonly #relays = new Set<RelayProcess>();
  readonly #servers: NatsServer[] = [];
  readonly #port: number;
  #postgres!: Postgres;
  #store!: Store;

  private constructor(programs: NatsPrograms, port: number) {
    this.programs = programs;
    this.#port = port;
  }

  static async start(programs: NatsPrograms): Promise<RelayScene> {
    const scene = new RelayScene(programs, await freePort());
    await scene.postgresUp();
    await migrate(scene.url);
    const key = join(scene.folder.path, "data.key");
    writeFileSync(key, randomBytes(32).toString("base64"), { mode: 0o600 });
    for (let index = 0; index < 3; index += 1) scene.tenants.push(await merchant(scene.#store));
    scene.tenants.push(await publisher(scene.url));
    scene.tenants.push((await wallet(scene.#store)).walletId);
    return scene;
  }

  get url(): string {
    return this.#postgres.url;
  }

  async postgresUp(): Promise<void> {
    // Commits are durable, because this server is killed.
    this.#postgres = await startPostgres({
      dir: join(this.folder.path, "database"),
      port: this.#port,
      log: logger("relay-test", { level: "silent" }),
      settings: { fsync: "off" },
      keepAlive: false,
    });
    this.#store = new Store({ url: this.url, poolMax: 4, statementTimeoutMs: 30_000 });
  }

  async postgresKill9(): Promise<void> {
    await this.#store[Symbol.asyncDispose]();
    process.kill(this.#postgres.pid, "SIGKILL");
    await this.#postgres.exited;
  }

  async nats(more = ""): Promise<NatsServer> {
    const server = await NatsServer.start(this.programs.server, this.folder.path, more);
    this.#servers.push(server);
    return server;
  }

  /** Records events, each of the next tenant, and gives them their positions. @param bytes about the size of their data */
  async happen(
    count: number,
    { type = "payment.completed", bytes = 200, tenants = this.tenants }: Partial<Happening> = {},
  ): Promise<void> {
    const data = EventData.encode({
      subject: { $case: "webhookVerification", value: { webhookId: "", challenge: "x".repeat(bytes) } },
    }).finish();
    const events = Array.from({ length: count }, (_, index) => {
      const tenant = tenants[index % tenants.length] as string;
      const owner = ownerOf(tenant);
      return { type, subject: newId("payment"), tenant: owner, occurredAt: new Date(), data };
    });
    await this.#store.transact((tx) => tx.outbox.append(events));
    while ((await this.#store.sequencer.advance(500)).count > 0);
  }

  /** Returns the identifiers of all events in the order of the log. */
  async log(): Promise<string[]> {
    const client = new pg.Client({ connectionString: this.url });
    await client.connect();
    const { rows } = await client.query<{ event_id: string }>("select event_id from event order by position");
    await client.end();
    return rows.map((row) => idOf("event", row.event_id));
  }

  #settings(settings: Record<string, string>): Record<string, string> {
    return {
      DATABASE_URL: this.url,
      PDA_DATA_DIR: join(this.folder.path, "product"),
      PDA_DATA_KEY_FILE: join(this.folder.path, "data.key"),
      PDA_PUBLIC_URL: "https://pda.example",
      ...settings,
    };
  }

  /** Starts a relay. */
  async relay(to: NatsServer | string, settings: Record<string, string> = {}): Promise<RelayProcess> {
    const port = await freePort();
    const own = this.#settings({
      PDA_RELAY_SERVERS: typeof to === "string" ? to : to.url,
      PDA_RELAY_CREATE_STREAM: "true",
      PDA_RELAY_METRICS_PORT: String(port),
      ...settings,
    });
    const env = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^(PDA_|DATABASE_URL)/.test(name)),
    );
    const child = spawn(command, ["relay"], { env: { ...env, ...own }, stdio: ["ignore", "pipe", "pipe"] });
    const relay = new RelayProcess(child, port);
    this.#relays.add(relay);
    return relay;
  }

  /** Runs a `pda` command to its end, with the settings of the scene. */
  pda(args: readonly string[], settings: Record<string, string> = {}): Promise<Outcome> {
    return pda(args, { env: this.#settings(settings), cwd: this.folder.path });
  }

  /** Returns the messages of the stream, as a consumer in Go reads them. */
  async read({ url }: Pick<NatsServer, "url">, ...more: string[]): Promise<ReadMessage[]> {
    const args = ["-url", url, "-stream", "PDA_EVENTS", ...more];
    const { stdout } = await run(this.programs.judge, args, { maxBuffer: 2 ** 28 });
    return stdout
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as ReadMessage);
  }

  /** Waits until the stream has a number of messages, and returns them. */
  async readAll(server: NatsServer, count: number): Promise<ReadMessage[]> {
    let messages: ReadMessage[] = [];
    let problem = "";
    for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(200)) {
      messages = await this.read(server).catch((error: Error) => {
        problem = error.message;
        return [];
      });
      if (messages.length >= count) return messages;
    }
    throw new Error(
      `the stream has ${messages.length} messages and not ${count}; ${problem}\n${[...this.#relays].map(({ output }) => output).join("\n")}`,
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#relays].map((relay) => relay.kill9()));
    for (const server of this.#servers) await server[Symbol.asyncDispose]();
    await this.#store[Symbol.asyncDispose]();
    await this.#postgres.close();
    this.folder[Symbol.dispose]();
  }
}

interface Happening {
  readonly type: EventType;
  readonly bytes: number;
  readonly tenants: readonly string[];
}

/** Returns the identifiers of messages. */
export const idsOf = (messages: readonly ReadMessage[]): string[] =>
  messages.map(({ data }) => (JSON.parse(data) as { id: string }).id);
