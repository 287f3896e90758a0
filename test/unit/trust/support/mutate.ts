import { TAG } from "../../../../src/trust/der/tags.ts";
import { type Document } from "./pki.ts";
import { copy, type Tree, walk } from "./der-tree.ts";

/** Numbers from a seed (mulberry32), so that every run can be had again. */
export class Draw {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  }

  of<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new RangeError("nothing to draw from");
    return item;
  }
}

const TIMES = [
  "100101083000Z",
  "301231083000Z",
  "240101000001Z",
  "231231235959Z",
  "110101000000Z",
  "500101000000Z",
];

type Change = (draw: Draw, body: Tree, other: Tree) => void;

/** Changes to one document; `other` is one to take parts from. */
const CHANGES: readonly Change[] = [
  function flipOctet(draw, body) {
    const leaf = draw.of(leaves(body));
    if (leaf.octets.length === 0) return;
    const octets = Uint8Array.from(leaf.octets);
    const at = draw.below(octets.length);
    octets[at] = (octets[at] ?? 0) ^ (1 << draw.below(8));
    leaf.octets = octets;
  },
  function drop(draw, body) {
    const { tree, parent } = draw.of(inner(body));
    parent?.children?.splice(parent.children.indexOf(tree), 1);
  },
  function repeat(draw, body) {
    const { tree, parent } = draw.of(inner(body));
    parent?.children?.splice(parent.children.indexOf(tree), 0, copy(tree));
  },
  function swap(draw, body) {
    const parent = draw.of([...walk(body)].filter(({ tree }) => (tree.children?.length ?? 0) > 1)).tree;
    const children = parent.children ?? [];
    const [from, to] = [draw.below(children.length), draw.below(children.length)];
    const [first, second] = [children[from], children[to]];
    if (first === undefined || second === undefined) return;
    children[from] = second;
    children[to] = first;
  },
  function transplant(draw, body, other) {
    const { tree, parent } = draw.of(inner(body));
    const donors = [...walk(other)].filter((donor) => donor.tree.tag === tree.tag);
    if (donors.length === 0) return;
    const at = parent?.children?.indexOf(tree) ?? -1;
    if (at >= 0) parent?.children?.splice(at, 1, copy(draw.of(donors).tree));
  },
  function criticality(draw, body) {
    const all = extensions(body);
    if (all.length === 0) return;
    const children = draw.of(all).children ?? [];
    if (children[1]?.tag === TAG.boolean) children.splice(1, 1);
    else children.splice(1, 0, { tag: TAG.boolean, octets: Uint8Array.of(0xff), children: undefined });
  },
  function dropExtension(draw, body) {
    changeExtensions(body, (list) => list.splice(draw.below(list.length), 1));
  },
  function foreignExtension(draw, body, other) {
    const donors = extensions(other);
    if (donors.length === 0) return;
    changeExtensions(body, (list) => {
      const donor = copy(draw.of(donors));
      const oid = Buffer.from(donor.children?.[0]?.octets ?? []).toString("hex");
      const same = list.findIndex(
        (held) => Buffer.from(held.children?.[0]?.octets ?? []).toString("hex") === oid,
      );
      list.splice(same < 0 ? list.length : same, same < 0 ? 0 : 1, donor);
    });
  },
  function time(draw, body) {
    const times = leaves(body).filter(({ tag }) => tag === TAG.utcTime);
    if (times.length > 0) draw.of(times).octets = Buffer.from(draw.of(TIMES));
  },
  function number(draw, body) {
    const numbers = leaves(body).filter(({ tag }) => tag === TAG.integer || (tag & 0xe0) === 0x80);
    if (numbers.length > 0) draw.of(numbers).octets = Uint8Array.of(draw.of([0, 1, 2, 3, 255]));
  },
  function identifier(draw, body, other) {
    const held = leaves(body).filter(({ tag }) => tag === TAG.objectIdentifier);
    const donors = leaves(other).filter(({ tag }) => tag === TAG.objectIdentifier);
    if (held.length > 0 && donors.length > 0) draw.of(held).octets = draw.of(donors).octets;
  },
  function bits(draw, body) {
    const held = leaves(body).filter(({ tag, octets }) => tag === TAG.bitString && octets.length <= 3);
    if (held.length === 0) return;
    const unused = draw.below(8);
    draw.of(held).octets = Uint8Array.of(unused, ((draw.below(256) >> unused) | 1) << unused);
  },
  function otherString(draw, body) {
    const strings = leaves(body).filter(({ tag }) => tag === TAG.printableString || tag === TAG.utf8String);
    if (strings.length === 0) return;
    const string = draw.of(strings);
    string.tag = draw.of([
      TAG.printableString,
      TAG.utf8String,
      TAG.ia5String,
      TAG.teletexString,
      TAG.bmpString,
    ]);
    if (draw.below(2) === 0) string.octets = Buffer.from(Buffer.from(string.octets).toString().toUpperCase());
  },
];

/** One to three changes in one document. Returns their names. */
export function mutate(draw: Draw, document: Document, other: Document): string {
  const changes = Array.from({ length: 1 + draw.below(3) }, () => draw.of(CHANGES));
  for (const change of changes) change(draw, document.body, other.body);
  return changes.map(({ name }) => name).join("+");
}

function leaves(body: Tree): Tree[] {
  return [...walk(body)].flatMap(({ tree }) => (tree.children === undefined ? [tree] : []));
}

function inner(body: Tree) {
  return [...walk(body)].filter(({ parent }) => parent !== undefined);
}

/** Of a certificate in [3], of a CRL in [0]; entries of a CRL have theirs too. */
function extensions(body: Tree): Tree[] {
  return [...walk(body)].flatMap(({ tree }) => {
    const [first, second] = tree.children ?? [];
    const isExtension =
      tree.tag === TAG.sequence &&
      first?.tag === TAG.objectIdentifier &&
      (second?.tag === TAG.octetString || second?.tag === TAG.boolean);
    return isExtension ? [tree] : [];
  });
}

function changeExtensions(body: Tree, change: (list: Tree[]) => void): void {
  const held = extensions(body);
  const list = [...walk(body)].find(({ tree }) => tree.children?.includes(held[0] as Tree) === true)?.tree;
  if (held.length > 0 && list?.children !== undefined) change(list.children);
}
