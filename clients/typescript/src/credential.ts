// What proves the caller of a request anew for each attempt.

/** A request before it is sent. What proves the caller is added to its headers. */
export interface Outgoing {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: Uint8Array | null;
}

/** Sets the header `Authorization`. A JWT or a proof counts once, so that each attempt needs its own. */
export interface Credential {
  /** @throws what the function of the option throws that gets a token */
  authorise(request: Outgoing): void | Promise<void>;
  /** Reads an answer. True: the service asks for the same request with another proof, which the next `authorise` makes. */
  isChallengedBy?(response: Response): boolean;
}
