// A command that prints the data key: what it may do, and what is said when it does something else.
import { randomBytes } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { dataKeySource } from "../../src/platform/data-key.ts";
import { outputOf } from "../../src/platform/key-command.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

describe("the command that prints the data key", function () {
  this.timeout(60_000);
  const key = randomBytes(32).toString("base64");
  let dir: ReturnType<typeof temporaryDirectory>;
  before(() => {
    dir = temporaryDirectory();
  });
  after(() => dir[Symbol.dispose]());

  let count = 0;
  const script = (text: string): string => {
    const file = join(dir.path, `command${count++}`);
    writeFileSync(file, `#!/bin/sh\n${text}\n`, { mode: 0o700 });
    return file;
  };
  const read = (command: readonly string[]) =>
    dataKeySource({ dataKeyFile: undefined, dataKeyCommand: command }).read();
  const refusal = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => "accepted",
      (error: Error & { advice?: string }) => `${error.message} | ${error.advice}`,
    );

  it("gets its arguments as they are, without a shell, and may be slow", async () => {
    const file = script('sleep 1; [ "$1" = "a b; \\$HOME" ] && echo "$2"');
    expect((await read([file, "a b; $HOME", key])).toString("base64")).to.equal(key);
  });

  it("may print the key without a line end", async () => {
    expect((await read([script(`printf %s ${key}`)])).toString("base64")).to.equal(key);
  });

  it("that fails is named with its exit code, and nothing of what it said is repeated", async () => {
    const said = await refusal(read([script(`echo ${key}; echo hush >&2; exit 3`), "secret-argument"]));
    expect(said).to.match(/command0?\d* failed with exit code 3 \| run it yourself/);
    expect(said)
      .to.not.match(/hush|secret-argument/)
      .and.not.contain(key);
  });

  it("that a signal ends, or that does not exist, is named", async () => {
    expect(await refusal(read([script("kill -TERM $$")]))).to.match(/was ended by SIGTERM/);
    expect(await refusal(read([join(dir.path, "none")]))).to.match(/none cannot be started \(ENOENT\)/);
  });

  it("that says anything but a key is refused without repeating it", async () => {
    for (const text of [":", `echo ${key}x`, `echo "${key}"; echo "${key}"`, `echo ${key.slice(4)}`]) {
      const said = await refusal(read([script(text)]));
      expect(said).to.match(/the output of .*command\d+ must be 32 bytes in base64/);
      expect(said).to.not.contain(key.slice(4, 30));
    }
  });

  it("that says too much is ended", async () => {
    expect(await refusal(read([script("yes")]))).to.match(/printed more than 1024 bytes/);
  });

  it("that hangs is ended with all that it has started", async () => {
    const mark = join(dir.path, "later");
    const file = script(`(sleep 3; touch ${mark}) & wait`);
    expect(await refusal(outputOf([file], { timeoutMs: 300 }))).to.match(/did not end within 0.3 s/);
    // A later command of the same length has ended, so the mark would be there.
    await outputOf([script("sleep 4")]);
    expect(existsSync(mark)).to.equal(false);
  });
});
