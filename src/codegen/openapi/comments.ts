// The protos' comments are the public documentation. They are written for gRPC readers; REST readers get them with the names of REST.
import type { DescEnum, DescField, DescMessage, DescMethod, DescService } from "@bufbuild/protobuf";
import { getComments } from "@bufbuild/protoplugin";
import { restName } from "./rest-names.ts";

type Documented = DescService | DescMethod | DescMessage | DescField | DescEnum | DescEnum["values"][number];

/**
 * Returns the leading comment, its lines joined to paragraphs and items of lists, with REST's names in place of the proto's. buf's COMMENTS rule requires a
 * comment.
 */
export function describe(desc: Documented): string {
  const file =
    desc.kind === "enum_value" || desc.kind === "rpc" || desc.kind === "field" ? desc.parent.file : desc.file;
  return (getComments(desc).leading ?? "")
    .split(/\n\s*\n/)
    .map((paragraph) =>
      paragraph
        .split(/\n(?=\s*(?:-|\d+\.) )/)
        .map((item) => item.replace(/\s*\n\s*/g, " ").trim())
        .join("\n"),
    )
    .filter((paragraph) => paragraph !== "")
    .join("\n\n")
    .replace(/`([^`]+)`/g, (_all, name: string) => `\`${restName(name, file)}\``);
}

/** Splits the comment into its first sentence, without the full stop, and the rest. The full stop of "e.g." and "i.e." ends none. */
export function summarise(desc: Documented): { summary: string; rest: string } {
  const text = describe(desc);
  const [, first = "", rest = ""] =
    /^([^]*?)(?:(?<!\b(?:e\.g|i\.e))\.(?=\s|$)|\n\n|$)([^]*)$/.exec(text) ?? [];
  return { summary: first.trim(), rest: rest.trim() };
}
