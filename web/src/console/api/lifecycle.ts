// The states of an asset, and the ways from one to the next.
import { keyed } from "../../intent.ts";
import { api, type Schemas } from "./client.ts";

export type Move = "activate" | "suspend" | "resume" | "retire" | "revoke";

const MOVES: Readonly<Record<string, readonly Move[]>> = {
  issued: ["activate", "revoke"],
  active: ["suspend", "retire", "revoke"],
  suspended: ["resume", "retire", "revoke"],
};

/** Returns the moves that an asset of a status can make. */
export const movesFrom = (status: string): readonly Move[] => MOVES[status] ?? [];

/** Whose end is for ever. */
export const isFinal = (move: Move): boolean => move === "retire" || move === "revoke";

export interface Moved {
  readonly publisherId: string;
  readonly assetId: string;
  readonly move: Move;
  /** For the record. Empty: none. */
  readonly reason: string;
}

/** Moves an asset, and returns it. @param key of the request */
export async function moveAsset(
  { publisherId, assetId, move, reason }: Moved,
  key: string,
): Promise<Schemas["Asset"]> {
  const params = { path: { publisherId, assetId }, ...keyed(key) };
  if (move === "activate")
    return (await api().POST("/api/v1/publishers/{publisherId}/assets/{assetId}/activate", { params })).data;
  const body = reason.trim() === "" ? {} : { reason: reason.trim() };
  return (
    await api().POST(`/api/v1/publishers/{publisherId}/assets/{assetId}/${move}`, {
      params,
      body,
    })
  ).data;
}
