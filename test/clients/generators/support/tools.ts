// The generators themselves, each installed once by its language's package manager.
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Generator, home } from "./catalogue.ts";
import { shell } from "./shell.ts";

const cache = join(home, "../../../build/generators");

/** Returns the folder of an installed generator. @throws Error with what was said when it cannot be installed */
export async function installTool({ name, version, install }: Generator["tool"]): Promise<string> {
  const folder = join(cache, `${name}-${version}`);
  // Written last, so that a broken installation is made anew. The folder is not moved, because programs know their own path.
  const mark = join(folder, ".installed");
  if (existsSync(mark)) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { ok, said } = await shell(install, folder, { TOOLS: folder, VERSION: version });
  if (!ok) throw new Error(`${name} ${version} cannot be installed:\n${said}`);
  writeFileSync(mark, "");
  return folder;
}
