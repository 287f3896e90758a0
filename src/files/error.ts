import { dirname } from "node:path";
import { shellWord } from "./shell.ts";

/** What is wrong with a file or a folder, in one line that names it, and the step that helps. */
interface FileProblem {
  readonly message: string;
  readonly advice: string;
}

/** What a code of errno(3) says, and what to do about it at a path. */
interface Meaning {
  readonly says: string;
  readonly advice: (path: string) => string;
  /** Says enough without a path. No error of the network has this code. */
  readonly ofMachine?: true;
}

const user = (): string => (process.getuid ? `this user (uid ${process.getuid()})` : "this user");
const elsewhere = "or name another place";
const rights = (path: string): string =>
  `give ${user()} the right to use ${path} and the folders above it, ${elsewhere}`;
const diskOf = (path: string): string => shellWord(dirname(path) || path);

const meanings: Readonly<Record<string, Meaning>> = {
  ENOENT: { says: "it does not exist", advice: () => "check the name, and that the folder is there" },
  EACCES: { says: "permission denied", advice: rights },
  EPERM: { says: "the system does not permit it", advice: rights },
  EEXIST: {
    says: "something else has this name already",
    advice: (path) => `move ${path} away, ${elsewhere}`,
  },
  ENOTDIR: {
    says: "a part of the path is a file, not a folder",
    advice: () => `correct the path, or move away the file that stands where a folder is needed`,
  },
  EISDIR: { says: "it is a folder, not a file", advice: () => "name a file, or move the folder away" },
  ENOTEMPTY: { says: "the folder is not empty", advice: (path) => `empty ${path}, ${elsewhere}` },
  ENOSPC: {
    says: "no space is left on the disk",
    advice: (path) => `free space there (see: df -h ${diskOf(path)}; df -i ${diskOf(path)}), ${elsewhere}`,
    ofMachine: true,
  },
  EDQUOT: {
    says: "the quota of this user is used up",
    advice: () => `free space or raise the quota, ${elsewhere}`,
    ofMachine: true,
  },
  EROFS: {
    says: "the file system is read-only",
    advice: () => `make it writable, ${elsewhere}`,
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
    advice: () => "end programs that hold many files open, or raise the limit of the machine",
    ofMachine: true,
  },
  ELOOP: { says: "symbolic links lead in a circle", advice: () => "correct the links" },
  ENAMETOOLONG: { says: "the name is too long", advice: () => "use a shorter path" },
  EIO: {
    says: "the disk reports an error",
    advice: () => "check the disk and the log of the system",
    ofMachine: true,
  },
};

/** Calls of the operating system by what they were to do. */
const verbs: readonly (readonly [call: RegExp, verb: string])[] = [
  [/^(read|readlink)$/, "read"],
  [/^(write|fsync|fdatasync|ftruncate)$/, "written"],
  [/^(mkdir|mkdtemp|link|symlink)$/, "made"],
  [/^scandir|^opendir/, "listed"],
  [/^rename/, "renamed"],
  [/^(unlink|rm|rmdir)$/, "removed"],
  [/^f?chmod/, "closed to others"],
  [/^spawn/, "started"],
];

const verbOf = (call: string): string => verbs.find(([known]) => known.test(call))?.[1] ?? "opened";

/** Reasons why a disk takes nothing more. */
const ofDisk = new Set(["ENOSPC", "EDQUOT", "EROFS"]);

/** What people are told of an error of the file system; undefined for any other error. */
export function fileProblem(error: unknown): FileProblem | undefined {
  if (!(error instanceof Error)) return undefined;
  const {
    code = "",
    syscall = "",
    path: from = "",
    dest,
  } = error as NodeJS.ErrnoException & { dest?: string };
  // A copy names both its ends; the disk that has no room is that of the new file.
  const path = dest !== undefined && ofDisk.has(code) ? dest : from;
  const meaning = Object.hasOwn(meanings, code) ? meanings[code] : undefined;
  if (!meaning || syscall === "" || (path === "" && !meaning.ofMachine)) return undefined;
  const what = path === "" ? `a file cannot be ${verbOf(syscall)}` : `${path} cannot be ${verbOf(syscall)}`;
  return { message: `${what}: ${meaning.says} (${code})`, advice: meaning.advice(path || ".") };
}

/** An error about a file, with the file's name: the system leaves it out when reading or writing fails, on a full disk for one. */
export function named(path: string, error: unknown): unknown {
  const isOfSystem = error instanceof Error && "code" in error && "syscall" in error;
  return isOfSystem ? Object.assign(error, { path }) : error;
}

/** Does something with a file, whose name every error of the system then has. */
export function naming<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw named(path, error);
  }
}
