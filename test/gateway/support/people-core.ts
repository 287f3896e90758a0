// What the core remembers of people's sign-ins, for tests of the gateway's pages: states as the database keeps them, and sessions.
import { createHash, randomBytes } from "node:crypto";
import {
  AllowProgramResponse,
  CheckSignInLinkRequest,
  CheckSignInLinkResponse,
  ConsumeOAuthStateRequest,
  ConsumeOAuthStateResponse,
  DeleteOAuthStateRequest,
  DeleteOAuthStateResponse,
  GetOAuthStateRequest,
  GetOAuthStateResponse,
  ListSignInSessionsRequest,
  ListSignInSessionsResponse,
  OpenSignInLinkRequest,
  OpenSignInLinkResponse,
  PutOAuthStateRequest,
  PutOAuthStateResponse,
  UseSignInSessionRequest,
  UseSignInSessionResponse,
} from "../../../gen/ts/pda/access/v1/sign_in_service.ts";
import { ListPasskeysResponse } from "../../../gen/ts/pda/access/v1/passkey_service.ts";
import { Failure } from "../../../src/rpc/failure.ts";
import type { Reply, Rig } from "./rig.ts";

interface Kept {
  readonly payload: Buffer;
  readonly endsAt: number;
  readonly consumed: boolean;
}

const SESSION = "__Host-pda-session";
const SCOPES = ["payments.read"];
const CREDENTIAL = "key_01m83nq1w9e4fvzjcrr72mgr9j";

export class PeopleCore {
  /** A program of people. */
  static readonly client = { id: "till", name: "Till", redirectUris: ["http://127.0.0.1/cb"] };
  /** Sessions in force. */
  readonly sessions = new Set<string>();
  /** Is waited for whenever a session is used. */
  beforeUse: () => Promise<void> = () => Promise.resolve();
  /** Is told each state that is put, and may refuse it. */
  beforePut: (kind: string) => void = () => undefined;
  /** By the secret of a link: the browser that has opened the link, empty until then, and its session. */
  readonly links = new Map<string, { browser: string; readonly sessionId: string }>();
  readonly #states = new Map<string, Kept>();
  readonly #rig: Rig;
  #now = 0;

  constructor(rig: Rig) {
    this.#rig = rig;
    const { core } = rig;
    core.on("PutOAuthState", ({ request }) => {
      const { kind, id, payload, lifetimeSeconds } = PutOAuthStateRequest.decode(request);
      this.beforePut(kind);
      const consumed = this.#states.get(`${kind} ${id}`)?.consumed ?? false;
      this.#states.set(`${kind} ${id}`, {
        payload: Buffer.from(payload),
        consumed,
        endsAt: this.#now + lifetimeSeconds,
      });
      return PutOAuthStateResponse.encode({}).finish();
    });
    core.on("GetOAuthState", ({ request }) => {
      const { kind, id } = GetOAuthStateRequest.decode(request);
      const { payload, consumed } = this.#find(kind, id) ?? notFound();
      return GetOAuthStateResponse.encode({ payload, consumed }).finish();
    });
    core.on("ConsumeOAuthState", ({ request }) => {
      const { kind, id } = ConsumeOAuthStateRequest.decode(request);
      return ConsumeOAuthStateResponse.encode({ first: this.consume(kind, id) }).finish();
    });
    core.on("DeleteOAuthState", ({ request }) => {
      const { kind, id } = DeleteOAuthStateRequest.decode(request);
      this.#states.delete(`${kind} ${id}`);
      return DeleteOAuthStateResponse.encode({}).finish();
    });
    core.on("UseSignInSession", async ({ request }) => {
      const { sessionId } = UseSignInSessionRequest.decode(request);
      await this.beforeUse();
      if (!this.sessions.has(sessionId)) notFound();
      const expireTime = { seconds: BigInt(Math.floor(Date.now() / 1000) + 43_200), nanos: 0 };
      return UseSignInSessionResponse.encode({
        credentialId: CREDENTIAL,
        credentialName: "desk",
        scopes: SCOPES,
        missingProof: 0,
        expireTime,
      }).finish();
    });
    core.on("ListSignInSessions", ({ request }) => {
      const { sessionId } = ListSignInSessionsRequest.decode(request);
      if (!this.sessions.has(sessionId)) throw new Failure("CREDENTIAL_REFUSED");
      return ListSignInSessionsResponse.encode({
        sessions: [],
        mayEndOthers: true,
        credentialId: CREDENTIAL,
        credentialName: "desk",
      }).finish();
    });
    core.on("CheckSignInLink", ({ request }) => {
      const { secret } = CheckSignInLinkRequest.decode(request);
      if (this.links.get(secret)?.browser !== "") throw new Failure("CREDENTIAL_REFUSED");
      return CheckSignInLinkResponse.encode({ credentialId: CREDENTIAL, credentialName: "desk" }).finish();
    });
    core.on("OpenSignInLink", ({ request }) => {
      const { secret, browser = "none" } = OpenSignInLinkRequest.decode(request);
      const link = this.links.get(secret);
      if (!link || (link.browser !== "" && (link.browser !== browser || browser === "none")))
        throw new Failure("CREDENTIAL_REFUSED");
      link.browser = browser;
      const { sessionId } = link;
      this.sessions.add(sessionId);
      return OpenSignInLinkResponse.encode({ sessionId, lifetimeSeconds: 43_200 }).finish();
    });
    core.on("ListPasskeys", () => ListPasskeysResponse.encode({ passkeys: [], missingProof: 0 }).finish());
    core.on("AllowProgram", () => AllowProgramResponse.encode({}).finish());
  }

  /** Lets time pass for what is remembered, also for the times in it. */
  later(seconds: number): void {
    this.#now += seconds;
    for (const [name, kept] of this.#states) {
      const { iat, exp, ...content } = JSON.parse(kept.payload.toString());
      const payload = Buffer.from(JSON.stringify({ ...content, iat: iat - seconds, exp: exp - seconds }));
      this.#states.set(name, { ...kept, payload });
    }
  }

  /** Forgets all states of a kind. */
  forget(kind: string): void {
    for (const name of this.#states.keys()) if (name.startsWith(`${kind} `)) this.#states.delete(name);
  }

  /** Returns a browser with a session, as after a link. */
  signedIn(sessionId: string): PersonsBrowser {
    const id = randomBytes(32).toString("base64url");
    const now = Math.floor(Date.now() / 1000);
    const session = { kind: "Session", jti: id, uid: id, accountId: sessionId, loginTs: now };
    const payload = Buffer.from(JSON.stringify({ ...session, iat: now, exp: now + 43_200 }));
    this.#states.set(`Session ${id}`, { payload, consumed: false, endsAt: this.#now + 43_200 });
    return new PersonsBrowser(this.#rig, { [SESSION]: id });
  }

  consume(kind: string, id: string): boolean {
    const kept = this.#find(kind, id);
    if (!kept || kept.consumed) return false;
    this.#states.set(`${kind} ${id}`, { ...kept, consumed: true });
    return true;
  }

  #find(kind: string, id: string): Kept | undefined {
    const kept = this.#states.get(`${kind} ${id}`);
    return kept && kept.endsAt > this.#now ? kept : undefined;
  }
}

