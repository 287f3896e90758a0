// The cookie of a person at the embedded authorisation server, with requests of several browsers under way at once.
import { expect } from "chai";
import { UsePasskeyRequest, UsePasskeyResponse } from "../../gen/ts/pda/access/v1/passkey_service.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { Failure } from "../../src/rpc/failure.ts";
import { PeopleCore, PersonsBrowser } from "./support/people-core.ts";
import { type Reply, Rig } from "./support/rig.ts";

const PASSKEY_COOKIE = { "__Host-pda-passkey": "p".repeat(43) };

describe("the cookie of a person who signs in", function () {
  this.timeout(60_000);
  let rig: Rig;
  let people: PeopleCore;
  let person: PersonsBrowser;
  const sessionId = newId("session");

  beforeEach(async () => {
    rig = await Rig.start({ config: { oauth: { server: { enabled: true, clients: [PeopleCore.client] } } } });
    people = new PeopleCore(rig);
    people.sessions.add(sessionId);
    rig.core.on("UsePasskey", ({ request }) => {
      const { sessionId: proved = "", browserSession = "" } = UsePasskeyRequest.decode(request);
      expect(proved).to.equal(sessionId);
      people.consume("Session", browserSession);
      return UsePasskeyResponse.encode({ sessionId, lifetimeSeconds: 43_200 }).finish();
    });
    person = people.signedIn(sessionId);
  });
  afterEach(() => rig[Symbol.asyncDispose]());

  const confirm = async (browser: PersonsBrowser): Promise<Reply> => {
    Object.assign(browser.cookies, PASSKEY_COOKIE);
    return browser.send("/oauth/sign-in/passkey", { answer: {} });
  };
  const isSignedIn = async (browser: PersonsBrowser): Promise<boolean> =>
    (await browser.open("/oauth/account")).status === 200;

  it("stays worthless after a passkey, also when a request with it was under way", async () => {
    const thief = person.copy();
    const asked = await thief.pushed();
    const { promise: confirmed, resolve: goOn } = Promise.withResolvers<void>();
    const { promise: underWay, resolve: arrived } = Promise.withResolvers<void>();
    people.beforeUse = () => {
      arrived();
      return confirmed;
    };
    const answer = thief.open(asked);
    await underWay;
    expect((await confirm(person)).status).to.equal(200);
    goOn();
    expect((await answer).status).to.equal(303);
    expect(await isSignedIn(thief)).to.equal(false);
    expect(await isSignedIn(person)).to.equal(true);
  });

  it("is worthless after a passkey, also when the core fails right after the proof", async () => {
    const thief = person.copy();
    for (const name of ["ConsumeOAuthState", "PutOAuthState"])
      rig.core.on(name, () => Promise.reject(new Failure("OVERLOADED")));
    expect((await confirm(person)).status).to.equal(503);
    expect(await isSignedIn(thief)).to.equal(false);
  });

  it("is one for all pages in which a person allows something at once", async () => {
    const [one, other] = [person.copy(), person.copy()];
    const back = await Promise.all([one, other].map((each) => each.allow()));
    const answers = await Promise.all([one.open(back[0] as string), other.open(back[1] as string)]);
    for (const { headers } of answers) expect(headers.location).to.include("code=");
    expect([one, other].map(({ session }) => session)).to.deep.equal([person.session, person.session]);
    expect(await isSignedIn(person)).to.equal(true);
  });

  it("is not multiplied by a program that found nobody signed in", async () => {
    const thief = new PersonsBrowser(rig);
    const question = (await thief.open(await thief.pushed())).headers.location as string;
    Object.assign(thief.cookies, person.copy().cookies);
    const back = (await thief.open(question)).headers.location as string;
    thief.session = undefined;
    await thief.open(back);
    expect(await isSignedIn(thief)).to.equal(false);
  });
});
