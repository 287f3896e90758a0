import { randomBytes } from "node:crypto";
import { scanObject } from "../../../codec/scan.ts";
import { Failure } from "../../../rpc/failure.ts";
import { networkOf } from "../../../rpc/quota/network.ts";
import { BodyReader, checkBodyHeaders } from "../../body.ts";
import type { Exchange } from "../../exchange.ts";
import { relyingPartyOf } from "../../../trust/relying-party.ts";
import { MethodNotAllowed } from "../../routes.ts";
import { MissingProof } from "../../../../gen/ts/pda/access/v1/sign_in_service.ts";
import { type AccountOptions, sessionCookie } from "./account.ts";
import { ACCOUNT_PATH, SIGN_IN_PAGE, signedInPage } from "./html.ts";
import {
  answerJson,
  goTo,
  isOwnForm,
  isOwnRequest,
  isPost,
  orRefusal,
  show,
  showSignedOut,
} from "./page-answers.ts";
import { addPasskeyPage, passkeyPage, SCRIPT } from "./passkey-html.ts";
import {
  ADD_PASSKEY_PAGE,
  ADD_PASSKEY_PATH,
  nextIn,
  SIGN_IN_DONE,
  SIGN_IN_OPTIONS,
  SIGN_IN_USE,
  signInPage,
} from "./passkey-paths.ts";

const REMOVE = new RegExp(`^${ADD_PASSKEY_PATH}/(psk_[0-7][0-9a-hjkmnp-tv-z]{25})/remove$`);
/** Larger than any answer of a browser; the core takes as much. */
const BODY_BYTES_MAX = 16_384;
const NAME_CHARACTERS_MAX = 63;
const CHALLENGE_SECONDS = 300;
const COOKIE = "__Host-pda-passkey";
const COOKIE_VALUE = /(?:^|; )__Host-pda-passkey=([A-Za-z0-9_-]{43})(?:;|$)/;

const REFUSED =
  "This passkey does not sign you in here. It was removed, or belongs to another key than the one that you are signed in as, or the page was open for too long. Try again, or open a sign-in link.";
const NOT_ADDED =
  "The passkey was not added: the page was open for too long, or you have to sign in again. Open the page again.";

/** What a request of a passkey page is for. */
interface Step {
  readonly operation: string;
  readonly routeName: string;
  readonly isPost: boolean;
  readonly answer: (exchange: Exchange) => Promise<void>;
}

/**
 * Makes the pages on which people sign in by passkeys, add them, and remove them.
 * @returns a function that tells whether it has answered
 */
