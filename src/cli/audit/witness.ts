import { createPrivateKey, createPublicKey, generateKeyPairSync } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { createPdaClient, PdaError } from "../../../clients/typescript/src/index.ts";
import type { Config } from "../../config.ts";
import { provesConsistency } from "../../domain/audit/merkle.ts";
import { naming } from "../../files/error.ts";
import { readIfThere } from "../../files/read.ts";
import { writeAtomically, writeNew } from "../../pki/files.ts";
import { type Lock, lockHolder, takeLock } from "../../platform/lock.ts";
import { PlatformError } from "../../platform/problem.ts";
import { openCheckpoint, type SignedCheckpoint } from "../../services/audit/checkpoints.ts";
import {
  cosignNote,
  type NoteKey,
  rawPublicKey,
  readVerifierKey,
  verifierKey,
} from "../../trust/transparency/note.ts";
import { CommandError } from "../failure.ts";
import { callFailure } from "../lists/problem.ts";
import { baseUrlOf, callOptionsOf, keyOriginOf, requiredApiKey, type ServiceOptions } from "../service.ts";

export interface WitnessOptions extends ServiceOptions {
  /** Name of the witness. */
  readonly name: string;
  /** File of the witness's private key; created when it does not exist. */
  readonly key: string;
  /** File of the last checkpoint that the witness has cosigned. */
  readonly state: string;
  /** The key of the log; required at the first run. */
  readonly verifierKey?: string;
}

/** What a witness keeps between two runs. */
interface State {
  readonly verifierKey: string;
  /** The last head that the witness has cosigned. */
  readonly checkpoint?: string;
  /** A head that the log has signed too, and that does not continue the other one. The witness cosigns nothing more. */
  readonly contradiction?: string;
}

/** The log contradicts what it has signed before. */
const contradiction = (message: string, { state }: WitnessOptions): CommandError =>
  new CommandError(
    message,
    `keep ${state}: it has both signed heads, and the witness cosigns nothing more with it`,
  );

/**
 * Asks for the newest checkpoint, checks that its tree continues the tree of the last one, and cosigns it (C2SP tlog-cosignature).
 * @returns the cosigned checkpoint
 * @throws CommandError when the log was rewritten, also when the rewritten log is signed with its own key. The state then has both heads.
 * Also while another run uses the same state: the slower run would write an older head over a newer one, or over a contradiction
 */
export async function witness(config: Config, options: WitnessOptions): Promise<string> {
  using _ = lockOf(options);
  const state = stateIn(options);
  const verifier = readVerifierKey(state.verifierKey);
  if (!verifier)
    throw new CommandError(
      "the verifier key of the log cannot be read",
      "give it as the operator has published it: <name>+<key id>+<base64>",
    );
  const last = state.checkpoint === undefined ? undefined : openCheckpoint(state.checkpoint, { verifier });
  if (state.checkpoint !== undefined && !last)
    throw new CommandError(
      `${options.state} has no checkpoint of ${verifier.name}`,
      "name the file of this log",
    );
  if (state.contradiction !== undefined)
    throw contradiction(
      "the log was rewritten, as an earlier run has found: it has signed two heads that contradict each other",
      options,
    );
  const { checkpoint: note, hashes, isShorter } = await newest(config, options, last);
  const now = openCheckpoint(note, { verifier });
  if (!now)
    throw new CommandError(
      "the checkpoint is not signed with the key of the log",
      "ask the operator why: the log keeps its key for its whole life (pda audit key)",
    );
  if (last && last.size > 0 && (isShorter || !provesConsistency(last, now, hashes))) {
    keep(options.state, { ...state, contradiction: note });
    const records = `the ${last.size} records that it has signed before`;
    throw contradiction(
      isShorter
        ? `the log was rewritten: it has fewer than ${records}`
        : `the log was rewritten: its first ${last.size} records are not those that it has signed before`,
      options,
    );
  }
  const cosigned = now.note + cosignature(now.note, options);
  keep(options.state, { verifierKey: verifierKey(verifier), checkpoint: cosigned });
  return cosigned;
}

