// What verifies the answer to a request, on every platform that can.

/** Reads the key set of the service, `/.well-known/jwks.json`. Rejects when no answer comes. */
export type ReadKeySet = () => Promise<Response>;

/** What keeps an answer from being used, and what to do; undefined for an answer that is proven. */
export type Verdict = string | undefined;

/** Verifies the answer to one request. */
export type Verify = (response: Response, readKeys: ReadKeySet) => Promise<Verdict>;
