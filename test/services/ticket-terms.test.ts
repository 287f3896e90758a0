import { expect } from "chai";
import { AssetKind } from "../../gen/ts/pda/asset/v1/asset.ts";
import type {
  AddIssuanceItemsResponse,
  BatchIssueAssetsResponse,
  CreateIssuanceJobResponse,
} from "../../gen/ts/pda/publisher/v1/issuance_service.ts";
import type { Ticket } from "../../gen/ts/pda/verification/v1/ticket.ts";
import type { GetTicketResponse } from "../../gen/ts/pda/verification/v1/ticket_service.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { namedIn } from "../../src/services/publisher/issuance/new-asset.ts";
import { asPublisher, Registry } from "./support/registry.ts";
import { instant, issuedTicket, shown, termsOf } from "./support/tickets.ts";

const venue = newId("merchant");
const evening = new Date("2026-12-31T18:00:00.250Z");
const midnight = new Date("2027-01-01T00:00:00.000Z");
const all = {
  notBeforeTime: instant(evening),
  notAfterTime: instant(midnight),
  gateGroups: ["north", "vip.1", "A"],
  useCount: 10_000,
  redeemers: [venue],
};
const profile = (kind: AssetKind) => ({ assetProfile: { kind, name: "Evening", description: "" } });
const ofKindTicket = profile(AssetKind.ASSET_KIND_TICKET);

/** Terms that are refused, by what is wrong with them. */
const bad: [string, object, string][] = [
  ["no use", { useCount: 0 }, "use_count"],
  ["a negative number of uses", { useCount: -1 }, "use_count"],
  ["too many uses", { useCount: 10_001 }, "use_count"],
  ["too many groups", { gateGroups: Array.from({ length: 33 }, (_, index) => `g${index}`) }, "gate_groups"],
  ["a group twice", { gateGroups: ["north", "north"] }, "gate_groups"],
  ["an empty group", { gateGroups: [""] }, "gate_groups[0]"],
  ["a group that is too long", { gateGroups: ["g".repeat(65)] }, "gate_groups[0]"],
  ["a group with other characters", { gateGroups: ["nord süd"] }, "gate_groups[0]"],
  ["a group with U+0000", { gateGroups: ["a\0b"] }, "gate_groups[0]"],
  ["a redeemer that is no merchant", { redeemers: [newId("publisher")] }, "redeemers[0]"],
  ["a redeemer twice", { redeemers: [venue, venue] }, "redeemers"],
  ["too many redeemers", { redeemers: Array.from({ length: 17 }, () => newId("merchant")) }, "redeemers"],
  ["a time before the year 1", { notBeforeTime: { seconds: -62_135_596_801n, nanos: 0 } }, "not_before_time"],
  ["a time after the year 9999", { notAfterTime: { seconds: 253_402_300_800n, nanos: 0 } }, "not_after_time"],
  [
    "a time beyond all dates",
    { notAfterTime: { seconds: 9_223_372_036_854_775_807n, nanos: 0 } },
    "not_after_time",
  ],
  ["too many nanoseconds", { notBeforeTime: { seconds: 0n, nanos: 1_000_000_000 } }, "not_before_time"],
  ["negative nanoseconds", { notBeforeTime: { seconds: 0n, nanos: -1 } }, "not_before_time"],
  ["an end before the beginning", { notBeforeTime: instant(midnight), notAfterTime: instant(evening) }, ""],
];
const fieldOf = (member: string): string => (member === "" ? "ticket" : `ticket.${member}`);
const inJson = (field: string): string =>
  field.replace(/\[\d+\]/g, "").replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

