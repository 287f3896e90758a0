// What somebody with a copy of the database finds out, and whether the chain in it holds without the service.
import { createHash, createPublicKey, verify } from "node:crypto";
import { expect } from "chai";
import pg from "pg";
import type { GetVerificationKeysResponse } from "../../gen/ts/pda/verification/v1/record_service.ts";
import { recordsOf } from "../../src/domain/audit/batch.ts";
import { unpacked } from "../../src/domain/audit/packed.ts";
import { idOf, newId, uuidOf } from "../../src/domain/identifier/identifier.ts";
import { offerOf } from "../../src/services/ownership/sealed-texts.ts";
import { replayChain, type Voucher } from "../support/ownership-chain.ts";
import { acceptanceOf } from "./support/acceptance.ts";
import { newCode, type Owner, Scene } from "./support/owner.ts";
import { publicUrl, Registry } from "./support/registry.ts";

describe("a copy of the database", function () {
  this.timeout(60_000);
  let registry: Registry;
  let scene: Scene;
  let people: Owner[];
  let assets: string[];
  /** Of each table its rows, of each row its columns as text. */
  let dump: Map<string, Record<string, string>[]>;
  /** The records of the audit log, as JSON. */
  let audited: string[];

  before(async () => {
    registry = await Registry.start();
    scene = await Scene.of(registry);
    people = await Promise.all([scene.holder(), scene.holder(), scene.holder()]);
    const [ann, ben, cem] = people as [Owner, Owner, Owner];
    const key = () => ({ key: newId("event") });
    assets = [];
    for (let turn = 0; turn < 3; turn++) {
      const assetId = await scene.asset();
      assets.push(assetId);
      if (turn === 0) await scene.grant(assetId, ann, key());
      else {
        const { transferId, claimCode = "" } = await scene.claimCode(assetId, undefined, key());
        await scene.claimed(ann, transferId, claimCode, key());
      }
      const declined = await scene.offer(ann, assetId, cem);
      await scene.call("DeclineTransfer", { walletId: cem.walletId, transferId: declined.transferId }, key());
      const cancelled = await scene.sendOffer(ann, await scene.offerText(ann, assetId, ben), key());
      await scene.call("CancelTransfer", { walletId: ann.walletId, transferId: cancelled.transferId }, key());
      await scene.accept(ben, await scene.offer(ann, assetId, ben), key());
      const code = newCode();
      await scene.claimed(cem, (await scene.offer(ben, assetId, { code })).transferId, code, key());
      await scene.verify(await scene.proof(cem, assetId), key());
    }
    await registry.harness.store.sequencer.advance(1000);
    const [transferId] = (await scene.transfers(cem)).map((transfer) => transfer.transferId);
    await scene.call("GetTransfer", { walletId: cem.walletId, transferId });
    await scene.failure("AcceptTransfer", { walletId: cem.walletId, transferId, acceptance: "e30.e30.e30" });
    await registry.harness.audit.flush();
    dump = await dumpOf(registry.harness.url);
    audited = await auditedIn(registry.harness.url);
  });
  after(() => registry[Symbol.asyncDispose]());

  const rowsOf = (table: string) => dump.get(table) ?? [];
  const ownership = () =>
    [...dump].filter(([table]) => /^(ownership|idempotency|outbox|event|asset)/.test(table));

  /** Every form in which a value could stand in a column. */
  const formsOf = (value: string): string[] => {
    const bytes = Buffer.from(value);
    return [value, bytes.toString("hex"), bytes.toString("base64"), bytes.toString("base64url")];
  };
  const namesOf = (owner: Owner): string[] => {
    const jwk = owner.privateKey.export({ format: "jwk" }) as { x: string; y: string };
    const raw = [owner.thumbprint, jwk.x, jwk.y];
    return [
      ...[owner.walletId, uuidOf("wallet", owner.walletId), ...raw].flatMap(formsOf),
      uuidOf("wallet", owner.walletId).replaceAll("-", ""),
      ...raw.map((text) => Buffer.from(text, "base64url").toString("hex")),
    ];
  };

  it("holds what was done", () => {
    expect(rowsOf("ownership")).to.have.length(3);
    expect(rowsOf("ownership_entry")).to.have.length(9);
    expect(rowsOf("ownership_transfer")).to.have.length(15);
    expect(rowsOf("idempotency").length).to.be.above(15);
    expect(rowsOf("event").filter(({ type }) => type === "ownership.transferred")).to.have.length(9);
  });

  it("names no wallet and no key beside any asset, transfer, answer or event", () => {
    const names = people.flatMap(namesOf);
    const found = ownership().flatMap(([table, rows]) =>
      rows.flatMap((row) =>
        Object.entries(row)
          .filter(([, text]) => names.some((name) => text.toLowerCase().includes(name.toLowerCase())))
          .map(([column]) => `${table}.${column}`),
      ),
    );
    expect(found).to.deep.equal([]);
  });

  it("names no wallet and no key beside an asset or a transfer in a record of the audit log", () => {
    const operations = [
      "OfferTransfer",
      "GetTransfer",
      "AcceptTransfer",
      "DeclineTransfer",
      "CancelTransfer",
      "ClaimAsset",
    ];
    const names = people.flatMap(({ walletId, thumbprint }) => [walletId, thumbprint]);
    const ofPeople = audited.filter((record) => names.some((name) => record.includes(name)));
    for (const operation of operations) expect(ofPeople.join()).to.include(operation);
    expect(ofPeople.filter((record) => /(ast|trf)_[0-9a-z]{26}/.test(record))).to.deep.equal([]);
    // Records of other callers name them.
    expect(audited.join()).to.match(/ast_[0-9a-z]{26}/);
  });

  it("has no value twice by which assets of one owner could be told", () => {
    const tags = [
      ...rowsOf("ownership").map((row) => row.owner_tag),
      ...rowsOf("ownership_transfer").flatMap((row) => [row.giver_tag, row.receiver_tag]),
      ...rowsOf("ownership_shelf").flatMap((row) => [row.item]),
    ].filter((tag) => tag !== undefined);
    expect(new Set(tags).size).to.equal(tags.length);
    const elsewhere = new Set(
      ownership()
        .filter(([table]) => table !== "ownership_shelf")
        .flatMap(([, rows]) => rows.flatMap((row) => Object.values(row))),
    );
    const shelves = rowsOf("ownership_shelf").flatMap((row) => [row.shelf, row.item, row.sealed_reference]);
    expect(shelves.filter((value) => elsewhere.has(value as string))).to.deep.equal([]);
  });

  it("cannot be asked by trying: no hash in it is one of a wallet and what is known of an asset or a request", () => {
    const hashes = new Set(
      ownership().flatMap(([, rows]) =>
        rows.flatMap((row) => Object.values(row).filter((v) => /^\\x[0-9a-f]{64}$/.test(v))),
      ),
    );
    const sha = (...parts: string[]) => `\\x${createHash("sha256").update(parts.join("")).digest("hex")}`;
    const transfers = rowsOf("ownership_transfer").map((row) => row.transfer_id as string);
    const guesses = people.flatMap(({ walletId, thumbprint }) =>
      [...assets, ...transfers].flatMap((id) =>
        ["", "|", ":", "."].flatMap((glue) =>
          [walletId, thumbprint].flatMap((name) => [sha(id, glue, name), sha(name, glue, id), sha(name)]),
        ),
      ),
    );
    expect(guesses.filter((guess) => hashes.has(guess))).to.deep.equal([]);
    // A request that names a wallet and an asset or a transfer, as it is encoded, is what its idempotency row would be found by.
    const { harness } = registry;
    const requests = people.flatMap(({ walletId }) => [
      ...assets.map((assetId) =>
        harness.encoded("GrantOwnership", { publisherId: scene.publisherId, assetId, walletId }),
      ),
      ...rowsOf("ownership_transfer").flatMap((row) =>
        ["CancelTransfer", "DeclineTransfer"].map((method) =>
          harness.encoded(method, { walletId, transferId: idOf("transfer", row.transfer_id as string) }),
        ),
      ),
    ]);
    const kept = requests.map((bytes) => `\\x${createHash("sha256").update(bytes).digest("hex")}`);
    expect(kept.filter((guess) => hashes.has(guess))).to.deep.equal([]);
  });

  it("holds no signature that could be tried with all public keys", () => {
    const keys = people.map(({ privateKey }) => createPublicKey(privateKey));
    const texts = ownership().flatMap(([, rows]) =>
      rows.flatMap((row) =>
        Object.values(row).map((v) =>
          v.startsWith("\\x") ? Buffer.from(v.slice(2), "hex").toString("latin1") : v,
        ),
      ),
    );
    const compact = texts.flatMap((text) => text.match(/eyJ[\w-]+\.[\w-]+\.[\w-]{86}/g) ?? []);
    const signed = compact.filter((jws) => {
      const end = jws.lastIndexOf(".");
      const signature = Buffer.from(jws.slice(end + 1), "base64url");
      return keys.some((key) =>
        verify("sha256", Buffer.from(jws.slice(0, end)), { key, dsaEncoding: "ieee-p1363" }, signature),
      );
    });
    expect(signed).to.deep.equal([]);
    // What is left are the service's own receipts, which name nobody.
    const types = compact.map(
      (jws) => JSON.parse(Buffer.from(jws.split(".")[0] ?? "", "base64url").toString()).typ,
    );
    expect(new Set(types)).to.deep.equal(new Set(["pda-receipt+jwt"]));
    const claims = compact.map((jws) =>
      JSON.parse(Buffer.from(jws.split(".")[1] ?? "", "base64url").toString()),
    );
    expect(new Set(claims.flatMap(Object.keys))).to.deep.equal(
      new Set([
        "iss",
        "iat",
        "jti",
        "kind",
        "assetId",
        "seq",
        "prevEntryHash",
        "entryHash",
        "offerHash",
        "acceptanceHash",
      ]),
    );
  });

  it("with the keys of the service is a chain that holds without it", async () => {
    const { store, sealer } = registry.harness;
    const keyOf = (thumbprint: string) => {
      const owner = people.find((one) => one.thumbprint === thumbprint);
      return owner && createPublicKey(owner.privateKey);
    };
    const answer = await scene.call<GetVerificationKeysResponse>("GetVerificationKeys", {});
    const published = new Map(
      (answer.keySet?.keys ?? []).map(({ kty, crv, x, y, kid }) => [
        kid,
        createPublicKey({ key: { kty, crv, x, y }, format: "jwk" }),
      ]),
    );
    for (const assetId of assets) {
      const entries = await store.read.titles.chain(assetId);
      const transfers = await store.read.transfers.getMany(entries.map(({ transferId }) => transferId));
      const vouchers = entries.map(({ seq, prevEntryHash, entryHash, transferId }): Voucher => {
        const transfer = transfers.get(transferId)!;
        const acceptance = acceptanceOf({ sealer }, transfer);
        const offer = offerOf({ sealer }, transfer).text;
        const owner = acceptance?.key ?? (JSON.parse(offer) as { toKey: string }).toKey;
        return {
          seq,
          prevEntryHash,
          entryHash,
          offer,
          owner,
          acceptance: acceptance?.text ?? null,
          receipt: transfer.receipt,
        };
      });
      const head = (await store.read.titles.find(assetId))?.head;
      const result = await replayChain(vouchers, {
        assetId,
        publisherId: scene.publisherId,
        audience: publicUrl,
        keyOf,
        serviceKeyOf: (kid) => published.get(kid),
        ...(head ? { head } : {}),
      });
      expect(result).to.deep.equal({ valid: true, owner: people[2]?.thumbprint });
    }
  });
});

async function dumpOf(url: string): Promise<Map<string, Record<string, string>[]>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows: tables } = await client.query<{ relname: string }>(
    "select relname from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace",
  );
  const dump = new Map<string, Record<string, string>[]>();
  for (const { relname } of tables) {
    const { rows } = await client.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from ${relname} t`,
    );
    dump.set(
      relname,
      rows.map(({ row }) =>
        Object.fromEntries(
          Object.entries(row).flatMap(([name, value]) =>
            value === null ? [] : [[name, typeof value === "string" ? value : JSON.stringify(value)]],
          ),
        ),
      ),
    );
  }
  await client.end();
  return dump;
}

async function auditedIn(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ records: Buffer; ends: number[] }>(
    "select records, ends from audit_batch",
  );
  await client.end();
  const batches = rows.map(async ({ records, ends }) =>
    recordsOf({ records: await unpacked(records, ends.at(-1) ?? 0), ends }),
  );
  return (await Promise.all(batches)).flat().map(String);
}
