import { clientOf, type PdaClient } from "./client.ts";
import { type PdaClientOptions, settingsOf } from "./options.ts";

/**
 * Makes a client of the REST interface over TLS 1.3. Calls resolve to the envelope. They reject with PdaError (the service refused),
 * PdaConnectionError (no answer) or PdaProtocolError (another server answered). Every call with an effect gets an `Idempotency-Key`
 * unless the caller sets one, so that retryable failures are repeated without a second effect.
 *
 * @throws TypeError for an option or a variable that cannot be used
 */
export const createPdaClient = (options: PdaClientOptions = {}): PdaClient => clientOf(settingsOf(options));
