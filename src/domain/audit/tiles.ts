import { HASH_BYTES, type HashAt, halves, heightOf, type Leaves, rootOfRow } from "./merkle.ts";

/** Hashes in a full tile: tiles have height 8 (C2SP tlog-tiles). */
export const TILE_WIDTH = 256;
const TILE_HEIGHT = 8;
const TILE_BYTES = TILE_WIDTH * HASH_BYTES;

/** A place of a tile: `level` 0 has the hashes of leaves, each further level the roots of full tiles of the level below. */
export interface TilePlace {
  readonly level: number;
  readonly index: number;
}

/** A tile with its hashes, one after the other. The last tile of a level may be partial. */
export interface Tile extends TilePlace {
  readonly hashes: Buffer;
}

const keyOf = ({ level, index }: TilePlace): string => `${level}/${index}`;

/** Returns the tile that has the hash of a complete subtree, and the first of the hashes that make it up. */
function placeOf(
  height: number,
  index: number,
): TilePlace & { readonly offset: number; readonly width: number } {
  const width = 2 ** (height % TILE_HEIGHT);
  const first = index * width;
  return {
    level: Math.floor(height / TILE_HEIGHT),
    index: Math.floor(first / TILE_WIDTH),
    offset: first % TILE_WIDTH,
    width,
  };
}

/** Returns the tiles from which the roots of subtrees can be computed. */
export function tilesFor(subtrees: readonly Leaves[]): TilePlace[] {
  const places = new Map<string, TilePlace>();
  const add = (leaves: Leaves): void => {
    if (leaves.start === leaves.end) return;
    const height = heightOf(leaves);
    if (height === undefined) return halves(leaves).forEach(add);
    const { level, index } = placeOf(height, leaves.start / 2 ** height);
    places.set(`${level}/${index}`, { level, index });
  };
  subtrees.forEach(add);
  return [...places.values()];
}

/** Reads hashes of complete subtrees from tiles. @throws RangeError when the tiles lack the hash */
export function hashesIn(tiles: readonly Tile[]): HashAt {
  const known = new Map(tiles.map((tile) => [keyOf(tile), tile.hashes]));
  return (height, index) => {
    const place = placeOf(height, index);
    const hashes = known.get(keyOf(place));
    const end = (place.offset + place.width) * HASH_BYTES;
    if (!hashes || hashes.length < end) throw new RangeError(`tile ${keyOf(place)} lacks a hash`);
    return rootOfRow(hashes.subarray(place.offset * HASH_BYTES, end));
  };
}

/** Returns the hashes of a tile. */
export const hashesOfTile = ({ hashes }: Pick<Tile, "hashes">): Buffer[] => split(hashes);

const split = (hashes: Buffer): Buffer[] =>
  Array.from({ length: hashes.length / HASH_BYTES }, (_, index) =>
    hashes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES),
  );

/** Returns the partial tiles at the right edge of a tree of `size` leaves, which further leaves fill. */
export function edgeOf(size: number): TilePlace[] {
  const edge: TilePlace[] = [];
  for (let level = 0, count = size; count > 0; level += 1, count = Math.floor(count / TILE_WIDTH))
    if (count % TILE_WIDTH > 0) edge.push({ level, index: Math.floor(count / TILE_WIDTH) });
  return edge;
}

/**
 * Appends leaves to a tree.
 * @param size number of leaves before
 * @param edge the tiles of `edgeOf(size)`
 * @param leaves hashes of the leaves, one after the other
 * @returns every tile that is new or longer than before, each once
 */
export function append(size: number, edge: readonly Tile[], leaves: Uint8Array): Tile[] {
  const grown: Tile[] = [];
  let added = leaves;
  let before = size;
  for (let level = 0; added.length > 0; level += 1) {
    const width = before % TILE_WIDTH;
    const known = edge.find((tile) => tile.level === level)?.hashes ?? Buffer.alloc(0);
    if (known.length !== width * HASH_BYTES) throw new RangeError(`the tree lacks a tile of level ${level}`);
    const row = Buffer.concat([known, added]);
    const first = Math.floor(before / TILE_WIDTH);
    const roots: Buffer[] = [];
    for (let start = 0; start < row.length; start += TILE_BYTES) {
      const hashes = row.subarray(start, start + TILE_BYTES);
      grown.push({ level, index: first + start / TILE_BYTES, hashes });
      if (hashes.length === TILE_BYTES) roots.push(rootOfRow(hashes));
    }
    added = Buffer.concat(roots);
    before = first;
  }
  return grown;
}
