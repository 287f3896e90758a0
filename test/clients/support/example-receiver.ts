// The examples of receivers that the client libraries have.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";

const clients = join(import.meta.dirname, "../../../clients");
const programs = { typescript: [], python: ["python3"], go: ["go"], java: ["java", "mvn"] };

export type Language = keyof typeof programs;
export const languages = Object.keys(programs) as Language[];

/** Tells whether this machine has what the library of a language needs. */
export const hasPrograms = (language: Language): boolean =>
  programs[language].every((name) => spawnSync("sh", ["-c", 'command -v "$1"', "sh", name]).status === 0);

/** A receiver that `clients/<language>/receive` runs. */
export class ExampleReceiver implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #database: string;
  readonly url: string;

  private constructor(child: ChildProcess, database: string, port: string) {
    this.#child = child;
    this.#database = database;
    this.url = `http://127.0.0.1:${port}/hooks`;
  }

  static async start(language: string, secretsFile: string, database: string): Promise<ExampleReceiver> {
    const child = spawn(join(clients, language, "receive"), [secretsFile, database], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const lines = createInterface({ input: child.stdout });
    const ended = once(child, "exit").then(() => [""]);
    const [port] = (await Promise.race([once(lines, "line"), ended])) as [string];
    if (!/^\d+$/.test(port)) throw new Error(`the receiver in ${language} said no port: ${port}`);
    return new ExampleReceiver(child, database, port);
  }

  /** What the tables have: the events, those that are worked off, and the sales. */
  state(): { inbox: string[]; processed: number; sales: string[] } {
    const database = new DatabaseSync(this.#database, { readOnly: true, timeout: 10_000 });
    try {
      const inbox = database.prepare("SELECT event_id, processed_at FROM inbox ORDER BY rowid").all();
      const sales = database.prepare("SELECT payment_id FROM sales ORDER BY rowid").all();
      return {
        inbox: inbox.map(({ event_id: id }) => String(id)),
        processed: inbox.filter(({ processed_at: at }) => at !== null).length,
        sales: sales.map(({ payment_id: id }) => String(id)),
      };
    } finally {
      database.close();
    }
  }

  async post(body: string, headers: Record<string, string>): Promise<number> {
    return (await fetch(this.url, { method: "POST", body, headers, signal: AbortSignal.timeout(30_000) }))
      .status;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#child, "exit");
    if (this.#child.exitCode === null && this.#child.kill("SIGKILL")) await ended;
  }
}
