// A ticket at 100 gates at once, among two core processes: it is redeemed as often as it has uses, and not once more.
import { expect } from "chai";
import type { TicketRedemption } from "../../gen/ts/pda/verification/v1/ticket.ts";
import {
  type ListTicketRedemptionsResponse,
  TicketServiceService,
} from "../../gen/ts/pda/verification/v1/ticket_service.ts";
import { Failure } from "../../src/rpc/failure.ts";
import type { Prover } from "../services/support/prover.ts";
import { Registry } from "../services/support/registry.ts";
import { proven, redeem, shown, tapped, ticket, ticketWithTag } from "../services/support/tickets.ts";
import { Tag } from "../support/chips.ts";
import { operator } from "../support/service.ts";
import { SecondCore } from "./support/second-core.ts";

const at100 = Array.from({ length: 100 }, (_, index) => index);
type Result = TicketRedemption | Failure;

describe("races of tickets", function () {
  this.timeout(120_000);
  let registry: Registry;
  let second: SecondCore;
  let publisherId: string;
  before(async () => {
    registry = await Registry.start();
    second = await SecondCore.start(registry);
    ({ publisherId } = await registry.publisher());
  });
  after(async () => {
    await second?.[Symbol.asyncDispose]();
    await registry[Symbol.asyncDispose]();
  });

  const bySecond = async (request: object): Promise<TicketRedemption> => {
    const { redeemTicket } = TicketServiceService;
    return (await second.call(redeemTicket, { gate: "A1", ...request }, operator))
      .redemption as TicketRedemption;
  };
  /** By one core or the other, turn by turn. */
  const attempt = (request: object, index: number): Promise<Result> =>
    (index % 2 === 0 ? redeem(registry, request) : bySecond(request)).catch((error: unknown) => {
      if (error instanceof Failure) return error;
      throw error;
    });
  const made = (results: readonly Result[]) =>
    results.flatMap((result) => (result instanceof Failure ? [] : [result]));
  const reasons = (results: readonly Result[]) =>
    results.flatMap((result) => (result instanceof Failure ? [`${result.entry} ${result.reason}`] : []));
  const recorded = async ({ assetId }: Pick<Prover, "assetId">) =>
    (
      await registry.harness.call<ListTicketRedemptionsResponse>("ListTicketRedemptions", {
        publisherId,
        assetId,
        pageSize: 200,
      })
    ).items;

  it("lets one of 100 gates redeem it, tells the others when, and gives the one its own receipt again", async () => {
    for (let turn = 0; turn < 3; turn++) {
      const device = await ticket(registry, publisherId);
      const requests = await Promise.all(
        at100.map(async (index) => ({ ...(await proven(registry, device)), gate: `G${index}` })),
      );
      const results = await Promise.all(requests.map(attempt));
      const [winner, ...others] = made(results);
      expect(others).to.deep.equal([]);
      expect(reasons(results)).to.deep.equal(Array(99).fill("ALREADY_DONE ALREADY_REDEEMED"));
      const [record] = await recorded(device);
      const at = new Date(
        Number(record?.redeemTime?.seconds) * 1000 + (record?.redeemTime?.nanos ?? 0) / 1e6,
      );
      for (const result of results)
        if (result instanceof Failure) expect(result.message).to.include(at.toISOString());
      const place = results.findIndex((result) => !(result instanceof Failure));
      const again = await Promise.all(
        at100.slice(0, 10).map((index) => attempt(requests[place] as object, index)),
      );
      for (const repeated of again) expect(repeated).to.deep.equal({ ...winner, repeated: true });
      expect(await recorded(device)).to.deep.equal([winner]);
    }
  });

  it("lets one of 100 gates redeem one tap of a tag that all of them present", async () => {
    for (let turn = 0; turn < 3; turn++) {
      const tag = new Tag();
      const assetId = await ticketWithTag(registry, publisherId, tag, { useCount: 50 });
      const request = tapped(assetId, tag.tap());
      const results = await Promise.all(
        at100.map((index) => attempt({ ...request, gate: `G${index}` }, index)),
      );
      expect(made(results)).to.have.length(1);
      expect(reasons(results)).to.deep.equal(Array(99).fill("ALREADY_DONE ALREADY_REDEEMED"));
    }
  });

  it("takes one use for one tap that one gate sends 100 times, and all get the one receipt", async () => {
    const device = await ticket(registry, publisherId, { useCount: 50 });
    const request = await proven(registry, device);
    const results = await Promise.all(at100.map((index) => attempt(request, index)));
    expect(reasons(results)).to.deep.equal([]);
    expect(new Set(made(results).map(({ receipt }) => receipt)).size).to.equal(1);
    expect(made(results).filter(({ repeated }) => !repeated)).to.have.length(1);
    expect(await recorded(device)).to.have.length(1);
  });

  it("takes exactly as many uses as it has, each with its own number", async () => {
    for (const useCount of [2, 37, 99]) {
      const device = await ticket(registry, publisherId, { useCount });
      const results = await Promise.all(
        at100.map((index) => attempt({ ...shown(device), gate: `G${index}` }, index)),
      );
      const uses = made(results)
        .map(({ useNumber }) => useNumber)
        .sort((a, b) => a - b);
      expect(uses).to.deep.equal(Array.from({ length: useCount }, (_, index) => index + 1));
      expect(reasons(results)).to.deep.equal(Array(100 - useCount).fill("ALREADY_DONE ALREADY_REDEEMED"));
      const records = (await recorded(device)).map(
        ({ redeemTime }) => Number(redeemTime?.seconds) * 1e9 + (redeemTime?.nanos ?? 0),
      );
      expect(records).to.deep.equal(records.toSorted((a, b) => b - a));
    }
  });

  it("redeems nothing any more once a suspension has been answered", async () => {
    for (let turn = 0; turn < 10; turn++) {
      const device = await ticket(registry, publisherId, { useCount: 100 });
      const during = Array.from({ length: 20 }, (_, index) => attempt(shown(device), index));
      const suspending = registry.harness.call("SuspendAsset", { publisherId, assetId: device.assetId });
      const before = suspending.then(async () => (await recorded(device)).length);
      const results = await Promise.all(during);
      for (const reason of reasons(results)) expect(reason).to.equal("STATE_CONFLICT ASSET_SUSPENDED");
      expect(await before).to.equal((await recorded(device)).length);
      expect(made(results)).to.have.length(await before);
    }
  });

  it("redeems many tickets at once, each once, while they are verified, suspended and revoked", async () => {
    const devices = await Promise.all(at100.slice(0, 10).map(() => ticket(registry, publisherId)));
    const results = await Promise.all(
      devices.flatMap((device, which) => [
        ...at100
          .slice(0, 10)
          .map(async (index) => attempt({ ...(await proven(registry, device)), gate: `G${index}` }, index)),
        ...(which % 3 === 0
          ? [
              registry.harness.call("RevokeDevice", {
                publisherId,
                assetId: device.assetId,
                deviceId: device.deviceId,
              }),
            ]
          : []),
      ]),
    );
    expect(results).to.have.length(104);
    for (const device of devices) expect((await recorded(device)).length).to.be.at.most(1);
    for (const device of devices.filter((_, which) => which % 3 !== 0))
      expect(await recorded(device)).to.have.length(1);
  });
});
