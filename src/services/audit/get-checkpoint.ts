import type { AuditServiceService } from "../../../gen/ts/pda/audit/v1/audit_service.ts";
import { consistencyPath } from "../../domain/audit/merkle.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handlers } from "../../rpc/handler.ts";
import { type Checkpoints, hashesOf } from "./checkpoints.ts";

/** Returns the newest signed head, with the proof that it continues an older tree. */
export const getAuditCheckpoint =
  ({
    checkpoints,
  }: {
    readonly checkpoints: Checkpoints;
  }): Handlers<typeof AuditServiceService>["getAuditCheckpoint"] =>
  async ({ request, read }) => {
    const { size, note } = await checkpoints.current();
    const fromSize = request.fromSize === undefined ? undefined : Number(request.fromSize);
    if (fromSize !== undefined && fromSize > size)
      throw Failure.ofField("from_size", "OUT_OF_RANGE", `The tree has ${size} records.`);
    const path = fromSize === undefined ? [] : consistencyPath(fromSize, size);
    const hashes = await hashesOf(read, path);
    return {
      checkpoint: note,
      verifierKey: checkpoints.verifierKey,
      hashes: hashes.map((hash) => Buffer.from(hash)),
    };
  };
