import { accessSync, constants, readFileSync, statSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { PlatformError } from "../problem.ts";

/**
 * PostgreSQL refuses to run as root, so pda as root runs it as another user. That user cannot enter `.pda` (mode 0700), nor perhaps the
 * folder of the installation (a clone under /root). The server therefore gets one Linux capability, CAP_DAC_READ_SEARCH (read and enter
 * any folder), or CAP_DAC_OVERRIDE where a container withholds the first. The product connects as a role without superuser rights, so
 * SQL cannot use the capability to read files.
 */
export interface OsAccount {
  /** User and group that own the files; undefined when the server runs as the present user. */
  owner?: { uid: number; gid: number };
  /** Command and arguments that precede the server's command. */
  prefix: readonly string[];
}

/** Returns the command line that runs a program under an account. */
export function commandLine(
  { prefix }: OsAccount,
  program: string,
  args: readonly string[],
): { file: string; args: string[] } {
  const [wrapper, ...options] = prefix;
  return wrapper === undefined
    ? { file: program, args: [...args] }
    : { file: wrapper, args: [...options, program, ...args] };
}

const CAP_DAC_OVERRIDE = 1n << 1n;
const CAP_DAC_READ_SEARCH = 1n << 2n;
/** Needed to pass a capability on. */
const CAP_SETPCAP = 1n << 8n;
const PREFERRED_USERS = ["postgres", "nobody"];

function findProgram(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/bin", "/bin"].filter(
    (folder) => folder !== "",
  );
  return folders
    .map((folder) => join(folder, name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** Returns the user and group ids of the first preferred user that exists on this machine. */
function serverUser(): { uid: number; gid: number } | undefined {
  const lines = readFileSync("/etc/passwd", "utf8").split("\n");
  for (const name of PREFERRED_USERS) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(":") ?? [];
    if (uid && gid && uid !== "0") return { uid: Number(uid), gid: Number(gid) };
  }
  return undefined;
}

/** Tells whether every user may enter all folders above a path. */
function isOpenPath(path: string): boolean {
  for (let at = dirname(resolve(path)); ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

function traversalCapability(): string | undefined {
  const mask = /^CapEff:\s*([0-9a-f]+)/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
  const held = BigInt(`0x${mask ?? "0"}`);
  if ((held & CAP_SETPCAP) === 0n) return undefined;
  if ((held & CAP_DAC_READ_SEARCH) !== 0n) return "dac_read_search";
  return (held & CAP_DAC_OVERRIDE) !== 0n ? "dac_override" : undefined;
}

/** Finds setpriv of util-linux; BusyBox's program of that name lacks these options. */
function usableSetpriv(): string | undefined {
  const file = findProgram("setpriv");
  return file && !readFileSync(file).includes("BusyBox v") ? file : undefined;
}

/**
 * Returns how to run the server's programs: as the present user, or as another user when the present user is root.
 * On Linux with util-linux the server also ends when the process that started it ends.
 * @param paths files and folders that the server must reach
 * @throws PlatformError when root cannot run the server as another user.
 */
export function serverAccount(paths: readonly string[]): OsAccount {
  const setpriv = usableSetpriv();
  // SIGINT is PostgreSQL's fast shutdown: it ends sessions and writes all data, so no recovery is needed.
  const dieWithParent = setpriv ? [setpriv, "--pdeathsig", "INT"] : [];
  if (process.getuid?.() !== 0) return { prefix: setpriv ? [...dieWithParent, "--"] : [] };

  const elsewhere = "run pda as an ordinary user, or set DATABASE_URL to a running PostgreSQL";
  const owner = serverUser();
  if (!owner)
    throw new PlatformError(
      'PostgreSQL cannot run as root, and this machine has no user "postgres" or "nobody"',
      elsewhere,
    );
  if (!setpriv)
    throw new PlatformError(
      "PostgreSQL cannot run as root, and setpriv (util-linux) is not installed",
      elsewhere,
    );
  const become = [
    ...dieWithParent,
    "--reuid",
    String(owner.uid),
    "--regid",
    String(owner.gid),
    "--clear-groups",
  ];
  if (paths.every(isOpenPath)) return { owner, prefix: [...become, "--"] };
  const capability = traversalCapability();
  if (!capability) {
    throw new PlatformError(
      `PostgreSQL cannot run as root, and another user cannot enter ${paths.find((path) => !isOpenPath(path))}`,
      elsewhere,
    );
  }
  const only = `-all,+${capability}`;
  return {
    owner,
    prefix: [
      ...become,
      // PostgreSQL checks its own files with access(2), which by default ignores the capabilities of ordinary users.
      "--securebits=+no_setuid_fixup",
      `--inh-caps=${only}`,
      `--ambient-caps=${only}`,
      `--bounding-set=${only}`,
      "--",
    ],
  };
}
