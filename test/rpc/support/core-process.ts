import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** First byte of a request that the core never answers. */
export const HOLD = 7;

/** A core in a process of its own. */
export class CoreProcess implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly port: number;

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.port = port;
  }

  static async start(pkiDir: string, port = 0): Promise<CoreProcess> {
    const script = join(import.meta.dirname, "core-program.ts");
    const child = spawn(process.execPath, [script, pkiDir, String(port)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line] = await once(createInterface({ input: child.stdout }), "line");
    return new CoreProcess(child, JSON.parse(line).port);
  }

  /** It neither answers nor ends until `resume`. */
  pause(): void {
    this.#child.kill("SIGSTOP");
  }

  resume(): void {
    this.#child.kill("SIGCONT");
  }

  /** Resolves when it is gone. */
  async kill9(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const gone = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await gone;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.kill9();
  }
}
