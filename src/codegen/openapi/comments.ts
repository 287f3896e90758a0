// The protos' comments are the public documentation.
import type { DescEnum, DescField, DescMessage, DescMethod, DescService } from "@bufbuild/protobuf";
import { getComments } from "@bufbuild/protoplugin";

type Documented = DescService | DescMethod | DescMessage | DescField | DescEnum | DescEnum["values"][number];

/** Returns the leading comment, its lines joined to paragraphs. buf's COMMENTS rule requires a comment. */
export function describe(desc: Documented): string {
  return (getComments(desc).leading ?? "")
    .split(/\n\s*\n/)
    .map((paragraph) =>
      paragraph
        .split("\n")
        .map((line) => line.trim())
        .join(" ")
        .trim(),
    )
    .filter((paragraph) => paragraph !== "")
    .join("\n\n");
}

/** Splits the comment into its first sentence, without the full stop, and the rest. The full stop of "e.g." and "i.e." ends none. */
export function summarise(desc: Documented): { summary: string; rest: string } {
  const text = describe(desc);
  const [, first = "", rest = ""] = /^([^]*?)(?:(?<!\b(?:e\.g|i\.e))\.(?=\s|$)|\n\n|$)([^]*)$/.exec(text) ?? [];
  return { summary: first.trim(), rest: rest.trim() };
}
