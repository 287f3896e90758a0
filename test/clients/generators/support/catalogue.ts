// The generators, as generators.yaml lists them.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";

/** The folder with generators.yaml and one folder per program. */
export const home = join(import.meta.dirname, "..");

const pattern = z.string().transform((text) => new RegExp(text));
const toolSchema = z.strictObject({
  version: z.string(),
  /** Programs of the machine that the tool needs. */
  needs: z.array(z.string()),
  install: z.string(),
  run: z.string(),
  /** Lines that the tool prints when all is well. Every other line is a warning. */
  normal: z.array(pattern),
});
const generatorSchema = z.strictObject({
  name: z.string(),
  tool: z.string(),
  options: z.string().default(""),
  /** Ending of the source files, for the count of lines. */
  sources: z.string(),
  needs: z.array(z.string()).default([]),
  compile: z.string().optional(),
  call: z.string().optional(),
  /** Why the client is generated only. */
  generatedOnly: z.string().optional(),
  explained: z.array(z.strictObject({ warning: pattern, why: z.string() })).default([]),
});
const schema = z.strictObject({
  tools: z.record(z.string(), toolSchema),
  generators: z.array(generatorSchema).min(1),
});

export interface Generator extends Omit<z.infer<typeof generatorSchema>, "tool"> {
  readonly tool: z.infer<typeof toolSchema> & { readonly name: string };
}

/** Reads the generators, in their order. @throws Error if one names an unknown tool */
export function readGenerators(): Generator[] {
  const { tools, generators } = schema.parse(parse(readFileSync(join(home, "generators.yaml"), "utf8")));
  return generators.map((generator) => {
    const tool = tools[generator.tool];
    if (!tool) throw new Error(`${generator.name}: generators.yaml has no tool ${generator.tool}`);
    return { ...generator, tool: { ...tool, name: generator.tool } };
  });
}
