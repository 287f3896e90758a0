import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Principal } from "../../../gen/ts/pda/access/v1/access.ts";
import type { Authenticity } from "../../../gen/ts/pda/verification/v1/authenticity.ts";
import { VerificationServiceService } from "../../../gen/ts/pda/verification/v1/verification_service.ts";
import type { ErrorReason } from "../../../gen/errors/catalogue.ts";
import { Failure } from "../../../src/rpc/failure.ts";
import type { Registry } from "../../services/support/registry.ts";

/** A method as it is generated. */
interface Method<Request, Response> {
  readonly path: string;
  readonly requestDeserialize: (bytes: Buffer) => Request;
  readonly requestSerialize: (request: Request) => Buffer;
  readonly responseDeserialize: (bytes: Buffer) => Response;
}

/** What came back of a call. */
interface Answer {
  readonly response?: string;
  readonly failed?: { readonly reason: ErrorReason; readonly message: string };
}

/** The verification services of another core process on the same database. */
export class SecondCore implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
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
      const { id, ...answer } = JSON.parse(line);
      core.#waiting.get(id)?.(answer);
      core.#waiting.delete(id);
    });
    return core;
  }

  /** What it answers. @throws Failure */
  async call<Request, Response>(
    method: Method<Request, Response>,
    request: object,
    principal: Principal,
  ): Promise<Response> {
    const message = { ...method.requestDeserialize(Buffer.alloc(0)), ...request };
    const id = ++this.#count;
    const answered = new Promise<Answer>((resolve) => this.#waiting.set(id, resolve));
    const { path } = method;
    this.#child.stdin?.write(
      `${JSON.stringify({ id, path, principal, request: method.requestSerialize(message).toString("base64") })}\n`,
    );
    const { response = "", failed } = await answered;
    if (failed) throw new Failure(failed.reason, failed);
    return method.responseDeserialize(Buffer.from(response, "base64"));
  }

  /** Its verdict on an asset. */
  async verify(request: object, principal: Principal): Promise<Authenticity> {
    const { verifyAuthenticity } = VerificationServiceService;
    return (await this.call(verifyAuthenticity, request, principal)).authenticity as Authenticity;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const gone = once(this.#child, "exit");
    this.#child.stdin?.end();
    await gone;
  }
}
