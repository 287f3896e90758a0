// Credentials with networks: the address of each request is checked, also while the verdict on the credential is kept.
import { expect } from "chai";
import { ResolveCredentialRequest } from "../../gen/ts/pda/access/v1/access_service.ts";
import { ASSET_ID, asset, got, PAYMENT_ID } from "./support/answers.ts";
import { type Ask, Rig } from "./support/rig.ts";
import { GrpcError, RESOLVE } from "./support/test-core.ts";

const path = `/api/v1/payments/${PAYMENT_ID}`;
const here = "127.0.0.2";
const elsewhere = "127.0.0.1";

describe("the networks of a credential", () => {
  let rig: Rig;
  let count = 0;
  before(async () => {
    rig = await Rig.start({ config: { gateway: { credentialTtlMs: 5000 } } });
  });
  after(() => rig[Symbol.asyncDispose]());
  beforeEach(() => {
    rig.core.reset();
    rig.core.on("GetPayment", got);
    rig.core.on("GetAsset", asset);
  });

  /** A credential for these networks, of which no verdict is kept. */
  const limited = (...networks: string[]): string => {
    const token = rig.allow(`limited-${count++}`);
    rig.core.networks.set(token, networks);
    return token;
  };
  /** The addresses that the core was told, in order. */
  const told = () =>
    rig.core.calls
      .filter((call) => call.path === RESOLVE)
      .map(({ request }) => ResolveCredentialRequest.decode(request).address);
  const refusal = async (ask: Ask, at = path) => {
    const { status, json } = await rig.ask(at, ask);
    return [status, json.errorCode, json.errors[0]?.reason];
  };
  const refused = [403, "SVC-4030", "NETWORK_NOT_ALLOWED"];

  it("are checked for each request, whichever address the verdict was asked for", async () => {
    for (const [first, second] of [
      [elsewhere, here],
      [here, elsewhere],
    ]) {
      const token = limited("192.0.2.0/24", `${here}/32`);
      for (const from of [first, second, first, second])
        expect((await rig.ask(path, { token, from })).status, from).to.equal(from === here ? 200 : 403);
    }
    expect(rig.core.operationCalls).to.have.length(4);
  });

  it("refuse with the address that was seen, and what to do", async () => {
    const token = limited("2001:db8::/32");
    expect(await refusal({ token, from: here })).to.deep.equal(refused);
    const { json } = await rig.ask(path, { token, from: here });
    expect(json.message).to.equal(
      "The API key may not be used from 127.0.0.2. Call from one of its networks, or use another key.",
    );
    expect(rig.core.operationCalls).to.deep.equal([]);
  });

  it("hold for public operations, too", async () => {
    const token = limited(`${here}/32`);
    expect(await refusal({ token, from: elsewhere }, `/api/v1/assets/${ASSET_ID}`)).to.deep.equal(refused);
    expect((await rig.ask(`/api/v1/assets/${ASSET_ID}`, { token, from: here })).status).to.equal(200);
  });

  it("hold for requests that wait for the same verdict", async () => {
    const token = limited(`${here}/32`);
    const froms = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? here : elsewhere));
    const replies = await Promise.all(froms.map((from) => rig.ask(path, { token, from })));
    expect(replies.map(({ status }) => status)).to.deep.equal(
      froms.map((from) => (from === here ? 200 : 403)),
    );
  });

  it("cannot be got round by a header of a proxy", async () => {
    const token = limited(`${here}/32`);
    const headers = { "x-forwarded-for": here, forwarded: `for=${here}`, "x-real-ip": here };
    expect(await refusal({ token, from: elsewhere, headers })).to.deep.equal(refused);
  });

  it("let nobody elsewhere use up the owner's quota", async () => {
    const token = limited(`${here}/32`);
    const policy = async (from: string) => (await rig.ask(path, { token, from })).headers["ratelimit-policy"];
    expect(await policy(elsewhere)).to.match(/^"anonymous"/);
    expect(await policy(here)).to.match(/^"default"/);
    const unknown = await rig.ask("/api/v1/nothing", { token, from: elsewhere });
    expect([unknown.status, unknown.headers["ratelimit-policy"]]).to.satisfy(
      ([status, name]: [number, string]) => status === 404 && name.startsWith('"anonymous"'),
    );
  });

  it("are not there unless they were given", async () => {
    const token = rig.allow(`unlimited-${count++}`);
    for (const from of [here, elsewhere, "127.1.2.3"])
      expect((await rig.ask(path, { token, from })).status).to.equal(200);
  });

  it("the core is told each address from which a credential is used once, and none that is refused", async () => {
    const token = limited("127.0.0.0/30", "127.0.1.0/24");
    for (let repeat = 0; repeat < 3; repeat += 1)
      for (const from of [here, elsewhere, "127.0.0.9", "127.0.1.1"]) await rig.ask(path, { token, from });
    expect(told()).to.deep.equal([here, elsewhere, "127.0.1.1"]);
  });

  it("a request does not wait for the core to be told, nor fail when it cannot be", async () => {
    const token = rig.allow(`told-${count++}`);
    expect((await rig.ask(path, { token, from: here })).status).to.equal(200);
    const late = Promise.withResolvers<GrpcError>();
    rig.core.on("ResolveCredential", () => late.promise);
    expect((await rig.ask(path, { token, from: elsewhere })).status).to.equal(200);
    late.resolve(new GrpcError(14, "late"));
    rig.core.on("ResolveCredential", () => new GrpcError(14, "down"));
    expect((await rig.ask(path, { token, from: "127.0.0.3" })).status).to.equal(200);
  });

  it("a credential that many hosts share costs a bounded number of calls", async () => {
    const token = rig.allow(`shared-${count++}`);
    for (let host = 1; host <= 80; host += 1)
      expect((await rig.ask(path, { token, from: `127.3.0.${host}` })).status).to.equal(200);
    expect(told()).to.have.length(64);
  });
});