/** Takes the lock of the state file. Does not wait: the next run of the witness comes anyway. @throws CommandError while another run has it */
function lockOf({ state }: WitnessOptions): Lock {
  const dir = `${state}.lock`;
  makeFolder(dir);
  try {
    return takeLock(dir, "pda audit witness");
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    // The other run may have ended meanwhile.
    const holder = lockHolder(dir);
    throw new CommandError(
      `another run of the witness uses ${state}${holder ? ` (pid ${holder.pid}, since ${holder.since})` : ""}`,
      "wait until that run ends, then run the command again; nothing was cosigned or changed",
    );
  }
}

/** Makes a folder in an existing one. A wrong path must not become a new state: its first run would accept any head. */
function makeFolder(dir: string): void {
  try {
    mkdirSync(dir, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

const keep = (file: string, state: State): void => writeAtomically(file, `${JSON.stringify(state)}\n`);

/** Returns the witness's own key as verifiers of cosignatures take it. */
export const witnessKey = (options: Pick<WitnessOptions, "name" | "key">): string =>
  verifierKey(keyOf(options).verifier);

function stateIn({ state, verifierKey: given }: WitnessOptions): State {
  const text = readIfThere(state);
  const kept = text === undefined ? undefined : (JSON.parse(text) as State);
  if (kept && given !== undefined && kept.verifierKey !== given)
    throw new CommandError(`${state} is about another log`, "name another file with --state");
  if (kept) return kept;
  if (given !== undefined) return { verifierKey: given };
  throw new CommandError(
    "the witness does not know the log's key yet",
    "name it with --verifier-key, as the operator has published it (pda audit key)",
  );
}

/** The service's newest head, with the proof that it continues the last one, unless the log is shorter than that. */
interface Newest {
  readonly checkpoint: string;
  readonly hashes: readonly Buffer[];
  readonly isShorter: boolean;
}

async function newest(
  config: Config,
  options: WitnessOptions,
  last: SignedCheckpoint | undefined,
): Promise<Newest> {
  const baseUrl = baseUrlOf(config, options);
  const apiKey = requiredApiKey(config, options, "audit.read");
  await using api = createPdaClient({ baseUrl, apiKey, ...callOptionsOf(config, options) });
  const ask = async (fromSize: number): Promise<Omit<Newest, "isShorter">> => {
    const query = fromSize > 0 ? { fromSize: `${fromSize}` } : {};
    const { data } = await api.GET("/api/v1/audit/checkpoint", { params: { query } });
    const { checkpoint, hashes } = data;
    return { checkpoint, hashes: hashes.map((hash) => Buffer.from(hash, "base64")) };
  };
  try {
    return { ...(await ask(last?.size ?? 0)), isShorter: false };
  } catch (error) {
    if (!(error instanceof PdaError) || error.errors[0]?.reason !== "OUT_OF_RANGE")
      throw callFailure(error, baseUrl, { scope: "audit.read", keyOrigin: keyOriginOf(config, options) });
  }
  try {
    return { ...(await ask(0)), isShorter: true };
  } catch (error) {
    throw callFailure(error, baseUrl, { scope: "audit.read", keyOrigin: keyOriginOf(config, options) });
  }
}

function cosignature(note: string, options: WitnessOptions): string {
  const { privateKey, verifier } = keyOf(options);
  const text = note.slice(0, note.lastIndexOf("\n\n") + 1);
  const seconds = Math.floor(Date.now() / 1000);
  return cosignNote(text, { ...verifier, privateKey, seconds });
}

function keyOf({ name, key: file }: Pick<WitnessOptions, "name" | "key">) {
  if (readIfThere(file) === undefined)
    // A run with another state may make the key at the same moment. Then its key counts.
    writeNew(
      file,
      generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }) as string,
    );
  const privateKey = createPrivateKey(naming(file, () => readFileSync(file, "utf8")));
  const verifier: NoteKey = {
    name,
    algorithm: "cosignature",
    publicKey: rawPublicKey(createPublicKey(privateKey)),
  };
  return { privateKey, verifier };
}
