// Generates the commands of docs/clients.md from the list of generators that `make clients` tries.
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { fillSections } from "./sections.ts";

const root = join(import.meta.dirname, "../..");
const home = "test/clients/generators";
const page = join(root, "docs/clients.md");

const schema = z.object({
  tools: z.record(z.string(), z.object({ version: z.string(), install: z.string(), run: z.string() })),
  generators: z.array(
    z.object({
      name: z.string(),
      tool: z.string(),
      options: z.string().default(""),
      generatedOnly: z.string().optional(),
      explained: z.array(z.object({ warning: z.string(), why: z.string() })).default([]),
    }),
  ),
});
type Listed = z.infer<typeof schema>;

/** Replaces the variables of generators.yaml. The reader installs each tool in the folder `tools`. */
function command(text: string, version: string, tools: string): string {
  return text
    .trim()
    .replaceAll("$VERSION", version)
    .replaceAll("$TOOLS", tools)
    .replaceAll("$DOCUMENT", "pda.yaml");
}

function sectionOf(
  { name, tool, options, explained, generatedOnly }: Listed["generators"][number],
  tools: Listed["tools"],
): string {
  const found = tools[tool];
  if (!found) throw new Error(`${name}: generators.yaml has no tool ${tool}`);
  const { version, install, run } = found;
  // The program that calls the service: a file in the folder of the generator's name.
  const [program] = globSync(`${home}/${name}/**/{main.go,calls.*,Calls.*,main.rs,Program.cs}`, {
    cwd: root,
  });
  const notes = [
    ...(generatedOnly === undefined ? [] : [`- Not tried with the service: ${generatedOnly}.`]),
    ...explained.map(({ warning, why }) => `- Warns \`${plain(warning)}\`: ${why}`),
  ];
  return [
    `### ${name}`,
    [
      `${tool} ${version}.`,
      program && existsSync(join(root, program))
        ? `A program with its client: [${program.slice(home.length + 1)}](../${program}).`
        : "",
    ]
      .filter(Boolean)
      .join(" "),
    [
      "```bash",
      `(mkdir -p tools && cd tools && ${command(install, version, "$PWD")})`,
      command(`${run} ${options}`, version, "$PWD/tools"),
      "```",
    ].join("\n"),
    ...(notes.length > 0 ? [notes.join("\n")] : []),
  ].join("\n\n");
}

/** Returns a pattern of a warning as people read it: whatever stands in a place is "…". */
const plain = (pattern: string): string =>
  pattern
    .replace(/^\^|\$$/g, "")
    .replaceAll(/\.\*|\\S\+|\\\d/g, "…")
    .replaceAll(/(?<!\\)\(([^()|\\]*)\)/g, "$1")
    .replaceAll(/\\|\?/g, "");

const { tools, generators } = schema.parse(parse(readFileSync(join(root, home, "generators.yaml"), "utf8")));
const commands = generators.map((generator) => sectionOf(generator, tools)).join("\n\n");
writeFileSync(page, fillSections(readFileSync(page, "utf8"), { commands }));
