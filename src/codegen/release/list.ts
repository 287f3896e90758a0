// The list of releases, release/releases.yaml.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { git, ReleaseRefused, root } from "./source.ts";

const listed = z.strictObject({
  version: z.string().regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/, "must be a semantic version"),
  commit: z.string().regex(/^[0-9a-f]{40}$/, "must be a whole commit: 40 hexadecimal digits"),
  date: z.iso.date(),
  released: z.boolean(),
  upgrade: z.boolean(),
  note: z.string().optional(),
});

/** A version that somebody may run, and whether an upgrade from it to the present version is tested. */
export type ListedRelease = z.infer<typeof listed>;

/** Returns the list, newest first. @throws ReleaseRefused with each fault of the list */
export function readReleases(
  text = readFileSync(join(root, "release/releases.yaml"), "utf8"),
): ListedRelease[] {
  const parsed = z.array(listed).min(1).safeParse(parse(text));
  if (!parsed.success)
    refuse(parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`));
  const releases = parsed.data;
  const faults = releases.flatMap((each, at) => {
    const before = releases[at + 1];
    return [
      ...(before && before.date > each.date
        ? [`${each.version} is older than ${before.version} below it`]
        : []),
      ...(releases.findIndex(({ version }) => version === each.version) < at
        ? [`${each.version} stands twice`]
        : []),
      ...(each.released || each.note
        ? []
        : [`${each.version} is not released and has no note that says what it is`]),
      ...againstCommit(each),
    ];
  });
  if (!releases.some(({ upgrade }) => upgrade)) faults.push("upgrades are tested from none of them");
  if (faults.length > 0) refuse(faults);
  return releases;
}

/** Compares an entry with its commit. */
function againstCommit({ version, commit, date }: ListedRelease): string[] {
  let text: string;
  try {
    text = git("show", `${commit}:package.json`);
  } catch {
    return [`this clone has no commit ${commit}; fetch its history: git fetch --unshallow`];
  }
  const actual = (JSON.parse(text) as { version: string }).version;
  const made = new Date(Number(git("show", "--no-patch", "--format=%ct", commit)) * 1000);
  const day = made.toISOString().slice(0, 10);
  return [
    ...(actual === version ? [] : [`the version of commit ${commit} is ${actual}, not ${version}`]),
    ...(day === date ? [] : [`commit ${commit} is of ${day}, not of ${date}`]),
  ];
}

function refuse(faults: readonly string[]): never {
  throw new ReleaseRefused(`release/releases.yaml is wrong:\n  ${faults.join("\n  ")}`);
}