/** A browser that keeps cookies by name, and follows no redirect by itself. */
export class PersonsBrowser {
  readonly cookies: Record<string, string>;
  readonly #rig: Rig;

  constructor(rig: Rig, cookies: Record<string, string> = {}) {
    this.#rig = rig;
    this.cookies = cookies;
  }

  get session(): string | undefined {
    return this.cookies[SESSION];
  }

  set session(value: string | undefined) {
    if (value === undefined) delete this.cookies[SESSION];
    else this.cookies[SESSION] = value;
  }

  /** Returns another browser with the same cookies. */
  copy(): PersonsBrowser {
    return new PersonsBrowser(this.#rig, { ...this.cookies });
  }

  open(address: string): Promise<Reply> {
    return this.#ask(address, "GET");
  }

  /** Presses the button of a form. */
  press(address: string): Promise<Reply> {
    return this.#ask(address, "POST", { "content-type": "application/x-www-form-urlencoded" });
  }

  /** Sends what the script of a page sends. */
  send(address: string, body: object): Promise<Reply> {
    return this.#ask(address, "POST", { "content-type": "application/json" }, JSON.stringify(body));
  }

  /** Pushes the request of a program. @returns the address that the person's browser has to open */
  async pushed(): Promise<string> {
    const { id, redirectUris } = PeopleCore.client;
    const body = new URLSearchParams({
      client_id: id,
      response_type: "code",
      redirect_uri: redirectUris[0] as string,
      scope: SCOPES[0] as string,
      code_challenge: createHash("sha256").update("v".repeat(43)).digest("base64url"),
      code_challenge_method: "S256",
    }).toString();
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const { json, text } = await this.#rig.ask("/oauth/par", { body, headers });
    const { request_uri: pushed } = json as { request_uri?: string };
    if (pushed === undefined) throw new Error(text);
    return `/oauth/authorize?${new URLSearchParams({ client_id: id, request_uri: pushed }).toString()}`;
  }

  /** Allows a program. @returns the address that the browser is sent on to */
  async allow(asked?: string): Promise<string> {
    const question = (await this.open(asked ?? (await this.pushed()))).headers.location as string;
    return (await this.press(`${question}/allow`)).headers.location as string;
  }

  async #ask(
    address: string,
    method: "GET" | "POST",
    headers: Record<string, string> = {},
    body = "",
  ): Promise<Reply> {
    const { publicUrl } = this.#rig.config;
    const { pathname, search } = new URL(address, publicUrl);
    const cookie = Object.entries(this.cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join("; ");
    const { origin } = new URL(publicUrl);
    const sent = method === "GET" ? {} : { body, headers: { ...headers, origin } };
    const reply = await this.#rig.ask(pathname + search, {
      method,
      ...sent,
      headers: { ...sent.headers, cookie },
    });
    for (const line of [reply.headers["set-cookie"] ?? []].flat()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") delete this.cookies[name];
      else this.cookies[name] = value;
    }
    return reply;
  }
}

function notFound(): never {
  throw new Failure("NOT_FOUND");
}
