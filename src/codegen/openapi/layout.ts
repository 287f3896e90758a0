// Writes the document as YAML: lists and objects that fit into a line stand in one line.
import { Document, isCollection, isMap, isScalar, visit, type YAMLMap, type YAMLSeq } from "yaml";

const width = 110;

/** Returns the document as YAML. */
export function layOut(document: unknown): string {
  const laid = new Document(document, { aliasDuplicateObjects: false });
  visit(laid, {
    Collection(_key, node, path) {
      const inside = path.some((ancestor) => isCollection(ancestor) && ancestor.flow);
      if (!inside) node.flow = fits(node);
    },
  });
  // YAML readers do not agree on which signs a text without quotes may have inside of brackets.
  visit(laid, {
    Scalar(_key, node, path) {
      const inside = path.some((ancestor) => isCollection(ancestor) && ancestor.flow);
      if (inside && typeof node.value === "string" && !/^[A-Za-z][\w ./-]*$/.test(node.value))
        node.type = "QUOTE_DOUBLE";
    },
  });
  return laid.toString({ lineWidth: 0, flowCollectionPadding: true });
}

/** Tells whether a collection fits into a line. A list of words always does. */
function fits(node: YAMLMap | YAMLSeq): boolean {
  const text = JSON.stringify(node.toJSON());
  if (text.includes("\\n")) return false;
  if (!isMap(node) && depth(node) === 1) return true;
  return text.length <= width && depth(node) <= 3;
}

function depth(node: unknown): number {
  if (isScalar(node) || !isCollection(node)) return 0;
  const inside = isMap(node) ? node.items.map(({ value }) => value) : node.items;
  return 1 + Math.max(0, ...inside.map(depth));
}
