import { LRUCache } from "lru-cache";
import { type ReceiverRules, requireReceiverUrl } from "../../domain/webhook/address.ts";
import type { SealedAuthorization } from "../../domain/webhook/authentication.ts";
import type { Sender } from "./sender.ts";
import { type AccessToken, NoToken, tokenOf, tokenRequest } from "./token-request.ts";

/** Endpoints whose tokens a worker keeps. */
const endpointsMax = 10_000;
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
  /** Infinity while the token is being fetched. */
  usableUntil: number;
}

export interface AuthorizationsOptions {
  readonly sender: Pick<Sender, "send">;
  readonly rules: ReceiverRules;
  readonly userAgent: string;
  /** Opens the secret of an endpoint. @throws when its data key is not known */
  readonly openCredential: (webhookUuid: string, sealed: Buffer) => Buffer;
}

/** Makes the header `Authorization` of requests to receivers. Tokens are kept in memory until shortly before their end. */
export class Authorizations {
  readonly #options: AuthorizationsOptions;
  readonly #kept = new LRUCache<string, Kept>({ max: endpointsMax });

  constructor(options: AuthorizationsOptions) {
    this.#options = options;
  }

  /**
   * Returns the value of the header. Requests of an endpoint at the same time share one request for a token.
   * @throws NoToken when the authorisation server gives none; Refused when the deployment no longer allows its URL
   */
  async of(webhookUuid: string, authentication: SealedAuthorization): Promise<string> {
    if (authentication.method === "bearer") {
      const token = this.#options.openCredential(webhookUuid, authentication.sealed).toString();
      return `Bearer ${token}`;
    }
    const kept = this.#kept.get(webhookUuid);
    const isUsable = kept?.sealed.equals(authentication.sealed) && performance.now() < kept.usableUntil;
    const { token } = await (kept && isUsable ? kept : this.#fetch(webhookUuid, authentication)).token;
    return `Bearer ${token}`;
  }

  /**
   * Takes note that a receiver has refused an authorisation, and returns another one to try: undefined when it has none, or got the present one
   * a moment ago.
   */
  async another(
    webhookUuid: string,
    authentication: SealedAuthorization,
    refused: string,
  ): Promise<string | undefined> {
    if (authentication.method === "bearer") return undefined;
    const kept = this.#kept.get(webhookUuid);
    if (kept && `Bearer ${(await kept.token).token}` === refused) {
      if (performance.now() - kept.fetchedAt < renewAfterMs) return undefined;
      if (this.#kept.get(webhookUuid) === kept) this.#kept.delete(webhookUuid);
    }
    return this.of(webhookUuid, authentication);
  }

  #fetch(webhookUuid: string, authentication: OAuth): Kept {
    const token = this.#token(webhookUuid, authentication);
    const fetchedAt = performance.now();
    const kept: Kept = {
      sealed: authentication.sealed,
      token,
      fetchedAt,
      usableUntil: Number.POSITIVE_INFINITY,
    };
    this.#kept.set(webhookUuid, kept);
    token.then(
      ({ lifeMs }) => {
        kept.usableUntil = fetchedAt + lifeMs - Math.min(marginMs, lifeMs / 10);
      },
      () => {
        if (this.#kept.get(webhookUuid) === kept) this.#kept.delete(webhookUuid);
      },
    );
    return kept;
  }

  async #token(webhookUuid: string, { tokenEndpoint, clientId, scope, sealed }: OAuth): Promise<AccessToken> {
    const { sender, rules, userAgent, openCredential } = this.#options;
    const url = requireReceiverUrl(tokenEndpoint, rules);
    const clientSecret = openCredential(webhookUuid, sealed).toString();
    const { error, body } = await sender.send(
      tokenRequest({ url, clientId, clientSecret, scope, userAgent }),
    );
    if (error !== undefined) throw new NoToken(error);
    return tokenOf(body);
  }
}
