// Which pictures the documents need, and which are committed.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { documents } from "../documents.ts";
import { diagramsOf, pictureName } from "./blocks.ts";

/** The folder of the committed pictures, in the tree. */
export const PICTURES = "gen/pictures";

/** Returns the diagrams of all documents of a tree: the name of each picture with the diagram's source. */
export function neededPictures(root: string): ReadonlyMap<string, string> {
  const sources = documents(root).flatMap((file) => diagramsOf(readFileSync(join(root, file), "utf8")));
  return new Map(sources.map((source) => [pictureName(source), source]));
}

/** Returns the names of the committed pictures of a tree, without their ending. */
export function committedPictures(root: string): string[] {
  return readdirSync(join(root, PICTURES))
    .filter((file) => file.endsWith(".svg"))
    .map((file) => file.slice(0, -".svg".length));
}

/** Compares the diagrams of a tree with its pictures. Returns one line for each picture that lacks or is left over. */
export function wrongPictures(root: string): string[] {
  const needed = neededPictures(root);
  const committed = new Set(committedPictures(root));
  return [
    ...[...needed.keys()]
      .filter((name) => !committed.has(name))
      .map((name) => `${PICTURES}/${name}.svg: missing`),
    ...[...committed]
      .filter((name) => !needed.has(name))
      .map((name) => `${PICTURES}/${name}.svg: no diagram`),
  ];
}
