// What comes again at the embedded authorisation server where people sign in: the request of a program, and the button of a link.
import { expect } from "chai";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { Failure } from "../../src/rpc/failure.ts";
import { PeopleCore, PersonsBrowser } from "./support/people-core.ts";
import { Rig } from "./support/rig.ts";

describe("what comes again where people sign in", function () {
  this.timeout(60_000);
  let rig: Rig;
  let people: PeopleCore;
  const sessionId = newId("session");

  beforeEach(async () => {
    rig = await Rig.start({ config: { oauth: { server: { enabled: true, clients: [PeopleCore.client] } } } });
    people = new PeopleCore(rig);
    people.sessions.add(sessionId);
  });
  afterEach(() => rig[Symbol.asyncDispose]());

  describe("a pushed request", () => {
    const opened = async (browser: PersonsBrowser, asked: string): Promise<string> =>
      (await browser.open(asked)).headers.location as string;
    /** Allows what a question asks. @returns what the program is told */
    const told = async (browser: PersonsBrowser, question: string): Promise<string | null> => {
      const back = (await browser.press(`${question}/allow`)).headers.location as string;
      const { headers, text } = await browser.open(back);
      if (headers.location === undefined) throw new Error(text);
      const { searchParams } = new URL(headers.location);
      return searchParams.has("code") ? "code" : searchParams.get("error");
    };

    it("gives one code, also when it is answered after its own time", async () => {
      const person = people.signedIn(sessionId);
      const [one, other] = [person.copy(), person.copy()];
      const asked = await one.pushed();
      const questions = [await opened(one, asked), await opened(other, asked)] as const;
      people.later(61);
      expect((await person.open(asked)).text).to.include("invalid_request_uri");
      expect(await told(one, questions[0])).to.equal("code");
      expect(await told(other, questions[1])).to.equal("invalid_request_uri");
    });

    it("gives one code to a person who takes ten minutes to sign in, and as long to answer", async () => {
      const person = people.signedIn(sessionId);
      const browsers = [new PersonsBrowser(rig), new PersonsBrowser(rig)];
      const asked = await person.pushed();
      people.later(50);
      const unsigned = await Promise.all(browsers.map((each) => opened(each, asked)));
      people.later(590);
      const questions: string[] = [];
      for (const [at, browser] of browsers.entries()) {
        browser.session = person.session;
        const back = (await browser.open(unsigned[at] as string)).headers.location as string;
        questions.push(await opened(browser, back));
      }
      people.later(590);
      const answers = [];
      for (const [at, browser] of browsers.entries())
        answers.push(await told(browser, questions[at] as string));
      expect(answers).to.deep.equal(["code", "invalid_request_uri"]);
    });

    it("gives no code once it is forgotten", async () => {
      const browser = people.signedIn(sessionId);
      const question = await opened(browser, await browser.pushed());
      people.forget("PushedAuthorizationRequest");
      expect(await told(browser, question)).to.equal("invalid_request_uri");
    });
  });

  describe("a sign-in link", () => {
    const secret = "l".repeat(43);
    const link = `/oauth/sign-in/${secret}`;
    let browser: PersonsBrowser;
    let failing: boolean;

    beforeEach(async () => {
      people.links.set(secret, { browser: "", sessionId: newId("session") });
      browser = new PersonsBrowser(rig);
      expect((await browser.open(link)).status).to.equal(200);
      failing = true;
      people.beforePut = (kind) => {
        if (kind !== "Session" || !failing) return;
        failing = false;
        throw new Failure("OVERLOADED");
      };
    });

    for (const again of ["press", "open"] as const)
      it(`signs the browser in that repeats it (${again}) after its session was not stored`, async () => {
        expect((await browser.press(link)).status).to.equal(503);
        expect(browser.session).to.equal(undefined);
        expect((await browser[again](link)).text).to.include("You are signed in");
        expect((await browser.open("/oauth/account")).status).to.equal(200);
        const other = new PersonsBrowser(rig, { "__Host-pda-link": "x".repeat(43) });
        for (const each of ["press", "open"] as const) expect((await other[each](link)).status).to.equal(403);
      });

    it("gives no second cookie once a passkey has changed the first one", async () => {
      failing = false;
      await browser.press(link);
      const copy = browser.copy();
      people.consume("Session", browser.session as string);
      for (const each of ["press", "open"] as const) {
        copy.session = undefined;
        expect((await copy[each](link)).status).to.equal(403);
        expect(copy.session).to.equal(undefined);
      }
    });
  });
});
