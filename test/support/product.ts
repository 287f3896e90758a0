// Starts the whole product as a person does: `bin/pda up` in its own folder, on free ports, with its embedded database and network.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createPdaClient, type PdaClient } from "../../clients/typescript/src/index.ts";
import { lockHolder } from "../../src/platform/lock.ts";
import { embeddedUrl } from "../../src/platform/postgres.ts";
import { isAlive, until } from "../../src/platform/process-table.ts";
import { Store } from "../../src/store/store.ts";
import { commandOf, descendants } from "../e2e/support/process-tree.ts";
import { type Outcome, pda } from "../platform/program.ts";
import { corePath } from "./core-path.ts";
import { checkDocumented } from "./documented.ts";
import { freePorts } from "./ports.ts";
import { endings } from "./process.ts";

const command = join(import.meta.dirname, "../../bin/pda");
/** Prefix of the folders of test products; the process id of the test follows. */
const PREFIX = "pda-test-product-";
const READY_MS = 120_000;
const STOP_MS = 90_000;

/** A running product. Dispose of it, or let `sharedProduct` keep it until the test process ends. */
export class Product implements AsyncDisposable {
  readonly folder: string;
  readonly dataDir: string;
  /** The product's settings by environment name. */
  readonly settings: Readonly<Record<string, string>>;
  #child: ChildProcess | undefined;
  #said: string[] = [];
  #operatorKey = "";
  readonly #clients = new Map<string, PdaClient>();
  #store: Store | undefined;
  /** The processes that `killSupervisor` left running. */
  #orphans: number[] = [];

  readonly #arguments: readonly string[];
  readonly #command: string;
  readonly #judged: boolean;

  private constructor(
    folder: string,
    settings: Record<string, string>,
    given: readonly string[],
    by: string,
    judged: boolean,
  ) {
    this.folder = folder;
    this.#command = by;
    this.#judged = judged;
    this.settings = settings;
    this.#arguments = given;
    this.dataDir = settings.PDA_DATA_DIR as string;
  }

  /**
   * Starts a new installation and waits until it reports that it is ready. Ends the shared product first: also a product that nobody calls
   * takes a tenth of a processor, from the tests that follow.
   * @param given arguments of `pda up`
   * @param by the `pda` command that starts the product; by default that of this version
   * @param judged whether its answers are compared with the present document; an earlier version lacks members that were added since
   * @throws Error with the product's output if it does not become ready
   */
  static async start(
    settings: Record<string, string> = {},
    given: readonly string[] = [],
    by = command,
    judged = true,
  ): Promise<Product> {
    await endShared();
    return await Product.begin(settings, given, by, judged);
  }

  /** As `start`, but leaves the shared product. */
  static async begin(
    settings: Record<string, string>,
    given: readonly string[] = [],
    by = command,
    judged = true,
  ): Promise<Product> {
    removeAbandoned();
    const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
    const product = new Product(
      folder,
      {
        ...(await freePorts()),
        PDA_DATA_DIR: join(folder, "data"),
        PDA_GATEWAY_DISPATCH: corePath,
        ...settings,
      },
      given,
      by,
      judged,
    );
    try {
      await product.up();
    } catch (error) {
      await product.stop();
      throw error;
    }
    return product;
  }

  /** Base address of the REST interface. */
  get baseUrl(): string {
    return `https://localhost:${this.port("PDA_GATEWAY_PORT")}`;
  }
  /** `host:port` of the core. */
  get coreAddress(): string {
    return `localhost:${this.port("PDA_CORE_PORT")}`;
  }
  get pkiDir(): string {
    return join(this.dataDir, "pki");
  }
  /** PEM of the tier root that the HTTPS certificate leads to. */
  get ca(): string {
    return readFileSync(join(this.pkiDir, "tier/root.crt"), "utf8");
  }
  /** The operator's first key. */
  get operatorKey(): string {
    this.#operatorKey ||= readFileSync(join(this.dataDir, "keys/operator.key"), "utf8").trim();
    return this.#operatorKey;
  }
  /** The whole output of `pda up`, including the log lines of all tiers. */
  get output(): string {
    return this.#said.join("\n");
  }

  port(setting: string): number {
    return Number(this.settings[setting]);
  }

