import { SESSIONS_MAX } from "../../../domain/access/sign-in-link.ts";
import type { SignInSession } from "../../../store/sign-in-sessions.ts";
import type { Transaction } from "../../../store/store.ts";
import { endSession } from "./end-grants.ts";

/** Begins a session of a person, and ends those that were not used for the longest time when there are too many. */
export async function openSession<Opened extends SignInSession | undefined>(
  tx: Pick<Transaction, "revokedAccessTokens" | "signInSessions">,
  credentialId: string,
  open: () => Promise<Opened>,
): Promise<{ readonly session: Opened; readonly ended: readonly string[] }> {
  await tx.signInSessions.lockOf(credentialId);
  const session = await open();
  if (!session) return { session, ended: [] };
  const ended = leastUsed(await tx.signInSessions.listOf(credentialId), session.sessionId);
  for (const each of ended) await endSession(tx, each);
  return { session, ended };
}

/** Returns the seconds until a session ends, at its last use. */
export const lifetimeOf = ({ lastUsedAt, expiresAt }: SignInSession): number =>
  Math.floor((expiresAt.getTime() - lastUsedAt.getTime()) / 1000);

/** Returns which sessions of a person end when the newest one has begun: those that were not used for the longest time. */
const leastUsed = (sessions: readonly SignInSession[], newest: string): string[] =>
  sessions
    .filter(({ sessionId }) => sessionId !== newest)
    .sort((one, other) => other.lastUsedAt.getTime() - one.lastUsedAt.getTime())
    .slice(SESSIONS_MAX - 1)
    .map(({ sessionId }) => sessionId);
