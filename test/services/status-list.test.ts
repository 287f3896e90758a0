import { createHash, X509Certificate } from "node:crypto";
import { expect } from "chai";
import { createLocalJWKSet, type JWTPayload, jwtVerify } from "jose";
import pg from "pg";
import type { GetDevicePassResponse } from "../../gen/ts/pda/publisher/v1/pass_service.ts";
import type { StatusList } from "../../gen/ts/pda/verification/v1/record.ts";
import type {
  GetStatusListResponse,
  GetVerificationKeysResponse,
} from "../../gen/ts/pda/verification/v1/record_service.ts";
import { SHARD_SIZE } from "../../src/domain/status/status-list.ts";
import { StatusLists } from "../../src/services/revocation/status-lists.ts";
import { statusAt } from "../support/status-at.ts";
import { anonymous, asPublisher, type BoundAsset, publicUrl, Registry } from "./support/registry.ts";

/** Status types of the IETF Token Status List. */
const STATUS = { valid: 0, invalid: 1, suspended: 2 };

interface Listed {
  readonly idx: number;
  readonly uri: string;
}
type Claims = JWTPayload & Record<"status" | "device_status" | "publisher_status", { status_list: Listed }>;

describe("status lists and passes", function () {
  this.timeout(60_000);
  let registry: Registry;
  let publisherId: string;
  before(async () => {
    registry = await Registry.start();
    ({ publisherId } = await registry.publisher());
  });
  after(() => registry[Symbol.asyncDispose]());

  const keys = async () => {
    const answer = await registry.harness.call<GetVerificationKeysResponse>(
      "GetVerificationKeys",
      {},
      { as: anonymous },
    );
    return createLocalJWKSet({ keys: [...(answer.keySet?.keys ?? [])] });
  };
  const list = async (listId: string): Promise<StatusList> => {
    const answer = await registry.harness.call<GetStatusListResponse>(
      "GetStatusList",
      { listId },
      { as: anonymous },
    );
    return answer.statusList as StatusList;
  };
  const passOf = async ({
    assetId,
    binding: { deviceId },
  }: BoundAsset): Promise<{ pass: string; claims: Claims }> => {
    const request = { publisherId, assetId, deviceId };
    const as = asPublisher(publisherId);
    const { devicePass } = await registry.harness.call<GetDevicePassResponse>("GetDevicePass", request, {
      as,
    });
    const pass = devicePass?.pass as string;
    const options = { issuer: publicUrl, typ: "pda-pass+jwt", algorithms: ["ES256"], subject: assetId };
    const { payload } = await jwtVerify(pass, await keys(), options);
    return { pass, claims: payload as Claims };
  };
  /** What a list made now says, past what a running core keeps for some seconds. */
  const statusOf = async ({ status_list: { idx, uri } }: { status_list: Listed }): Promise<number> => {
    const fresh = new StatusLists({ ...registry.harness, keys: registry.signingKeys, publicUrl });
    await fresh.load();
    const [subject, shard] = (uri.split("/").at(-1) as string).split("-") as ["assets", string];
    const { token = "" } = (await fresh.list({ subject, shard: Number(shard) })) ?? {};
    const { payload } = await jwtVerify(token, await keys(), { subject: uri, typ: "statuslist+jwt" });
    return statusAt(payload.status_list as { bits: number; lst: string }, idx);
  };
  const lifecycle = (verb: string, assetId: string) => registry.harness.call(verb, { publisherId, assetId });

  it("are signed tokens as the draft wants them, two bits an entry", async () => {
    const shown = await list("assets-0");
    const { payload, protectedHeader } = await jwtVerify(shown.token, await keys(), { issuer: publicUrl });
    expect(protectedHeader).to.deep.equal({
      alg: "ES256",
      typ: "statuslist+jwt",
      kid: registry.signingKeys.of("status_list").keyId,
    });
    expect(payload.sub).to.equal(`${publicUrl}/api/v1/verification/status-lists/assets-0`);
    expect(shown).to.include({ uri: payload.sub, timeToLiveSeconds: 300 });
    expect(payload.ttl).to.equal(300);
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).to.equal(86_400);
    expect((payload.status_list as { bits: number }).bits).to.equal(2);
  });

  it("are the same token while they say the same, whoever asks", async () => {
    const shown = await Promise.all(Array.from({ length: 20 }, () => list("devices-0")));
    expect(new Set(shown.map(({ token }) => token)).size).to.equal(1);
    expect(new Set(shown.map(({ entityTag }) => entityTag)).size).to.equal(1);
  });

  it("are read again after five seconds, also when the wall clock is set back", async () => {
    let elapsed = 0;
    const lists = new StatusLists({
      ...registry.harness,
      keys: registry.signingKeys,
      publicUrl,
      elapsedMs: () => elapsed,
    });
    await lists.load();
    const own = await registry.boundAsset(publisherId);
    const { idx, uri } = (await passOf(own)).claims.status.status_list;
    const shard = Number((uri.split("/").at(-1) as string).split("-")[1]);
    // In the future, because the signing key exists only from now on.
    const wall = new Date(Date.now() + 3_600_000);
    const shown = async (minutesBack: number, elapsedMs: number) => {
      elapsed = elapsedMs;
      const now = new Date(wall.getTime() - minutesBack * 60_000);
      const made = await lists.list({ subject: "assets", shard }, now);
      const claims = JSON.parse(Buffer.from(made?.token.split(".")[1] ?? "", "base64url").toString());
      const behind = now.getTime() - (made?.issuedAt.getTime() ?? 0);
      return { status: statusAt(claims.status_list, idx), behind };
    };
    expect(await shown(0, 0)).to.deep.equal({ status: STATUS.valid, behind: 0 });
    await lifecycle("RevokeAsset", own.assetId);
    expect((await shown(10, 4_999)).status).to.equal(STATUS.valid);
    expect((await shown(10, 5_000)).status).to.equal(STATUS.invalid);
    // The list has not changed, but a token from the future would be refused.
    expect(await shown(20, 10_000)).to.deep.equal({ status: STATUS.invalid, behind: 0 });
  });

  it("follow an asset's life: what is not trusted online is never valid", async () => {
    const { assetIdentifier: assetId } = await registry.asset(publisherId);
    const binding = await registry.bind(publisherId, assetId);
    const { claims } = await passOf({ publisherId, assetId, binding });
    const now = () => statusOf(claims.status);
    expect(await now(), "issued").to.equal(STATUS.suspended);
    await lifecycle("ActivateAsset", assetId);
    expect(await now(), "active").to.equal(STATUS.valid);
    await lifecycle("SuspendAsset", assetId);
    expect(await now(), "suspended").to.equal(STATUS.suspended);
    await lifecycle("ResumeAsset", assetId);
    expect(await now(), "active again").to.equal(STATUS.valid);
    await lifecycle("RevokeAsset", assetId);
    expect(await now(), "revoked").to.equal(STATUS.invalid);
    const retired = await registry.boundAsset(publisherId);
    await lifecycle("RetireAsset", retired.assetId);
    expect(await statusOf((await passOf(retired)).claims.status), "retired").to.equal(STATUS.invalid);
  });

  it("follow devices and publishers, and leave their neighbours as they are", async () => {
    const [one, other] = [await registry.boundAsset(publisherId), await registry.boundAsset(publisherId)];
    const client = new pg.Client({ connectionString: registry.harness.url });
    await client.connect();
    await client.query("update device set status = 'revoked', revoked_at = now() where fingerprint = $1", [
      Buffer.from(one.binding.certificateFingerprint, "hex"),
    ]);
    const [claims, others] = [(await passOf(one)).claims, (await passOf(other)).claims];
    expect(await statusOf(claims.device_status)).to.equal(STATUS.invalid);
    expect(await statusOf(others.device_status)).to.equal(STATUS.valid);
    expect(await statusOf(claims.status)).to.equal(STATUS.valid);
    expect(await statusOf(claims.publisher_status)).to.equal(STATUS.valid);
    await registry.harness.store.transact((tx) => tx.publishers.setStatus(publisherId, "suspended"));
    expect(await statusOf(claims.publisher_status)).to.equal(STATUS.suspended);
    await registry.harness.store.transact((tx) => tx.publishers.setStatus(publisherId, "active"));
    expect(await statusOf(claims.publisher_status)).to.equal(STATUS.valid);
    await client.end();
  });

  it("pass over into a next list when one is full, and there is none before that", async () => {
    const failure = await registry.harness.failure(
      "GetStatusList",
      { listId: "assets-1" },
      { as: anonymous },
    );
    expect(failure.entry).to.equal("NOT_FOUND");
    const client = new pg.Client({ connectionString: registry.harness.url });
    await client.connect();
    await client.query("select setval('asset_status_number', $1)", [SHARD_SIZE - 2]);
    await client.end();
    const [last, first] = [await registry.boundAsset(publisherId), await registry.boundAsset(publisherId)];
    const [before, after] = [(await passOf(last)).claims.status, (await passOf(first)).claims.status];
    expect(before.status_list.uri).to.match(/assets-0$/);
    expect(after.status_list.uri).to.match(/assets-1$/);
    await lifecycle("RevokeAsset", first.assetId);
    expect(await statusOf(after)).to.equal(STATUS.invalid);
    expect(await statusOf(before)).to.equal(STATUS.valid);
    expect((await list("assets-1")).listId).to.equal("assets-1");
  });

  it("a pass is bound to the device's certificate and ends with it, or after a year", async () => {
    const bound = await registry.boundAsset(publisherId);
    const { pass, claims } = await passOf(bound);
    const der = new X509Certificate(bound.binding.deviceCertificate).raw;
    expect(claims.cnf).to.deep.equal({ "x5t#S256": createHash("sha256").update(der).digest("base64url") });
    expect(claims).to.include({ sub: bound.assetId, publisherId });
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).to.be.within(365 * 86_400 - 2, 365 * 86_400);
    expect(Buffer.from(pass.split(".")[1] as string, "base64url").toString()).to.not.match(/wal_|owner/);
  });

  it("a pass is for the publisher of the device alone", async () => {
    const bound = await registry.boundAsset(publisherId);
    const { publisherId: stranger } = await registry.publisher("Stranger");
    const { assetId, binding } = bound;
    const request = { publisherId: stranger, assetId, deviceId: binding.deviceId };
    const failure = await registry.harness.failure("GetDevicePass", request, { as: asPublisher(stranger) });
    expect(failure.entry).to.equal("NOT_FOUND");
    const other = { publisherId, assetId, deviceId: binding.deviceId };
    const foreign = await registry.harness.failure("GetDevicePass", other, { as: asPublisher(stranger) });
    expect(foreign.entry).to.be.oneOf(["NOT_FOUND", "PERMISSION_DENIED"]);
  });

  it("refuses what is no identifier of a list", async () => {
    for (const listId of ["assets", "assets-01", "wallets-0", "../assets-0", ""])
      expect((await registry.harness.failure("GetStatusList", { listId }, { as: anonymous })).entry).to.equal(
        "INVALID_ARGUMENT",
      );
  });
});
