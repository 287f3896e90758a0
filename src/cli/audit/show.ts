import { createPdaClient } from "../../../clients/typescript/src/index.ts";
import type { Config } from "../../config.ts";
import { leafHash, provesInclusion } from "../../domain/audit/merkle.ts";
import { openCheckpoint } from "../../services/audit/checkpoints.ts";
import { readVerifierKey } from "../../trust/transparency/note.ts";
import { CommandError } from "../failure.ts";
import { callFailure } from "../lists/problem.ts";
import { baseUrlOf, requiredApiKey, keyOriginOf, type ServiceOptions, callOptionsOf } from "../service.ts";

export interface ShowOptions extends ServiceOptions {
  /** The key of the log, as the operator has published it. */
  readonly verifierKey: string;
}

/**
 * Returns a record in its canonical form, after it was proved to be in the log.
 * @throws CommandError when the proof does not hold
 */
export async function provenRecord(config: Config, recordId: string, options: ShowOptions): Promise<string> {
  const verifier = readVerifierKey(options.verifierKey);
  if (!verifier)
    throw new CommandError(
      "the verifier key cannot be read",
      "give it as it was published: <name>+<key id>+<base64>",
    );
  const baseUrl = baseUrlOf(config, options);
  const apiKey = requiredApiKey(config, options, "audit.read");
  await using api = createPdaClient({ baseUrl, apiKey, ...callOptionsOf(config, options) });
  const answer = await api
    .GET("/api/v1/audit/records/{recordId}", { params: { path: { recordId } } })
    .catch((error: unknown) => {
      throw callFailure(error, baseUrl, { scope: "audit.read", keyOrigin: keyOriginOf(config, options) });
    });
  const { canonicalRecord, checkpoint, hashes, position } = answer.data.proof;
  const head = openCheckpoint(checkpoint, { verifier });
  const leaf = leafHash(Buffer.from(canonicalRecord));
  const proof = hashes.map((hash) => Buffer.from(hash, "base64"));
  const isRecord = canonicalRecord.includes(`"recordId":"${recordId}"`);
  if (!head || !isRecord || !provesInclusion({ index: Number(position), leaf, ...head }, proof))
    throw new CommandError(
      `the log does not prove the record ${recordId}`,
      "keep the answer of the service (pda audit list --json) and report it to the operator",
    );
  return canonicalRecord;
}
