import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import pg from "pg";
import { DeviceKind, DeviceStatus } from "../../gen/ts/pda/publisher/v1/device.ts";
import type {
  ListDevicesResponse,
  RevokeDeviceResponse,
} from "../../gen/ts/pda/publisher/v1/device_service.ts";
import type { GetDeviceBindingResponse } from "../../gen/ts/pda/publisher/v1/device_service.ts";
import { newId, uuidOf } from "../../src/domain/identifier/identifier.ts";
import { SigningChip, Tag } from "../support/chips.ts";
import { emptyDatabase } from "../support/postgres.ts";
import { activeAsset, bindChip, bindTag, revoke } from "./support/chips.ts";
import { newKey, newRequest } from "./support/openssl.ts";
import { asPublisher, failedChecks, newSerialNumber, Registry } from "./support/registry.ts";

describe("devices of an asset", function () {
  this.timeout(60_000);
  let registry: Registry;
  let publisherId: string;
  let assetId: string;

  before(async () => {
    registry = await Registry.start();
    ({ publisherId } = await registry.publisher());
  });
  beforeEach(async () => {
    assetId = await activeAsset(registry, publisherId);
  });
  after(() => registry[Symbol.asyncDispose]());

  const list = (over: object = {}) =>
    registry.harness.call<ListDevicesResponse>("ListDevices", { publisherId, assetId, ...over });
  const get = (deviceId: string) =>
    registry.harness.call<GetDeviceBindingResponse>("GetDeviceBinding", { publisherId, assetId, deviceId });

  it("are listed, newest first, as each is shown alone", async () => {
    expect((await list()).items).to.deep.equal([]);
    const certified = await registry.bind(publisherId, assetId);
    const chip = await bindChip(registry, { publisherId, assetId }, new SigningChip());
    const tag = await bindTag(registry, { publisherId, assetId }, new Tag());
    const { items, nextPageToken } = await list();
    expect(items).to.deep.equal([tag, chip, certified]);
    expect(nextPageToken).to.equal("");
    expect(items.map(({ kind }) => kind)).to.deep.equal([
      DeviceKind.DEVICE_KIND_NTAG424,
      DeviceKind.DEVICE_KIND_RAW_KEY,
      DeviceKind.DEVICE_KIND_CERTIFICATE,
    ]);
    for (const item of items) expect((await get(item.deviceId)).deviceBinding).to.deep.equal(item);
  });

  it("are listed by pages, of this asset only", async () => {
    const made: string[] = [];
    for (let count = 0; count < 5; count++)
      made.unshift((await bindChip(registry, { publisherId, assetId }, new SigningChip())).deviceId);
    const seen: string[] = [];
    let pageToken = "";
    do {
      const page = await list({ pageSize: 2, pageToken });
      seen.push(...page.items.map(({ deviceId }) => deviceId));
      pageToken = page.nextPageToken;
    } while (pageToken !== "");
    expect(seen).to.deep.equal(made);
    const first = await list({ pageSize: 2 });
    const elsewhere = await activeAsset(registry, publisherId);
    const failure = await registry.harness.failure("ListDevices", {
      publisherId,
      assetId: elsewhere,
      pageToken: first.nextPageToken,
    });
    expect(failure.entry).to.equal("INVALID_PAGE_TOKEN");
    expect((await list({ assetId: elsewhere })).items).to.deep.equal([]);
  });

  it("of another publisher, or of no asset, are not there", async () => {
    const { publisherId: other } = await registry.publisher("Another Mint");
    const binding = await registry.bind(publisherId, assetId);
    const asked: [string, object][] = [
      ["ListDevices", { publisherId: other, assetId }],
      ["ListDevices", { publisherId, assetId: newId("asset") }],
      ["RevokeDevice", revoke({ publisherId: other, assetId, binding })],
      ["RevokeDevice", revoke({ publisherId, assetId: newId("asset"), binding })],
      ["RevokeDevice", { publisherId, assetId, deviceId: newId("device") }],
    ];
    for (const [method, request] of asked)
      expect((await registry.harness.failure(method, request)).entry, method).to.equal("NOT_FOUND");
    for (const [method, request] of [
      ["ListDevices", { publisherId, assetId }],
      ["RevokeDevice", revoke({ publisherId, assetId, binding })],
    ] as const) {
      const failure = await registry.harness.failure(method, request, { as: asPublisher(other) });
      expect(failure.entry, method).to.equal("PERMISSION_DENIED");
    }
    expect((await get(binding.deviceId)).deviceBinding?.status).to.equal(DeviceStatus.DEVICE_STATUS_ACTIVE);
  });

  it("are revoked for ever, with the first reason, and the asset goes on with the others", async () => {
    const binding = await registry.bind(publisherId, assetId);
    const other = await registry.bind(publisherId, assetId);
    expect((await registry.verify(assetId, binding.deviceCertificate)).trusted).to.equal(true);
    const asked = (reason: string) =>
      registry.harness.call<RevokeDeviceResponse>(
        "RevokeDevice",
        revoke({ publisherId, assetId, binding }, reason),
      );
    const { deviceBinding: revoked } = await asked("Chip broken");
    expect(revoked).to.deep.include({
      ...binding,
      status: DeviceStatus.DEVICE_STATUS_REVOKED,
      revokeReason: "Chip broken",
      revokeTime: revoked?.revokeTime,
    });
    expect(revoked?.revokeTime).to.not.equal(undefined);
    expect((await asked("Another story")).deviceBinding).to.deep.equal(revoked);
    expect((await get(binding.deviceId)).deviceBinding).to.deep.equal(revoked);
    const answer = await registry.verify(assetId, binding.deviceCertificate);
    expect(failedChecks(answer)).to.deep.equal(["device_certificate_revocation: DEVICE_CERTIFICATE_REVOKED"]);
    expect((await registry.verify(assetId, other.deviceCertificate)).trusted).to.equal(true);
  });

  it("can be revoked without a reason, but not with one of 501 characters", async () => {
    const binding = await registry.bind(publisherId, assetId);
    const asked = (reason: string) => revoke({ publisherId, assetId, binding }, reason);
    const failure = await registry.harness.failure("RevokeDevice", asked("x".repeat(501)));
    expect(failure.violations.map(({ field }) => field)).to.deep.equal(["reason"]);
    const { deviceBinding } = await registry.harness.call<RevokeDeviceResponse>("RevokeDevice", asked(""));
    expect(deviceBinding?.revokeReason).to.equal("");
    expect(deviceBinding?.status).to.equal(DeviceStatus.DEVICE_STATUS_REVOKED);
  });

  it("have a chip each: a serial number is taken until its device is revoked, for this publisher", async () => {
    const serialNumber = newSerialNumber();
    const binding = await registry.bind(publisherId, assetId, { serialNumber });
    for (const again of [assetId, await activeAsset(registry, publisherId)]) {
      const failure = await registry
        .bind(publisherId, again, { serialNumber })
        .catch((error: unknown) => error);
      expect(failure).to.include({ entry: "ALREADY_EXISTS", reason: "TAKEN" });
      expect(failure).to.have.nested.property("violations[0].field", "serial_number");
    }
    const { publisherId: other } = await registry.publisher("Another Mint");
    const foreign = await activeAsset(registry, other);
    expect((await registry.bind(other, foreign, { serialNumber })).serialNumber).to.equal(serialNumber);
    await registry.harness.call("RevokeDevice", revoke({ publisherId, assetId, binding }));
    const elsewhere = await activeAsset(registry, publisherId);
    const moved = await registry.bind(publisherId, elsewhere, { serialNumber });
    expect((await registry.verify(elsewhere, moved.deviceCertificate)).trusted).to.equal(true);
    expect((await registry.verify(assetId, binding.deviceCertificate)).trusted).to.equal(false);
  });

  it("have a key each: one chip is not bound under two serial numbers, to the same asset or to another", async () => {
    const key = newKey();
    const byKey = () => ({ $case: "certificateSigningRequest", value: newRequest(key) });
    const binding = await registry.bind(publisherId, assetId, { credential: byKey() });
    for (const again of [assetId, await activeAsset(registry, publisherId)]) {
      const failure = await registry
        .bind(publisherId, again, { credential: byKey() })
        .catch((error: unknown) => error);
      expect(failure).to.include({ entry: "ALREADY_EXISTS", reason: "TAKEN" });
      expect(failure).to.have.nested.property("violations[0].field", "certificate_signing_request");
    }
    await registry.harness.call("RevokeDevice", revoke({ publisherId, assetId, binding }));
    const elsewhere = await activeAsset(registry, publisherId);
    const moved = await registry.bind(publisherId, elsewhere, { credential: byKey() });
    expect((await registry.verify(elsewhere, moved.deviceCertificate)).trusted).to.equal(true);
  });

  it("have a key of their publisher: the same signing request is refused to another one, also after a revocation", async () => {
    const key = newKey();
    const request = newRequest(key);
    const credential = { $case: "certificateSigningRequest", value: request };
    const binding = await registry.bind(publisherId, assetId, { credential });
    const { publisherId: other } = await registry.publisher("Copy Mint");
    const copy = await activeAsset(registry, other);
    const refused = async (given: object): Promise<unknown> => {
      const failure = await registry
        .bind(other, copy, { ...given, serialNumber: binding.serialNumber })
        .catch((error: unknown) => error);
      expect(failure).to.include({ entry: "EVIDENCE_REFUSED", reason: "KEY_OF_OTHER_PUBLISHER" });
      return failure;
    };
    expect(await refused({ credential })).to.have.nested.property(
      "violations[0].field",
      "certificate_signing_request",
    );
    await registry.harness.call("RevokeDevice", revoke({ publisherId, assetId, binding }));
    await refused({ credential });
    // Another request of the same key is the same key.
    await refused({ credential: { $case: "certificateSigningRequest", value: newRequest(key) } });
    expect((await list({ publisherId: other, assetId: copy })).items).to.deep.equal([]);
    const again = await registry.bind(publisherId, assetId, { credential });
    expect((await registry.verify(assetId, again.deviceCertificate)).trusted).to.equal(true);
  });

  it("from before that rule stay as they are: of those of one chip, the newest holds the number", async () => {
    await using database = await emptyDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      const folder = join(import.meta.dirname, "../../src/store/migrations");
      const names = readdirSync(folder).sort();
      const ours = names.findIndex((name) => name.endsWith("_device_key.sql"));
      expect(ours).to.be.above(0);
      for (const name of names.slice(0, ours)) await client.query(readFileSync(join(folder, name), "utf8"));
      const [owner, asset, ca] = [newId("publisher"), newId("asset"), newId("certificate")];
      const [o, a, c] = [uuidOf("publisher", owner), uuidOf("asset", asset), uuidOf("certificate", ca)];
      await client.query(
        "insert into publisher (publisher_id, name, created_at) values ($1, 'Acme', now())",
        [o],
      );
      await client.query(
        `insert into asset (publisher_id, asset_id, kind, name, description, networks, metadata, created_at)
          values ($1, $2, 'good', 'Watch', '', '{}', '{}', now())`,
        [o, a],
      );
      await client.query(
        `insert into publisher_certificate (publisher_id, certificate_id, custody, serial_number, key_identifier, fingerprint,
            certificate, not_before, not_after, created_at)
          values ($1, $2, 'external', '01', '\\x01', sha256('\\x01'), '\\x01', now(), now(), now())`,
        [o, c],
      );
      const device = (serial: string, days: number, status: string) =>
        client.query(
          `insert into device (publisher_id, device_id, asset_id, serial_number, certificate, issuer_certificate_id, fingerprint,
              status, not_after, created_at, revoked_at)
            values ($1, gen_random_uuid(), $2, $3, '\\x01', $4, sha256(uuid_send(gen_random_uuid())), $5, now(),
              now() - make_interval(days => $6), case $5 when 'revoked' then now() end)`,
          [o, a, serial, c, status, days],
        );
      await device("A", 3, "active");
      await device("A", 2, "active");
      await device("A", 1, "revoked");
      await device("B", 1, "active");
      await client.query(readFileSync(join(folder, names[ours] as string), "utf8"));
      const { rows } = await client.query(
        "select serial_number, kind, status, holds_serial from device order by serial_number, created_at",
      );
      expect(rows.map((row) => Object.values(row))).to.deep.equal([
        ["A", "certificate", "active", false],
        ["A", "certificate", "active", true],
        ["A", "certificate", "revoked", true],
        ["B", "certificate", "active", true],
      ]);
      const again = await device("A", 0, "active").catch((error: unknown) => error);
      expect(again).to.have.property("constraint", "device_chip");
    } finally {
      await client.end();
    }
  });
});
