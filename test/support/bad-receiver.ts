// A receiver of webhooks that keeps all rules, except for one that a test breaks.
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** What a receiver does wrong, and the rule that it breaks by it. */
export const faults = {
  cold: "good",
  ignoresVerification: "verification",
  answersAnotherChallenge: "verification",
  refusesTests: "test-event",
  acceptsUnsigned: "wrongly-signed",
  acceptsAnyVersion: "wrongly-signed",
  failsOnShortSignature: "wrongly-signed",
  answersForgedVerification: "wrongly-signed",
  verifiesParsedBody: "replayed",
  verifiesIdOfBody: "replayed",
  failsOnReplay: "replayed",
  acceptsPast: "old",
  acceptsFuture: "old",
  readsFirstSignature: "rotated-key",
  readsLastSignature: "rotated-key",
  refusesUnknownVersions: "rotated-key",
  refusesDuplicates: "duplicated",
  countsTwice: "duplicated",
  wantsOrder: "reordered",
  judgesTimeOfEvent: "late",
  refusesUnknownTypes: "unknown",
  refusesUnknownMembers: "unknown",
  takesLittle: "huge",
  readsFirstPiece: "huge",
  diesOfMuch: "huge",
  failsOnMuch: "huge",
} as const;

/** Something that a receiver does wrong. */
export type Fault = keyof typeof faults;

interface Event {
  readonly id: string;
  readonly type: string;
  readonly time: string;
  readonly test?: boolean;
  readonly certificationExtension?: unknown;
  readonly data: { readonly webhookVerification?: { readonly challenge: string } };
}

const knownTypes = ["payment.completed", "payment.failed", "refund.completed", "settlement.finalized"];

export class BadReceiver implements AsyncDisposable {
  readonly #server: Server = createServer((request, response) => {
    this.#answer(request).then(
      ([status, text]) => response.writeHead(status).end(text),
      () => response.destroy(),
    );
  });
  readonly #faults: ReadonlySet<Fault>;
  readonly #key: Buffer;
  readonly #seen = new Set<string>();
  readonly #requests = new Set<string>();
  #count = 0;
  #sequence = 0;

  private constructor(secret: string, wrong: readonly Fault[]) {
    this.#key = Buffer.from(secret.replace("whsec_", ""), "base64");
    this.#faults = new Set(wrong);
  }

  static async start(secret: string, ...wrong: readonly Fault[]): Promise<BadReceiver> {
    const receiver = new BadReceiver(secret, wrong);
    await new Promise<void>((resolve) => receiver.#server.listen(0, "127.0.0.1", resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hooks`;
  }

  async #answer(request: IncomingMessage): Promise<[status: number, text?: string]> {
    if (request.method === "GET") return [200, String(this.#count)];
    const bytesMax = this.#does("takesLittle") ? 102_400 : 1_048_576;
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of request) {
      bytes += (chunk as Buffer).length;
      if (bytes <= bytesMax) chunks.push(chunk as Buffer);
      if (this.#does("readsFirstPiece")) break;
    }
    if (bytes > bytesMax && this.#does("diesOfMuch")) this.#server.close();
    if (bytes > bytesMax) return [this.#does("failsOnMuch") ? 500 : 413];
    return this.#take(request.headers, Buffer.concat(chunks).toString());
  }

  #take(headers: IncomingHttpHeaders, body: string): [status: number, text?: string] {
    const event = JSON.parse(body) as Event;
    const verification = event.data?.webhookVerification;
    const challenge = this.#does("answersAnotherChallenge") ? "another" : verification?.challenge;
    if (verification && this.#does("answersForgedVerification")) return [200, JSON.stringify({ challenge })];
    const refusal = this.#refusalOf(headers, body, event);
    if (refusal !== undefined) return [refusal];
    if (verification) return this.#does("ignoresVerification") ? [204] : [200, JSON.stringify({ challenge })];
    if (event.test) return [this.#does("refusesTests") ? 422 : 204];
    return [this.#store(headers, event)];
  }

  /** Returns the status of a refusal; undefined for a genuine request. */
  #refusalOf(headers: IncomingHttpHeaders, body: string, event: Event): number | undefined {
    const given = headers["webhook-signature"];
    if (given === undefined) return this.#does("acceptsUnsigned") ? undefined : 401;
    const time = Number(headers["webhook-timestamp"]);
    const age = Date.now() / 1000 - time;
    if (Number.isNaN(age)) return 401;
    if (age > 300 && !this.#does("acceptsPast")) return 401;
    if (age < -300 && !this.#does("acceptsFuture")) return 401;
    const idHeader = headers["webhook-id"];
    const id = idHeader && this.#does("verifiesIdOfBody") ? event.id : String(idHeader);
    const content = this.#does("verifiesParsedBody") ? JSON.stringify(JSON.parse(body)) : body;
    const right = createHmac("sha256", this.#key).update(`${id}.${time}.${content}`).digest();
    let signatures = String(given).split(" ");
    if (this.#does("readsFirstSignature")) signatures = signatures.slice(0, 1);
    if (this.#does("readsLastSignature")) signatures = signatures.slice(-1);
    if (this.#does("refusesUnknownVersions") && signatures.some((each) => !/^v1a?,/.test(each))) return 400;
    const ofVersion = this.#does("acceptsAnyVersion") ? /^v\d,/ : /^v1,/;
    const known = signatures.filter((each) => ofVersion.test(each)).map((each) => each.slice(3));
    const bytes = known.map((each) => Buffer.from(each, "base64"));
    if (this.#does("failsOnShortSignature") && bytes.some(({ length }) => length !== right.length))
      return 500;
    const isGenuine = bytes.some((each) => each.length === right.length && timingSafeEqual(each, right));
    return isGenuine ? undefined : 401;
  }

  #store(headers: IncomingHttpHeaders, event: Event): number {
    const sequence = Number(headers["webhook-sequence"]);
    const isOutOfOrder = sequence < this.#sequence;
    this.#sequence = Math.max(sequence, this.#sequence);
    const request = [event.id, headers["webhook-timestamp"], headers["webhook-attempt"]].join(" ");
    const isReplay = this.#requests.has(request);
    this.#requests.add(request);
    if (isReplay && this.#does("failsOnReplay")) return 500;
    if (isOutOfOrder && this.#does("wantsOrder")) return 409;
    if (this.#does("judgesTimeOfEvent") && Date.now() - Date.parse(event.time) > 86_400_000) return 400;
    if (this.#does("refusesUnknownTypes") && !knownTypes.includes(event.type)) return 422;
    if (this.#does("refusesUnknownMembers") && event.certificationExtension) return 422;
    if (this.#seen.has(event.id) && this.#does("refusesDuplicates")) return 409;
    if (!this.#seen.has(event.id) || this.#does("countsTwice")) this.#count += 1;
    this.#seen.add(event.id);
    return this.#does("cold") && this.#seen.size === 1 ? 503 : 204;
  }

  #does(fault: Fault): boolean {
    return this.#faults.has(fault);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    if (this.#server.listening) await new Promise((resolve) => this.#server.close(resolve));
  }
}