describe("terms of tickets", function () {
  this.timeout(60_000);
  let registry: Registry;
  let publisherId: string;
  before(async () => {
    registry = await Registry.start();
    ({ publisherId } = await registry.publisher());
    await registry.harness.store.transact(async (tx) => {
      await tx.merchants.insert({ merchantId: venue, name: "Arena", settlementAccounts: [] });
    });
  });
  after(() => registry[Symbol.asyncDispose]());

  const ticketOf = async (assetId: string): Promise<Ticket> =>
    (await registry.harness.call<GetTicketResponse>("GetTicket", { publisherId, assetId })).ticket as Ticket;
  const batch = (items: object[]) =>
    registry.harness.call<BatchIssueAssetsResponse>("BatchIssueAssets", {
      publisherId,
      items: items.map((item) => ({ supportedNetworks: [], metadata: {}, faults: [], ...item })),
    });

  it("are kept as they were given", async () => {
    const assetId = await issuedTicket(registry, publisherId, all);
    expect(await ticketOf(assetId)).to.deep.equal({
      assetId,
      terms: all,
      usedCount: 0,
      usesLeft: 10_000,
      lastRedeemTime: undefined,
    });
  });

  it("are once, at any time, at any gate, by the publisher, where none were given", async () => {
    for (const given of [undefined, {}]) {
      const assetId = await issuedTicket(registry, publisherId, given);
      expect((await ticketOf(assetId)).terms).to.deep.equal(termsOf({ useCount: 1 }));
    }
  });

  it("come with each of many items, each its own, and an item with bad ones fails alone", async () => {
    const items = [
      { ...ofKindTicket, reference: "seat-1", ticket: termsOf(all) },
      { ...ofKindTicket, ticket: termsOf({ useCount: 2 }) },
      { ...ofKindTicket, ticket: termsOf({ useCount: 0 }) },
      ofKindTicket,
      { ...profile(AssetKind.ASSET_KIND_GOOD), ticket: termsOf() },
      profile(AssetKind.ASSET_KIND_GOOD),
    ];
    const answer = await batch(items);
    expect(answer).to.include({ issuedCount: 4, failedCount: 2 });
    const assetIds = answer.items.map(({ assetIdentifier }) => assetIdentifier ?? "");
    expect((await ticketOf(assetIds[0] ?? "")).terms).to.deep.equal(all);
    expect((await ticketOf(assetIds[1] ?? "")).terms?.useCount).to.equal(2);
    expect((await ticketOf(assetIds[3] ?? "")).terms?.useCount).to.equal(1);
    expect(answer.items[2]?.errors.map(({ field }) => field)).to.deep.equal(["ticket.useCount"]);
    expect(answer.items[4]?.errors.map(({ field, reason }) => [field, reason])).to.deep.equal([
      ["ticket", "TERMS_WITHOUT_TICKET"],
    ]);
    const none = { publisherId, assetId: assetIds[5] };
    expect((await registry.harness.failure("GetTicket", none)).entry).to.equal("NOT_FOUND");
    const again = await batch(items.slice(0, 1));
    expect(again.items[0]).to.include({ assetIdentifier: assetIds[0] });
    const other = await batch([{ ...items[0], ticket: termsOf({ ...all, useCount: 9 }) }]);
    expect(other).to.include({ failedCount: 1 });
  });

  for (const [what, over, member] of bad)
    it(`with ${what} are refused by field, alone and among many`, async () => {
      const ticket = termsOf(over);
      const request = { publisherId, ...ofKindTicket, supportedNetworks: [], metadata: {}, ticket };
      const failure = await registry.harness.failure("IssueAsset", request);
      expect(failure.entry).to.equal("INVALID_ARGUMENT");
      expect(failure.violations.map(({ field }) => field)).to.deep.equal([fieldOf(member)]);
      const { items } = await batch([{ ...ofKindTicket, ticket }, ofKindTicket]);
      expect(items[0]?.errors.map(({ field, code }) => [inJson(field), code])).to.deep.equal([
        [inJson(fieldOf(member)), "SVC-4000"],
      ]);
      expect(items[1]?.errors).to.deep.equal([]);
    });

  it("name merchants that there are: an unknown one is refused by its place, alone, among many and in jobs", async () => {
    const nobody = newId("merchant");
    const ticket = termsOf({ redeemers: [venue, nobody] });
    const plain = { supportedNetworks: [], metadata: {}, faults: [] };
    const failure = await registry.harness.failure("IssueAsset", {
      publisherId,
      ...plain,
      ...ofKindTicket,
      ticket,
    });
    expect(failure).to.include({ entry: "UNKNOWN_REFERENCE", reason: "UNKNOWN_MERCHANT" });
    expect(failure.violations.map(({ field, reason }) => [field, reason])).to.deep.equal([
      ["ticket.redeemers[1]", "UNKNOWN_MERCHANT"],
    ]);
    const items = [
      { ...plain, ...ofKindTicket, ticket: termsOf({ redeemers: [venue] }) },
      { ...plain, ...ofKindTicket, ticket },
      {
        ...plain,
        ...ofKindTicket,
        ticket: termsOf({ redeemers: [nobody, newId("merchant")] }),
        reference: "seat-9",
      },
      { ...plain, ...ofKindTicket, reference: "seat-9" },
    ];
    const { issuanceJob } = await registry.harness.call<CreateIssuanceJobResponse>("CreateIssuanceJob", {
      publisherId,
      reference: "evening",
      itemCount: items.length,
    });
    const job = { publisherId, issuanceJobId: issuanceJob?.issuanceJobId, firstIndex: 0, items };
    const single = items.slice(0, 3);
    for (const answer of [
      await batch(single),
      await registry.harness.call<AddIssuanceItemsResponse>("AddIssuanceItems", job),
    ]) {
      const faults = answer.items.map(({ errors }) => errors.map(({ code, field }) => `${code} ${field}`));
      expect(faults.slice(0, 3)).to.deep.equal([
        [],
        ["SVC-4221 ticket.redeemers[1]"],
        ["SVC-4221 ticket.redeemers[0]", "SVC-4221 ticket.redeemers[1]"],
      ]);
      expect(faults.slice(3).flat()).to.deep.equal([]);
    }
  });

  it("are looked up with one statement for all items, and with none where no merchant is named", async () => {
    for (const [redeemers, expected] of [
      [[venue], 1],
      [[], 0],
    ] as const) {
      let lookups = 0;
      const { store } = registry.harness;
      await store.transact(async (tx) => {
        const standings = tx.merchants.standings.bind(tx.merchants);
        tx.merchants.standings = (ids) => {
          lookups += 1;
          return standings(ids);
        };
        const item = {
          assetProfile: undefined,
          supportedNetworks: [],
          metadata: {},
          ticket: termsOf({ redeemers: [...redeemers] }),
        };
        const { merchants } = await namedIn(
          tx,
          publisherId,
          Array.from({ length: 50 }, () => item),
        );
        expect([...merchants]).to.deep.equal(redeemers);
      });
      expect(lookups).to.equal(expected);
    }
  });

  it("belong to tickets only", async () => {
    const request = {
      publisherId,
      ...profile(AssetKind.ASSET_KIND_GOOD),
      supportedNetworks: [],
      metadata: {},
    };
    const failure = await registry.harness.failure("IssueAsset", { ...request, ticket: termsOf() });
    expect(failure).to.include({ entry: "INVALID_ARGUMENT", reason: "TERMS_WITHOUT_TICKET" });
  });

  it("of others and of nothing are not found", async () => {
    const assetId = await issuedTicket(registry, publisherId);
    const { publisherId: other } = await registry.publisher("Other");
    const as = asPublisher(other);
    const foreign = await registry.harness.failure("GetTicket", { publisherId: other, assetId }, { as });
    const unknown = await registry.harness.failure(
      "GetTicket",
      { publisherId: other, assetId: newId("asset") },
      { as },
    );
    expect([foreign.entry, foreign.message]).to.deep.equal([unknown.entry, unknown.message]);
  });
});

