// A person who resolves what waits for one, with the commands' own code.
import { expect } from "chai";
import { NotResolvable, type ResolutionContext } from "../../../src/workers/settlement/resolve/resolution.ts";
import type { HandWorker } from "./worker.ts";

/** An operator at a worker's database and networks. @param apply false: only asks what would be done */
export const as = ({ context: { store, adapter } }: HandWorker, apply = true): ResolutionContext => ({
  store,
  adapter,
  apply,
  decidedBy: "operator",
  reason: "said by a test",
});

/** Why a command was refused and what to do next, a line each; `done: …` where it was not refused. */
export async function refusalWithAdvice(attempt: Promise<string>): Promise<string> {
  try {
    return `done: ${await attempt}`;
  } catch (error) {
    if (!(error instanceof NotResolvable)) throw error;
    expect(error.advice).to.not.equal("");
    return `${error.message}\n${error.advice}`;
  }
}

/** Why a command was refused; `done: …` where it was not. */
export async function refusal(attempt: Promise<string>): Promise<string> {
  return (await refusalWithAdvice(attempt)).split("\n")[0] as string;
}
