// Who is nobody on a core's port: certificates of other trust domains under the same root, and callers with two credentials.
import { status } from "@grpc/grpc-js";
import { expect } from "chai";
import { Principal, PrincipalKind } from "../../gen/ts/pda/access/v1/access.ts";
import { pino } from "pino";
import { connectCore } from "../../src/rpc/client.ts";
import { dispatchPath } from "../../src/rpc/dispatch/limits.ts";
import type { Failure } from "../../src/rpc/failure.ts";
import { serveHealth } from "../../src/rpc/health.ts";
import { TRUST_DOMAIN } from "../gateway/support/rig.ts";
import { TestCore } from "../gateway/support/test-core.ts";
import { fixedTls } from "../support/fixed-tls.ts";
import { RawCaller } from "./support/raw-caller.ts";
import { context, GET } from "./support/scene.ts";
import { callStream, KEY, Served } from "./support/served.ts";

const health = "/grpc.health.v1.Health/Check";
const reflection = "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo";
const operator = Principal.encode(
  Principal.fromPartial({ kind: PrincipalKind.PRINCIPAL_KIND_OPERATOR, credentialId: "key_1" }),
).finish();
const asOperator = ["pda-principal-bin", Buffer.from(operator).toString("base64")];
const withKey = ["authorization", `Bearer ${KEY}`];

