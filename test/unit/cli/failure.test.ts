import { closeSync, openSync, readFileSync, writeSync } from "node:fs";
import { createServer } from "node:net";
import { expect } from "chai";
import { describeFailure } from "../../../src/cli/failure.ts";
import { named, naming } from "../../../src/files/error.ts";
import { shellWord } from "../../../src/files/shell.ts";

const TWO_LINES = /^pda: (?<message>.+)\n {2}next: (?<next>.+)\n$/;

function told(error: unknown): { message: string; next: string } {
  const groups = TWO_LINES.exec(describeFailure(error, false))?.groups;
  return { message: groups?.message ?? "", next: groups?.next ?? "" };
}

/** An error as the system reports it. */
function systemError(code: string, syscall: string, path?: string): Error {
  const message = `${code}: words of the system, ${syscall}`;
  return Object.assign(new Error(message), { code, syscall, errno: -1, ...(path ? { path } : {}) });
}

describe("what people are told of a file that cannot be used", () => {
  const file = "/srv/pda data/pki/tier/core.key";
  const cases: Record<string, { call: string; says: string; next: RegExp }> = {
    EACCES: { call: "open", says: "permission denied", next: /give this user .*right.*core\.key/ },
    EPERM: { call: "chmod", says: "does not permit", next: /right/ },
    EEXIST: { call: "mkdir", says: "another file has this name", next: /move .*core\.key away/ },
    ENOENT: { call: "open", says: "does not exist", next: /check the name/ },
    ENOTDIR: { call: "mkdir", says: "is a file, not a folder", next: /move the file away/ },
    EISDIR: { call: "open", says: "is a folder, not a file", next: /name a file/ },
    ENOSPC: {
      call: "write",
      says: "no space is left",
      next: /free space.*df -h '\/srv\/pda data\/pki\/tier'/,
    },
    EDQUOT: { call: "write", says: "quota", next: /quota/ },
    EROFS: { call: "mkdir", says: "read-only", next: /make the file system writable, or use another path/ },
    EMFILE: { call: "open", says: "too many files open", next: /ulimit -n/ },
    ENFILE: { call: "open", says: "too many files open", next: /limit/ },
    EFBIG: { call: "write", says: "larger than", next: /ulimit -f/ },
    EIO: { call: "read", says: "disk reports an error", next: /system log/ },
  };
  for (const [code, { call, says, next }] of Object.entries(cases)) {
    it(`${code} names the path and the next step in a line each`, () => {
      const seen = told(systemError(code, call, file));
      expect(seen.message).to.contain(file).and.contain(says).and.contain(code);
      expect(seen.message).to.not.contain("words of the system");
      expect(seen.next).to.match(next);
    });
  }

  it("has a name also where the system gives none, as when a disk is full while writing", () => {
    const full = openSync("/dev/full", "w");
    const seen = told(thrown(() => naming(file, () => writeSync(full, "x"))));
    closeSync(full);
    expect(seen.message).to.equal(`${file} cannot be written: no space is left on the disk (ENOSPC)`);
    const folder = told(thrown(() => naming("/", () => readFileSync("/"))));
    expect(folder.message).to.equal("/ cannot be read: it is a folder, not a file (EISDIR)");
    expect(told(systemError("ENOSPC", "write")).next).to.contain("free space");
  });

  it("names the new file of a copy when the disk is full, and the old one when that cannot be read", () => {
    const copying = (code: string) =>
      told(Object.assign(systemError(code, "copyfile", "/from/file"), { dest: "/to/file" })).message;
    for (const code of ["ENOSPC", "EDQUOT", "EROFS"]) expect(copying(code)).to.match(/^\/to\/file cannot/);
    expect(copying("EACCES")).to.match(/^\/from\/file cannot/);
  });

  it("is not said of a port, of another error, or of what is not from the system", async () => {
    const refused = systemError("EACCES", "listen");
    expect(told(refused).message).to.equal(refused.message);
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    const { port } = taken.address() as { port: number };
    const error = await new Promise<Error>((resolve) => {
      createServer().once("error", resolve).listen(port, "127.0.0.1");
    });
    taken.close();
    expect(told(error).next).to.contain(`port ${port}`);
    expect(named("/x", new TypeError("no"))).to.not.have.property("path");
    expect(told("words").message).to.equal("words");
  });
});

describe("a word for a shell", () => {
  it("is as it was where nothing in it means something to the shell, else in single quotes", () => {
    expect(shellWord("/srv/pda-1/root.crt")).to.equal("/srv/pda-1/root.crt");
    expect(shellWord("/srv/pda data/root.crt")).to.equal("'/srv/pda data/root.crt'");
    expect(shellWord("it's $HOME")).to.equal("'it'\\''s $HOME'");
    expect(shellWord("")).to.equal("''");
  });
});

function thrown(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}
