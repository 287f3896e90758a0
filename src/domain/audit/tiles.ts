import { HASH_BYTES, type HashAt, halves, heightOf, type Leaves, nodeHash } from "./merkle.ts";

/** Hashes in a full tile: tiles have height 8 (C2SP tlog-tiles). */
export const TILE_WIDTH = 256;
const TILE_HEIGHT = 8;

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

/** Returns the root of hashes whose number is a power of two. */
function rootOfHashes(hashes: readonly Uint8Array[]): Uint8Array {
  let level = hashes;
  while (level.length > 1)
    level = level.flatMap((left, index) =>
      index % 2 === 0 ? [nodeHash(left, level[index + 1] as Uint8Array)] : [],
    );
  return level[0] as Uint8Array;
}

/** Reads hashes of complete subtrees from tiles. @throws RangeError when the tiles lack the hash */
export function hashesIn(tiles: readonly Tile[]): HashAt {
  const known = new Map(tiles.map((tile) => [keyOf(tile), tile.hashes]));
  return (height, index) => {
    const place = placeOf(height, index);
    const hashes = known.get(keyOf(place));
    const end = (place.offset + place.width) * HASH_BYTES;
    if (!hashes || hashes.length < end) throw new RangeError(`tile ${keyOf(place)} lacks a hash`);
    return rootOfHashes(split(hashes.subarray(place.offset * HASH_BYTES, end)));
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
 * @returns every tile that is new or longer than before
 */
export function append(size: number, edge: readonly Tile[], leaves: readonly Uint8Array[]): Tile[] {
  const open = new Map(edge.map(({ level, index, hashes }) => [level, { index, hashes: split(hashes) }]));
  const grown = new Map<string, Tile>();
  const push = (level: number, hash: Uint8Array): void => {
    const tile = open.get(level) ?? { index: Math.floor(size / TILE_WIDTH ** (level + 1)), hashes: [] };
    open.set(level, tile);
    tile.hashes.push(Buffer.from(hash));
    if (tile.hashes.length < TILE_WIDTH) return;
    grown.set(keyOf({ level, index: tile.index }), {
      level,
      index: tile.index,
      hashes: Buffer.concat(tile.hashes),
    });
    push(level + 1, rootOfHashes(tile.hashes));
    open.set(level, { index: tile.index + 1, hashes: [] });
  };
  const widths = new Map(
    [...open].map(([level, { index, hashes }]) => [keyOf({ level, index }), hashes.length]),
  );
  for (const leaf of leaves) push(0, leaf);
  for (const [level, { index, hashes }] of open)
    if (hashes.length > (widths.get(keyOf({ level, index })) ?? 0))
      grown.set(keyOf({ level, index }), { level, index, hashes: Buffer.concat(hashes) });
  return [...grown.values()];
}