describe("on a core's port", function () {
  this.timeout(60_000);
  let core: Served;
  before(async () => {
    core = await Served.start();
  });
  after(() => core[Symbol.asyncDispose]());
  beforeEach(() => {
    core.calls.length = 0;
  });

  const outcome = async (caller: RawCaller, path: string, headers: readonly string[] = []) => {
    const call = caller.call(path, new Uint8Array(), headers).take();
    await call.closed;
    return [call.grpcStatus, call.reason];
  };

  for (const spiffeId of [
    "spiffe://other.example/gateway",
    "spiffe://other.example/core",
    "spiffe://other.example/service/till",
    `spiffe://${TRUST_DOMAIN}.other.example/gateway`,
    `spiffe://${TRUST_DOMAIN}/gateway/other`,
    `spiffe://${TRUST_DOMAIN}/somebody`,
    `spiffe://${TRUST_DOMAIN}/service/a/b`,
  ]) {
    it(`${spiffeId} under the same root is nobody, whatever it presents`, async () => {
      using caller = new RawCaller(core.address, await core.certificate(spiffeId));
      for (const path of [GET, callStream, dispatchPath, health, reflection])
        for (const headers of [[], asOperator, withKey]) {
          const nobody = [status.UNAUTHENTICATED, "PEER_UNKNOWN"];
          expect(await outcome(caller, path, headers), `${path} ${headers[0]}`).to.deep.equal(nobody);
        }
      expect(core.calls).to.deep.equal([]);
    });
  }

  it("the same names of its own trust domain are somebody", async () => {
    using gateway = new RawCaller(core.address, await core.certificate(`spiffe://${TRUST_DOMAIN}/gateway`));
    expect(await outcome(gateway, GET, asOperator)).to.deep.equal([status.OK, undefined]);
    using till = new RawCaller(core.address, await core.service("till"));
    expect(await outcome(till, GET, withKey)).to.deep.equal([status.OK, undefined]);
    expect(await outcome(till, health)).to.deep.equal([status.OK, undefined]);
    expect(core.calls.map(({ caller }) => [caller.peer, caller.principal.credentialId])).to.deep.equal([
      ["gateway", "key_1"],
      ["service", KEY],
    ]);
  });

  it("two credentials are refused as on REST, also on the first call of a connection, whichever is good", async () => {
    const till = await core.service("till");
    const bad = ["authorization", "Bearer pda_other"];
    for (const two of [
      [...withKey, ...withKey],
      [...withKey, ...bad],
      [...bad, ...withKey],
      [...withKey, "x-request-id", "r", ...withKey],
      ["authorization", `Bearer ${KEY}, Bearer ${KEY}`],
    ]) {
      using caller = new RawCaller(core.address, till);
      for (const nth of ["first", "second"])
        expect(await outcome(caller, GET, two), nth).to.deep.equal([
          status.UNAUTHENTICATED,
          "CREDENTIAL_MALFORMED",
        ]);
      using other = new RawCaller(core.address, till);
      expect(await outcome(other, callStream, two)).to.deep.equal([
        status.UNAUTHENTICATED,
        "CREDENTIAL_MALFORMED",
      ]);
    }
    expect(core.calls).to.deep.equal([]);
  });

  it("a service without a grant, as after its revocation, is nobody, whatever it presents", async () => {
    using caller = new RawCaller(core.address, await core.service("revoked"));
    for (const path of [GET, callStream])
      for (const headers of [[], asOperator, withKey])
        expect(await outcome(caller, path, headers)).to.deep.equal([status.UNAUTHENTICATED, "PEER_UNKNOWN"]);
    expect(core.calls).to.deep.equal([]);
  });

  it("a service never calls by its own rights when it presents something else, however it is written", async () => {
    using till = new RawCaller(core.address, await core.service("till"));
    const bad: [string, string, string][] = [
      ["authorization", `Bearer ${KEY}x `, "CREDENTIAL_MALFORMED"],
      ["authorization", ` Bearer ${KEY}`, "CREDENTIAL_MALFORMED"],
      ["authorization", `\tBearer ${KEY}`, "CREDENTIAL_MALFORMED"],
      ["authorization", `Bearer ${KEY}\t`, "CREDENTIAL_MALFORMED"],
      ["authorization", `Bearer\t${KEY}`, "CREDENTIAL_MALFORMED"],
      ["authorization", `Bearer ${KEY}\u00e4`, "CREDENTIAL_MALFORMED"],
      ["authorization", "Bearer ", "CREDENTIAL_MALFORMED"],
      ["authorization", " ", "CREDENTIAL_MALFORMED"],
      ["authorization", "", "CREDENTIAL_MALFORMED"],
      ["dpop", "zzz", "DPOP_PROOF_MALFORMED"],
      ["dpop", " ", "DPOP_PROOF_MALFORMED"],
      ["signature", "sig=:AA==:", "REQUEST_SIGNATURE_MALFORMED"],
      ["signature-input", 'sig=("@method")', "REQUEST_SIGNATURE_MALFORMED"],
    ];
    for (const [name, value, reason] of bad)
      for (const path of [GET, callStream])
        expect(await outcome(till, path, [name, value]), `${name}: "${value}"`).to.deep.equal([
          status.UNAUTHENTICATED,
          reason,
        ]);
    const both = ["authorization", "Bearer bad ", "authorization", `Bearer ${KEY}`];
    expect(await outcome(till, GET, both)).to.deep.equal([status.UNAUTHENTICATED, "CREDENTIAL_MALFORMED"]);
    expect(core.calls).to.deep.equal([]);
  });

  it("health of other tiers is for their trust domain only", async () => {
    const tls = fixedTls(await core.certificate(`spiffe://${TRUST_DOMAIN}/worker`));
    const server = await serveHealth({
      host: "127.0.0.1",
      port: 0,
      setting: "worker.healthPort",
      tls,
      trustDomain: TRUST_DOMAIN,
      isReady: async () => true,
      log: pino({ level: "silent" }),
    });
    const address = `127.0.0.1:${server.port}`;
    using foreign = new RawCaller(address, await core.certificate("spiffe://other.example/core"));
    expect((await outcome(foreign, health))[0]).to.equal(status.UNAUTHENTICATED);
    using own = new RawCaller(address, await core.certificate(`spiffe://${TRUST_DOMAIN}/core`));
    expect((await outcome(own, health))[0]).to.equal(status.OK);
    await server.close();
  });

  it("a gateway does not speak with a core of another trust domain under the same root", async () => {
    const gateway = fixedTls(await core.certificate(`spiffe://${TRUST_DOMAIN}/gateway`));
    for (const spiffeId of ["spiffe://other.example/core", `spiffe://${TRUST_DOMAIN}/core`]) {
      await using foreign = await TestCore.start(await core.certificate(spiffeId), {});
      foreign.on("GetPayment", () => Buffer.of(1));
      const addresses = [`127.0.0.1:${foreign.port}`];
      await using client = connectCore({
        addresses,
        identity: gateway,
        trustDomain: TRUST_DOMAIN,
        dispatch: "off",
        drainMs: 500,
      });
      const said = await client.call(GET, new Uint8Array(), context({ deadlineMs: Date.now() + 3_000 })).then(
        () => "answered",
        ({ entry }: Failure) => entry,
      );
      expect(said).to.equal(spiffeId.includes("other") ? "UNAVAILABLE" : "answered");
      expect(foreign.calls).to.have.length(spiffeId.includes("other") ? 0 : 1);
    }
  });
});
