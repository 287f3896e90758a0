import { nonceUsed } from "../../domain/wallet/key.ts";
import type { Statement, UsedStatement } from "../../store/wallet/statements.ts";

/**
 * Whether a statement has had its effect already.
 *
 * @param known what has used its nonce
 * @throws Refused NONCE_USED when that was another statement
 */
export function isRepeat(known: UsedStatement | undefined, { digest }: Statement): known is UsedStatement {
  if (!known) return false;
  if (Buffer.compare(known.digest, digest) !== 0) throw nonceUsed();
  return true;
}
