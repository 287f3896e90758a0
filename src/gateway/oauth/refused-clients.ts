import type { KoaContextWithOIDC } from "oidc-provider";
import { Failure } from "../../rpc/failure.ts";
import { exchangeOf } from "../exchange.ts";
import { readJws } from "../../trust/jws.ts";
import { isDelay } from "../presented.ts";
import { answerFailure } from "./answer-failure.ts";
import { type AuthorizationCore, callerOf } from "./core-calls.ts";

/** What the core takes as the name of a client. */
const CLIENT_ID = /^[\x21-\x7e]{1,255}$/;

/** Clients that do not prove their identity: they wait after too many times, like everybody with wrong credentials. */
export class RefusedClients {
  readonly #core: Pick<AuthorizationCore, "countRefused">;
  /** Requests whose client has proved its identity, so that what is wrong with them is no guess. */
  readonly #proved = new WeakSet<KoaContextWithOIDC>();

  constructor(core: Pick<AuthorizationCore, "countRefused">) {
    this.#core = core;
  }

  /** Takes note that the client of a request has proved its identity. */
  proved(ctx: KoaContextWithOIDC): void {
    this.#proved.add(ctx);
  }

  /**
   * Answers 429 in place of 401 to a client that has to wait. Wraps the answering of each request, and only costs refused clients a question
   * to the core.
   */
  readonly slowDown = async (ctx: KoaContextWithOIDC, answered: () => Promise<void>): Promise<void> => {
    await answered();
    const isGuess = ctx.status === 401 && !exchangeOf(ctx.res as never).failure && !this.#proved.has(ctx);
    if (!isGuess) return;
    try {
      await this.#core.countRefused(namedIn(ctx), callerOf(ctx));
    } catch (error) {
      // While no core counts, the client gets the refusal itself.
      if (error instanceof Failure && isDelay(error)) answerFailure(ctx, error);
    }
  };
}

/** Returns the client that a request names, of which nothing is proved; empty for none that can exist. */
function namedIn({ oidc }: KoaContextWithOIDC): string {
  const { client_id: clientId, client_assertion: assertion } = oidc.params ?? {};
  const name = clientId ?? subjectOf(assertion);
  return typeof name === "string" && CLIENT_ID.test(name) ? name : "";
}

function subjectOf(assertion: unknown): unknown {
  const jws = typeof assertion === "string" ? readJws(assertion) : undefined;
  return typeof jws === "object" ? jws.payload?.sub : undefined;
}