  /** Returns the client of a caller, the same object each time. Default: the operator. An empty key gives an unauthenticated client. */
  client(apiKey: string = this.operatorKey): PdaClient {
    const known = this.#clients.get(apiKey);
    if (known) return known;
    const client = createPdaClient({
      baseUrl: this.baseUrl,
      ca: this.ca,
      apiKey,
      observe: ({ method, path, status, answer }) => {
        if (this.#judged) checkDocumented(method, path, status, answer);
      },
    });
    this.#clients.set(apiKey, client);
    return client;
  }

  /** Connection string of the product's database, with the product's own role. */
  get databaseUrl(): string {
    const url = embeddedUrl({ dir: this.dataDir, port: this.port("PDA_DATABASE_EMBEDDED_PORT") });
    if (url === undefined) throw new Error("the product has made no database");
    return url;
  }

  /** The product's database, read as the product reads it. */
  store(): Store {
    this.#store ??= new Store({ url: this.databaseUrl, poolMax: 2, statementTimeoutMs: 30_000 });
    return this.#store;
  }

  /** Runs another `pda` command with the product's settings. */
  pda(...args: string[]): Promise<Outcome> {
    return pda(args, { env: { ...this.settings }, cwd: this.folder });
  }

  /** Starts the product, or starts it again after `kill9`, on the existing data. */
  async up(): Promise<void> {
    const child = spawn(this.#command, ["up", ...this.#arguments], {
      cwd: this.folder,
      env: { ...withoutSettings(process.env), ...this.settings },
      // The channel closes however this process ends; the product then stops everything in order.
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    this.#child = child;
    const ended = once(child, "close").then(() => {
      throw new Error(`pda up ended before it was ready:\n${this.output}`);
    });
    const ready = new Promise<void>((resolve) => {
      for (const stream of [child.stdout, child.stderr]) {
        if (!stream) continue;
        createInterface({ input: stream }).on("line", (line) => {
          this.#said.push(line);
          if (/^(pda is ready|.*"msg":"\\npda is ready)/.test(line)) resolve();
        });
      }
    });
    await within(READY_MS, Promise.race([ready, ended]), () => `pda up was not ready:\n${this.output}`);
    ended.catch(() => undefined);
    // The child must not keep a test process alive whose work is done.
    child.unref();
    child.channel?.unref();
    for (const stream of [child.stdout, child.stderr]) (stream as unknown as { unref(): void }).unref();
  }

  /** Process id of `pda up`. Its descendants are the tiers, the database and the network. */
  get pid(): number {
    if (this.#child?.pid === undefined) throw new Error("it does not run");
    return this.#child.pid;
  }

  /** Kills every process of the product at once, as a power cut would. */
  async kill9(): Promise<void> {
    const root = this.#child?.pid;
    if (root === undefined) throw new Error("it does not run");
    await this.#closeStore();
    const all = [root, ...descendants(root)];
    for (const pid of all) killNow(pid);
    const gone = await until(() => !all.some(isAlive), 30_000);
    if (!gone) throw new Error(`processes that outlive SIGKILL: ${all.filter(isAlive).join(", ")}`);
    this.#child = undefined;
  }

  /**
   * Kills only `pda up` and waits until the tiers have ended by themselves. The database and the development network may keep running; the
   * next start finds them.
   */
  async killSupervisor(): Promise<void> {
    const root = this.#child?.pid;
    if (root === undefined) throw new Error("it does not run");
    await this.#closeStore();
    this.#orphans = descendants(root);
    const tiers = this.#orphans.filter((pid) => commandOf(pid).includes("main.ts"));
    if (tiers.length === 0) throw new Error("it has started no tier");
    killNow(root);
    this.#child = undefined;
    const gone = await until(() => !tiers.some(isAlive), 60_000);
    if (!gone)
      throw new Error(`tiers that outlive pda up: ${tiers.filter(isAlive).map(commandOf).join("; ")}`);
  }

  /** Stops the product in order and removes its folder. */
  async stop(): Promise<void> {
    await Promise.all([...this.#clients.values()].map((client) => client.close()));
    this.#clients.clear();
    await this.#closeStore();
    const child = this.#child;
    this.#child = undefined;
    if (child && child.exitCode === null && child.signalCode === null) {
      const gone = once(child, "exit");
      child.kill("SIGINT");
      await within(STOP_MS, gone, () => `pda up did not stop:\n${this.output}`);
    }
    for (const pid of this.#orphans.filter((each) => commandOf(each).includes(this.folder))) killNow(pid);
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }

  /**
   * Cleans up at the end of the test process, where nothing can be awaited. The product then stops by itself, and its folder is removed
   * later.
   */
  leave(): void {
    if (this.#child?.pid === undefined) return;
    const pid = String(this.#child.pid);
    const sweep = 'while kill -0 "$0" 2>&-; do sleep 0.2; done; rm -rf "$1"';
    spawn("sh", ["-c", sweep, pid, this.folder], { detached: true, stdio: "ignore" }).unref();
  }

  async #closeStore(): Promise<void> {
    await this.#store?.close();
    this.#store = undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}

let shared: Promise<Product> | undefined;

/**
 * Returns the product that the files of this test process share. The first file starts it, and it ends with the process, or when a file starts
 * a product of its own. After each file, its ledger and its network are compared.
 */
export function sharedProduct(): Promise<Product> {
  shared ??= Product.begin({ PDA_LOG_LEVEL: "debug" }).then((product) => {
    process.once("exit", () => product.leave());
    return product;
  });
  return shared;
}

/** The shared product, if there is one. Who has asked for one that could not start knows why. */
const ifShared = (): Promise<Product | undefined> =>
  shared?.catch(() => undefined) ?? Promise.resolve(undefined);

endings.push(async () => {
  const product = await ifShared();
  if (!product) return;
  const { expectAllReconciled } = await import("../e2e/support/reconcile.ts");
  await expectAllReconciled(product);
});

async function endShared(): Promise<void> {
  const ended = ifShared();
  shared = undefined;
  await (await ended)?.stop();
}

/** Removes the developer's own settings, which must not reach the tested product. */
function withoutSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(PDA_|DATABASE_URL)/.test(name)));
}

/** Removes the folders of test processes that were killed before they could remove them. */
function removeAbandoned(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN;
    if (!(pid > 0) || isAlive(pid)) continue;
    const folder = join(tmpdir(), name);
    // A product that is still stopping holds its lock. Its own cleanup removes the folder.
    if (!lockHolder(join(folder, "data"))) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

function killNow(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    // The process has ended since it was listed.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

async function within<T>(ms: number, promise: Promise<T>, why: () => string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(why())), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
