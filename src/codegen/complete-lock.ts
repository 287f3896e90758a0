// Adds missing entries (version only) to package-lock.json. npm omits optional packages for other systems when the registry in use does
// not serve them; `npm ci` elsewhere then refuses the lock as out of sync. Run it after each change of dependencies: make lock.
import { readFileSync, writeFileSync } from "node:fs";

interface LockedPackage {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  optionalDependencies?: Record<string, string>;
}

const [, , file = "package-lock.json"] = process.argv;
const lock = JSON.parse(readFileSync(file, "utf8")) as { packages: Record<string, LockedPackage> };
const { packages } = lock;
const cpuNames: Record<string, string> = { amd64: "x64", armv7: "arm" };
// Linux variants that the lock cannot express. Their entries get the system "none", so that npm never installs them.
const otherLinux = /musl|armv7|arm-|ppc|riscv|s390|loong|mips/;

let added = 0;
for (const [path, locked] of Object.entries(packages)) {
  for (const [name, range] of Object.entries(locked.optionalDependencies ?? {})) {
    const present = packages[`${path}/node_modules/${name}`] ?? packages[`node_modules/${name}`];
    if (present?.version || !/^\d/.test(range)) continue;
    const [, os, cpu = "x64"] =
      /(android|darwin|linux|win32|freebsd|openharmony)-?([a-z0-9]+)?/.exec(name) ?? [];
    packages[`node_modules/${name}`] = {
      version: range,
      ...(locked.dev ? { dev: true } : {}),
      optional: true,
      cpu: [cpuNames[cpu] ?? cpu],
      os: [os === undefined || (os === "linux" && otherLinux.test(name)) ? "none" : os],
    };
    added++;
  }
}
lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} entries added to ${file}`);
