import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Principal } from "../../../gen/ts/pda/access/v1/access.ts";
import type { Authenticity } from "../../../gen/ts/pda/verification/v1/authenticity.ts";
import { VerificationServiceService } from "../../../gen/ts/pda/verification/v1/verification_service.ts";
import type { Registry } from "../../services/support/registry.ts";

const method = VerificationServiceService.verifyAuthenticity;

/** The verification of another core process on the same database. */
export class SecondCore implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (response: Buffer) => void>();
  #count = 0;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  static async start(registry: Registry): Promise<SecondCore> {
    const script = join(import.meta.dirname, "second-core-program.ts");
    const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", script], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    const { url, dataKey } = registry.harness;
    child.stdin.write(
      `${JSON.stringify({ url, dataKey: dataKey.toString("hex"), trustDir: registry.trustDir })}\n`,
    );
    const lines = createInterface({ input: child.stdout });
    await once(lines, "line");
    const core = new SecondCore(child);
    lines.on("line", (line) => {
      const { id, response } = JSON.parse(line);
      core.#waiting.get(id)?.(Buffer.from(response, "base64"));
      core.#waiting.delete(id);
    });
    return core;
  }

  /** What it answers. */
  async verify(request: object, principal: Principal): Promise<Authenticity> {
    const message = { ...method.requestDeserialize(Buffer.alloc(0)), ...request };
    const id = ++this.#count;
    const answered = new Promise<Buffer>((resolve) => this.#waiting.set(id, resolve));
    this.#child.stdin?.write(
      `${JSON.stringify({
        id,
        principal,
        request: method.requestSerialize(message).toString("base64"),
      })}\n`,
    );
    return method.responseDeserialize(await answered).authenticity as Authenticity;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const gone = once(this.#child, "exit");
    this.#child.stdin?.end();
    await gone;
  }
}
