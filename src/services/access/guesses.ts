import { type Failures, delayOfAddress, delayOfKey, isAddressSpent } from "../../domain/access/failures.ts";
import { Failure } from "../../rpc/failure.ts";
import { networkOf } from "../../rpc/quota/network.ts";
import type { Store } from "../../store/store.ts";
import type { RateSubjects } from "./quotas.ts";

/** What counting wrong credentials needs. */
export interface GuessDeps {
  readonly store: Pick<Store, "reserved">;
  readonly rateSubjects: RateSubjects;
}

/**
 * A credential that is presented from an address, and the wrong ones that came from there before. A secret can be guessed, so it is not
 * even checked while its sender has to wait (`requireNoDelay`). A signature cannot be guessed: only wrong ones wait, so that nobody
 * delays the owner of a key by sending wrong signatures in its name, not even from the same address, and a good one costs no look-up.
 */
export interface Guess {
  /** The counts before this credential. */
  readonly failures: Failures;
  /**
   * Counts this credential as wrong, unless its sender has to wait.
   * @param isKnown the key exists
   * @param refusal the failure to answer while the caller has not to wait; CREDENTIAL_REFUSED by default
   * @returns the failure to answer
   */
  wrong(isKnown: boolean, refusal?: Failure): Promise<Failure>;
}

/**
 * Looks up the wrong credentials that came from an address. The counts are those of the whole installation.
 * @param keyId the key or the client that the credential names, whether it exists or not; without a line feed
 */
export async function guessFrom(
  { store, rateSubjects }: GuessDeps,
  address: string,
  keyId: string,
): Promise<Guess> {
  const network = networkOf(address);
  const subjects = [rateSubjects.of("address", network), rateSubjects.of("key", network, keyId)] as const;
  const [ofAddress, ofKey] = await store.reserved.credentialFailures.of(subjects);
  const failures = { ofAddress, ofKey };
  return {
    failures,
    async wrong(isKnown, refusal = new Failure("CREDENTIAL_REFUSED")) {
      const [ofKey, ofAddress] = [delayOfKey(failures), delayOfAddress(failures)];
      // Identifiers that are made up cost no row each, and answers do not tell them from those of keys.
      const counted = isKnown || !isAddressSpent(failures) ? subjects : subjects.slice(0, 1);
      if (ofKey === 0 && (isKnown || ofAddress === 0)) await store.reserved.credentialFailures.count(counted);
      const delay = Math.max(ofKey, ofAddress);
      return delay > 0 ? delayed(delay) : refusal;
    },
  };
}

/** Refuses a credential unchecked while the caller has to wait. @throws Failure CREDENTIAL_DELAYED */
export function requireNoDelay({ failures }: Guess): void {
  const delay = delayOfKey(failures);
  if (delay > 0) throw delayed(delay);
}

function delayed(seconds: number): Failure {
  return new Failure("CREDENTIAL_DELAYED", {
    message: `Too many wrong credentials came from this address. Wait ${seconds} s, then send a valid credential.`,
    retryAfterSeconds: seconds,
  });
}
