import { MissingProof as Word } from "../../../../gen/ts/pda/access/v1/sign_in_service.ts";
import { type MissingProof, missingProof } from "../../../domain/access/sign-in-proof.ts";
import type { SignInSession } from "../../../store/sign-in-sessions.ts";
import type { Readers } from "../../../store/store.ts";
import { areSensitive } from "./sensitive-scopes.ts";

/** The words of the contract. */
export const missingProofs: Readonly<Record<MissingProof, Word>> = {
  none: Word.MISSING_PROOF_UNSPECIFIED,
  any: Word.MISSING_PROOF_ANY,
  passkey: Word.MISSING_PROOF_PASSKEY,
};

/** Returns the proof that a session lacks to allow a program some scopes. */
export async function missingToAllow(
  { passkeys }: Pick<Readers, "passkeys">,
  session: SignInSession,
  scopes: readonly string[],
): Promise<MissingProof> {
  const isSensitive = areSensitive(scopes);
  const hasPasskeys =
    isSensitive && (await passkeys.listOf(await passkeys.firstOf(session.credentialId))).length > 0;
  return missingProof(session, { hasPasskeys, isSensitive }, Date.now());
}
