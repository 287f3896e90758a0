import { dirname } from "node:path";
import { shellWord } from "./shell.ts";

/** A problem with a file or folder: one line that names the path, and the next step. */
interface FileProblem {
  readonly message: string;
  readonly advice: string;
}

/** Meaning of an errno(3) code, and the next step for a path. */
interface Meaning {
  readonly says: string;
  readonly advice: (path: string) => string;
  /** The code is clear without a path, and no network error has it. */
  readonly ofMachine?: true;
}

const user = (): string => (process.getuid ? `this user (uid ${process.getuid()})` : "this user");
const elsewhere = "or use another path";
const rights = (path: string): string =>
  `give ${user()} the right to use ${path} and the folders above it, ${elsewhere}`;
const diskOf = (path: string): string => shellWord(dirname(path) || path);

const meanings: Readonly<Record<string, Meaning>> = {
  ENOENT: { says: "it does not exist", advice: () => "check the name, and that the folder exists" },
  EACCES: { says: "permission denied", advice: rights },
  EPERM: { says: "the system does not permit it", advice: rights },
  EEXIST: {
    says: "another file has this name",
    advice: (path) => `move ${path} away, ${elsewhere}`,
  },
  ENOTDIR: {
    says: "a part of the path is a file, not a folder",
    advice: () => `correct the path, or move the file away that is in the place of a folder`,
  },
  EISDIR: { says: "it is a folder, not a file", advice: () => "name a file, or move the folder away" },
  ENOTEMPTY: { says: "the folder is not empty", advice: (path) => `empty ${path}, ${elsewhere}` },
  ENOSPC: {
    says: "no space is left on the disk",
    advice: (path) =>
      `free space on that disk (see: df -h ${diskOf(path)}; df -i ${diskOf(path)}), ${elsewhere}`,
    ofMachine: true,
  },
  EDQUOT: {
    says: "the quota of this user is used up",
    advice: () => `free space or raise the quota, ${elsewhere}`,
    ofMachine: true,
  },
  EROFS: {
    says: "the file system is read-only",
    advice: () => `make the file system writable, ${elsewhere}`,
    ofMachine: true,
  },
  EFBIG: {
    says: "the file would be larger than this process may write",
    advice: () => "raise the limit (see: ulimit -f)",
    ofMachine: true,
  },
  EMFILE: {
    says: "this process has too many files open",
    advice: () => "raise the limit (see: ulimit -n)",
    ofMachine: true,
  },
  ENFILE: {
    says: "this machine has too many files open",
    advice: () => "stop programs that have many files open, or raise the limit of the machine",
    ofMachine: true,
  },
  ELOOP: { says: "its symbolic links form a loop", advice: () => "correct the links" },
  ENAMETOOLONG: { says: "the name is too long", advice: () => "use a shorter path" },
  EIO: {
    says: "the disk reports an error",
    advice: () => "check the disk and the system log",
    ofMachine: true,
  },
};

/** What each call of the operating system does to a file. */
const verbs: readonly (readonly [call: RegExp, verb: string])[] = [
  [/^(read|readlink)$/, "read"],
  [/^(write|fsync|fdatasync|ftruncate)$/, "written"],
  [/^(mkdir|mkdtemp|link|symlink)$/, "created"],
  [/^scandir|^opendir/, "listed"],
  [/^rename/, "renamed"],
  [/^(unlink|rm|rmdir)$/, "removed"],
  [/^f?chmod/, "made private"],
  [/^spawn/, "started"],
];

const verbOf = (call: string): string => verbs.find(([known]) => known.test(call))?.[1] ?? "opened";

/** Errors that mean that a disk accepts no more data. */
const ofDisk = new Set(["ENOSPC", "EDQUOT", "EROFS"]);

/** Describes an error of the file system; returns undefined for any other error. */
export function fileProblem(error: unknown): FileProblem | undefined {
  if (!(error instanceof Error)) return undefined;
  const {
    code = "",
    syscall = "",
    path: from = "",
    dest,
  } = error as NodeJS.ErrnoException & { dest?: string };
  // A copy has two paths; a full disk is the disk of the new file.
  const path = dest !== undefined && ofDisk.has(code) ? dest : from;
  const meaning = Object.hasOwn(meanings, code) ? meanings[code] : undefined;
  if (!meaning || syscall === "" || (path === "" && !meaning.ofMachine)) return undefined;
  const what = path === "" ? `a file cannot be ${verbOf(syscall)}` : `${path} cannot be ${verbOf(syscall)}`;
  return { message: `${what}: ${meaning.says} (${code})`, advice: meaning.advice(path || ".") };
}

/** Adds the file's path to a system error. The system omits the path when a read or write fails, for example on a full disk. */
export function named(path: string, error: unknown): unknown {
  const isOfSystem = error instanceof Error && "code" in error && "syscall" in error;
  return isOfSystem ? Object.assign(error, { path }) : error;
}

/** Runs `work` on a file; adds the file's path to every system error. */
export function naming<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw named(path, error);
  }
}
