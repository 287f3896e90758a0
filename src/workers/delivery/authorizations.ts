import { setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { type ReceiverRules, requireReceiverUrl } from "../../domain/webhook/address.ts";
import type { SealedAuthorization } from "../../domain/webhook/authentication.ts";
import { AskedOrigins } from "./asked-origins.ts";
import type { Sender } from "./sender.ts";
import { type AccessToken, NoToken, tokenOf, tokenRequest } from "./token-request.ts";

/** Endpoints whose tokens a worker keeps. */
const endpointsMax = 10_000;
/** Pauses after requests for a token that failed in a row. They grow from the first to the longest. */
const failedMs = 2_000;
const failedMsMax = 300_000;
/** Requests to one server wait for each other for this time. */
const turnMsMax = 3_000;
const turnMs = 50;
/** A token is used no longer than until this time before its end, or a tenth of its life if that is shorter. */
const marginMs = 60_000;
/** A receiver that refuses a younger token gets no other one: a receiver that refuses all would cost a request to the server each time. */
const renewAfterMs = 1_000;

type OAuth = SealedAuthorization & { readonly method: "oauth" };

interface Kept {
  /** What the token was got with. */
  readonly sealed: Buffer;
  readonly token: Promise<AccessToken>;
  /** On the clock of `performance`. */
  readonly fetchedAt: number;
  /** Infinity while the token is being fetched. A failure counts as a token for a while, so that it is not repeated at once. */
  usableUntil: number;
  /** Requests that have failed in a row, with this client. */
  failures: number;
  /** The server has given this client a token before. */
  isKnown: boolean;
}

/** All wallets together, as one asker. */
export const WALLETS = "wallets";

/** Whom an authorisation is for. */
export interface Authorized {
  /** UUID of the endpoint. */
  readonly webhookUuid: string;
  /** Who answers for its requests: a tenant, or all wallets together, because anybody can create any number of them. */
  readonly asker: string;
}

export interface AuthorizationsOptions {
  readonly sender: Pick<Sender, "send">;
  readonly rules: ReceiverRules;
  readonly userAgent: string;
  /** Opens the secret of an endpoint. @throws when its data key is not known */
  readonly openCredential: (webhookUuid: string, sealed: Buffer) => Buffer;
}

/**
 * Makes the header `Authorization` of requests to receivers. Tokens are kept in memory until shortly before their end. Anybody can name any
 * host as authorisation server, so requests to servers that have given an endpoint no token yet are bounded, as challenges are: for each
 * tenant apart, so that none can keep others from a server that many use.
 */
export class Authorizations {
  readonly #options: AuthorizationsOptions;
  readonly #kept = new LRUCache<string, Kept>({ max: endpointsMax });
  readonly #origins = new AskedOrigins();

  constructor(options: AuthorizationsOptions) {
    this.#options = options;
  }

  /**
   * Returns the value of the header. Requests of an endpoint at the same time share one request for a token.
   * @throws NoToken when the authorisation server gives none; Refused when the deployment no longer allows its URL
   */
  async of(of: Authorized, authentication: SealedAuthorization): Promise<string> {
    const { webhookUuid } = of;
    if (authentication.method === "bearer") {
      const token = this.#options.openCredential(webhookUuid, authentication.sealed).toString();
      return `Bearer ${token}`;
    }
    const kept = this.#kept.get(webhookUuid);
    const isUsable = kept?.sealed.equals(authentication.sealed) && performance.now() < kept.usableUntil;
    const { token } = await (kept && isUsable ? kept : this.#fetch(of, authentication)).token;
    return `Bearer ${token}`;
  }

  /**
   * Takes note that a receiver has refused an authorisation, and returns another one to try: undefined when it has none, or got the present one
   * a moment ago.
   */
  async another(
    of: Authorized,
    authentication: SealedAuthorization,
    refused: string,
  ): Promise<string | undefined> {
    if (authentication.method === "bearer") return undefined;
    const kept = this.#kept.get(of.webhookUuid);
    if (kept && `Bearer ${(await kept.token).token}` === refused) {
      if (performance.now() - kept.fetchedAt < renewAfterMs) return undefined;
      kept.usableUntil = Math.min(kept.usableUntil, 0);
    }
    return this.of(of, authentication);
  }

  #fetch(of: Authorized, authentication: OAuth): Kept {
    const { webhookUuid } = of;
    const { sealed } = authentication;
    const last = this.#kept.get(webhookUuid);
    const { failures = 0, isKnown = false } = last?.sealed.equals(sealed) ? last : {};
    const token = this.#token(of, authentication, isKnown);
    const fetchedAt = performance.now();
    const begun: Kept = {
      sealed,
      token,
      fetchedAt,
      usableUntil: Number.POSITIVE_INFINITY,
      failures,
      isKnown,
    };
    this.#kept.set(webhookUuid, begun);
    token.then(
      ({ lifeMs }) => {
        begun.usableUntil = fetchedAt + lifeMs - Math.min(marginMs, lifeMs / 10);
        [begun.failures, begun.isKnown] = [0, true];
      },
      () => {
        const pauseMs = Math.min(failedMsMax, failedMs * 2 ** Math.min(failures, 10));
        begun.usableUntil = performance.now() + pauseMs;
        begun.failures = failures + 1;
      },
    );
    return begun;
  }

  async #token(
    { webhookUuid, asker }: Authorized,
    { tokenEndpoint, clientId, scope, sealed }: OAuth,
    isKnown: boolean,
  ): Promise<AccessToken> {
    const { sender, rules, userAgent, openCredential } = this.#options;
    const url = requireReceiverUrl(tokenEndpoint, rules);
    const clientSecret = openCredential(webhookUuid, sealed).toString();
    const request = tokenRequest({ url, clientId, clientSecret, scope, userAgent });
    const ask = async (): Promise<AccessToken> => {
      const { error, body } = await sender.send(request);
      if (error !== undefined) throw new NoToken(error);
      return tokenOf(body);
    };
    // What others do with the server delays no endpoint that has its tokens.
    if (isKnown) return ask();
    const bound = `${asker} ${url.origin}`;
    await this.#begin(bound);
    let given: AccessToken | undefined;
    try {
      given = await ask();
      return given;
    } finally {
      this.#origins.end(bound, given !== undefined);
    }
  }

  /** Begins a request. Waits while others are under way. @throws NoToken while requests pause after failures, or when the wait is too long */
  async #begin(bound: string): Promise<void> {
    for (const end = performance.now() + turnMsMax; ; await sleep(turnMs)) {
      const waitMs = this.#origins.begin(bound);
      if (waitMs === 0) return;
      if (waitMs > turnMsMax || performance.now() > end)
        throw new NoToken("the server is not asked so soon again");
    }
  }
}
