import { DerError } from "../../../../src/trust/der/error.ts";
import { type DerElement, DerReader } from "../../../../src/trust/der/reader.ts";
import { isConstructed, TAG } from "../../../../src/trust/der/tags.ts";
import { tlv } from "../../../../src/trust/der/writer.ts";

/** A DER element to change: with children, or with octets. An OCTET STRING that holds DER has children too. */
export interface Tree {
  tag: number;
  octets: Uint8Array;
  children: Tree[] | undefined;
}

export function toTree(bytes: Uint8Array): Tree {
  const reader = DerReader.document(bytes, 1 << 20);
  const element = reader.readAny();
  reader.end();
  return fromElement(element);
}

export function toBytes(tree: Tree): Uint8Array {
  return tlv(tree.tag, ...(tree.children === undefined ? [tree.octets] : tree.children.map(toBytes)));
}

/** Every element of a tree with the one it is in. */
export function* walk(
  tree: Tree,
  parent?: Tree,
): Generator<{ readonly tree: Tree; readonly parent: Tree | undefined }> {
  yield { tree, parent };
  for (const child of tree.children ?? []) yield* walk(child, tree);
}

export function copy(tree: Tree): Tree {
  return { ...tree, children: tree.children?.map(copy) };
}

function fromElement(element: DerElement): Tree {
  const { tag, contents } = element;
  return {
    tag,
    octets: contents,
    children: isConstructed(tag)
      ? DerReader.inside(element).list((reader) => fromElement(reader.readAny()))
      : tag === TAG.octetString
        ? holdsDer(contents)
        : undefined,
  };
}

function holdsDer(contents: Uint8Array): Tree[] | undefined {
  try {
    return [toTree(contents)];
  } catch (error) {
    if (error instanceof DerError) return undefined;
    throw error;
  }
}