export function passkeyPages(options: AccountOptions): (exchange: Exchange) => Promise<boolean> {
  const { provider, signIn, passkeys, publicUrl, hasConsole } = options;
  const bodies = new BodyReader(BODY_BYTES_MAX);
  const sessionOf = ({ request, response }: Exchange) =>
    provider.Session.get(provider.createContext(request, response));
  /** The session in force of the browser, with its key. */
  const personOf = async (exchange: Exchange) => {
    const { accountId } = await sessionOf(exchange);
    const session = accountId === undefined ? undefined : await signIn.session(accountId);
    return accountId === undefined || !session ? undefined : { sessionId: accountId, session };
  };

  const steps: Readonly<Record<string, Omit<Step, "routeName">>> = {
    [SIGN_IN_PAGE]: { operation: "BeginPasskeySignIn", isPost: false, answer: showSignIn },
    [SIGN_IN_OPTIONS]: { operation: "BeginPasskeySignIn", isPost: true, answer: offerSignIn },
    [SIGN_IN_USE]: { operation: "UsePasskey", isPost: true, answer: use },
    [SIGN_IN_DONE]: { operation: "UseSignInSession", isPost: false, answer: showDone },
    [ADD_PASSKEY_PATH]: { operation: "AddPasskey", isPost: true, answer: add },
  };

  return async (exchange) => {
    const step = stepOf(exchange);
    if (!step) return false;
    exchange.routeName = step.routeName;
    exchange.operation = step.operation;
    if (isPost(exchange.request) !== step.isPost) throw new MethodNotAllowed([step.isPost ? "POST" : "GET"]);
    await step.answer(exchange);
    return true;
  };

  function stepOf({ path, request }: Exchange): Step | undefined {
    if (path === ADD_PASSKEY_PAGE) {
      const post = isPost(request);
      const answer = post ? offerRegistration : showAdd;
      return { operation: "BeginPasskeyRegistration", routeName: path, isPost: post, answer };
    }
    const [, passkeyId] = REMOVE.exec(path) ?? [];
    if (passkeyId !== undefined)
      return {
        operation: "RemovePasskey",
        routeName: `${ADD_PASSKEY_PATH}/{passkey}/remove`,
        isPost: true,
        answer: (exchange) => remove(exchange, passkeyId),
      };
    const step = Object.hasOwn(steps, path) ? steps[path] : undefined;
    return step && { ...step, routeName: path };
  }

  async function showSignIn(exchange: Exchange): Promise<void> {
    const person = await personOf(exchange);
    const isSupported = relyingPartyOf(publicUrl) !== undefined;
    const next = nextIn(exchange.query);
    const { credentialName } = person?.session ?? {};
    const html = passkeyPage({
      isSupported,
      next,
      ...(credentialName === undefined ? {} : { credentialName }),
    });
    show(exchange, 200, html, { script: SCRIPT });
  }

  async function showDone(exchange: Exchange): Promise<void> {
    if (await personOf(exchange)) show(exchange, 200, signedInPage(hasConsole));
    else showSignedOut(exchange);
  }

  async function offerSignIn(exchange: Exchange): Promise<void> {
    if (!isOwnRequest(exchange, publicUrl)) return answerJson(exchange, 403, { problem: REFUSED });
    const browser = newBrowser(exchange);
    answerJson(exchange, 200, { options: JSON.parse(await passkeys.beginSignIn(browser)) });
  }

  async function use(exchange: Exchange): Promise<void> {
    await orProblem(exchange, REFUSED, async () => {
      const { answer, browser } = await answerOf(exchange);
      const session = await sessionOf(exchange);
      const sessionId = session.accountId;
      // The core ends the present cookie together with the proof, and the browser gets a new one: a request that comes with a stolen cookie
      // afterwards does not profit from the proof.
      const asked = { browser, answer, ...(sessionId ? { sessionId, browserSession: session.jti } : {}) };
      const used = await recorded(exchange, () => passkeys.use(asked, exchange));
      // Also when the session was not in force, and another one begins. The interaction that is under way stays.
      await session.destroy();
      session.jti = randomBytes(32).toString("base64url");
      session.loginAccount({ accountId: used.sessionId });
      await session.save(used.lifetimeSeconds);
      const cookie = sessionCookie(provider, session.jti, used.lifetimeSeconds);
      exchange.response.appendHeader("Set-Cookie", cookie);
      answerJson(exchange, 200, { next: SIGN_IN_DONE });
    });
  }

  async function showAdd(exchange: Exchange): Promise<void> {
    const person = await personOf(exchange);
    if (!person) return showSignedOut(exchange);
    await orRefusal(exchange, async () => {
      const { missingProof } = await passkeys.list(person.sessionId);
      if (missingProof !== MissingProof.MISSING_PROOF_UNSPECIFIED)
        return goTo(exchange, signInPage(ADD_PASSKEY_PAGE));
      show(exchange, 200, addPasskeyPage(person.session.credentialName), { script: SCRIPT });
    });
  }

  async function offerRegistration(exchange: Exchange): Promise<void> {
    await orProblem(exchange, NOT_ADDED, async () => {
      const browser = newBrowser(exchange);
      const made = await passkeys.beginRegistration(browser, await requireSession(exchange));
      answerJson(exchange, 200, { options: JSON.parse(made) });
    });
  }

  async function add(exchange: Exchange): Promise<void> {
    await orProblem(exchange, NOT_ADDED, async () => {
      const { answer, browser, name } = await answerOf(exchange);
      const sessionId = await requireSession(exchange);
      await recorded(exchange, () => passkeys.add({ browser, sessionId, name, answer }, exchange));
      answerJson(exchange, 200, { next: ACCOUNT_PATH });
    });
  }

  async function remove(exchange: Exchange, passkeyId: string): Promise<void> {
    if (!isOwnForm(exchange, publicUrl)) return;
    const person = await personOf(exchange);
    if (!person) return showSignedOut(exchange);
    await orRefusal(exchange, async () => {
      const { missingProof } = await passkeys.list(person.sessionId);
      if (missingProof !== MissingProof.MISSING_PROOF_UNSPECIFIED) {
        exchange.failure = new Failure("CREDENTIAL_REFUSED");
        return goTo(exchange, signInPage(ACCOUNT_PATH));
      }
      await recorded(exchange, () => passkeys.remove({ sessionId: person.sessionId, passkeyId }, exchange));
      goTo(exchange, ACCOUNT_PATH);
    });
  }

  async function requireSession(exchange: Exchange): Promise<string> {
    const { accountId } = await sessionOf(exchange);
    if (accountId === undefined) throw new Failure("CREDENTIAL_REFUSED");
    return accountId;
  }

  /** Reads the answer of a browser, with the secret of the browser that was asked. @throws Failure */
  async function answerOf(exchange: Exchange) {
    const { request, signal, address } = exchange;
    checkBodyHeaders(request, "object", BODY_BYTES_MAX);
    exchange.readsBody = true;
    const { answer, name } = scanObject(await bodies.read(request, signal, networkOf(address)));
    const [, browser] = COOKIE_VALUE.exec(request.headers.cookie ?? "") ?? [];
    if (browser === undefined || typeof answer !== "object") throw new Failure("CREDENTIAL_REFUSED");
    return { answer: JSON.stringify(answer), browser, name: nameOf(name) };
  }

  /** Does some work of a page's script, and says in a sentence why it is refused. */
  async function orProblem(exchange: Exchange, problem: string, work: () => Promise<void>): Promise<void> {
    if (!isOwnRequest(exchange, publicUrl)) return answerJson(exchange, 403, { problem });
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const { entry, message, retryAfterSeconds } = error;
      exchange.failure = error;
      if (entry === "UNAUTHENTICATED") answerJson(exchange, 403, { problem });
      else if (entry === "PERMISSION_DENIED") answerJson(exchange, 403, { problem: message });
      else if (entry === "LIMIT_REACHED")
        answerJson(exchange, 409, { problem: "You have ten passkeys. Remove one first." });
      else if (entry === "RATE_LIMITED") {
        if (retryAfterSeconds !== undefined) exchange.response.setHeader("Retry-After", retryAfterSeconds);
        answerJson(exchange, 429, { problem: message });
      } else throw error;
    }
  }
}

/** Calls the core, which records its own refusals, with the person. */
async function recorded<T>(exchange: Exchange, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    exchange.forwarded = error instanceof Failure;
    throw error;
  }
}

/** Gives the browser a new secret, to which the next challenge belongs. */
function newBrowser({ response }: Exchange): string {
  const browser = randomBytes(32).toString("base64url");
  const attributes = `Path=/; Max-Age=${CHALLENGE_SECONDS}; Secure; HttpOnly; SameSite=Strict`;
  response.appendHeader("Set-Cookie", `${COOKIE}=${browser}; ${attributes}`);
  return browser;
}

const nameOf = (name: unknown): string =>
  (typeof name === "string"
    ? name
        .replace(/\p{Cc}/gu, " ")
        .trim()
        .slice(0, NAME_CHARACTERS_MAX)
    : "") || "Passkey";