describe("requests about tickets", function () {
  this.timeout(60_000);
  let registry: Registry;
  before(async () => {
    registry = await Registry.start();
  });
  after(() => registry[Symbol.asyncDispose]());

  const assetId = newId("asset");
  const nothing = { assetId, gate: "A1" };
  const certificate = { deviceCertificate: "AAAA" };
  const requests: [string, object, string][] = [
    ["no asset", { ...nothing, assetId: "" }, "INVALID_ARGUMENT"],
    ["another identifier", { ...nothing, assetId: newId("publisher") }, "INVALID_ARGUMENT"],
    ["no gate", { ...nothing, ...certificate, gate: "" }, "INVALID_ARGUMENT"],
    ["a gate with a space", { ...nothing, ...certificate, gate: "A 1" }, "INVALID_ARGUMENT"],
    ["a gate with U+0000", { ...nothing, ...certificate, gate: "A\0" }, "INVALID_ARGUMENT"],
    ["a gate that is too long", { ...nothing, ...certificate, gate: "A".repeat(65) }, "INVALID_ARGUMENT"],
    ["an empty group", { ...nothing, ...certificate, gateGroup: "" }, "INVALID_ARGUMENT"],
    ["a group that is no word", { ...nothing, ...certificate, gateGroup: "-" }, "INVALID_ARGUMENT"],
    ["nothing that names a device", nothing, "INVALID_ARGUMENT"],
    ["a certificate that is none", { ...nothing, ...certificate }, "UNREADABLE_CERTIFICATE"],
    [
      "an empty certificate",
      { ...nothing, device: { $case: "deviceCertificate", value: "" } },
      "INVALID_ARGUMENT",
    ],
    ["a pass that is none", { ...nothing, pass: "a.b" }, "INVALID_ARGUMENT"],
    ["a pass that is too long", { ...nothing, pass: `a.${"b".repeat(9_000)}.c` }, "INVALID_ARGUMENT"],
    ["a pass of rubbish", { ...nothing, pass: `a.b.${"c".repeat(86)}` }, "NOT_FOUND"],
    ["a proof without its content", { ...nothing, ...certificate, proof: {} }, "INVALID_ARGUMENT"],
  ];
  for (const [what, request, entry] of requests)
    it(`with ${what} are refused: ${entry}`, async () => {
      expect((await registry.harness.failure("RedeemTicket", request)).entry).to.equal(entry);
    });

  it("about what there is not are answered like any other", async () => {
    for (const redemptionId of [newId("redemption"), "rdm_7zzzzzzzzzzzzzzzzzzzzzzzzz"])
      expect((await registry.harness.failure("GetTicketRedemption", { redemptionId })).entry).to.equal(
        "NOT_FOUND",
      );
    expect((await registry.harness.failure("GetTicketRedemption", { redemptionId: "rdm_1" })).entry).to.equal(
      "INVALID_ARGUMENT",
    );
    const { publisherId } = await registry.publisher();
    const list = { publisherId, assetId };
    expect(
      (await registry.harness.failure("ListTicketRedemptions", { ...list, pageToken: "x" })).entry,
    ).to.equal("INVALID_PAGE_TOKEN");
    expect(
      (await registry.harness.failure("ListTicketRedemptions", { ...list, pageSize: -1 })).entry,
    ).to.equal("INVALID_ARGUMENT");
    expect((await registry.harness.failure("ListTicketRedemptions", list)).entry).to.equal("NOT_FOUND");
    const good = await registry.boundAsset(publisherId);
    const request = shown({ assetId, deviceCertificate: good.binding.deviceCertificate });
    expect((await registry.harness.failure("RedeemTicket", { ...request, gate: "A1" })).entry).to.equal(
      "NOT_FOUND",
    );
  });
});
