// A chip is bound to one asset, however many bind it at once.
import { expect } from "chai";
import type { ListDevicesResponse } from "../../gen/ts/pda/publisher/v1/device_service.ts";
import { SigningChip, Tag } from "../support/chips.ts";
import { activeAsset, chipBinding, tagBinding } from "../services/support/chips.ts";
import { newKey, newRequest } from "../services/support/openssl.ts";
import { newSerialNumber, Registry } from "../services/support/registry.ts";

describe("races of bindings", function () {
  this.timeout(120_000);
  let registry: Registry;
  let publisherId: string;
  let assets: string[];

  before(async () => {
    registry = await Registry.start();
    ({ publisherId } = await registry.publisher());
    assets = await Promise.all(Array.from({ length: 10 }, () => activeAsset(registry, publisherId)));
    // The CA that is kept for the publisher, so that no call has to make it.
    await registry.bind(publisherId, assets[0] as string);
  });
  after(() => registry[Symbol.asyncDispose]());

  /** Words of what came of 100 bindings at once, ten on each asset, with how often each came. */
  const raced = async (requestFor: (assetId: string) => object): Promise<Record<string, number>> => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 100 }, (_, index) =>
        registry.harness.call("BindDevice", requestFor(assets[index % assets.length] as string)),
      ),
    );
    const counts: Record<string, number> = {};
    for (const outcome of outcomes) {
      const word = outcome.status === "fulfilled" ? "bound" : outcome.reason.entry;
      counts[word] = (counts[word] ?? 0) + 1;
    }
    return counts;
  };
  const boundUnder = async (serialNumber: string): Promise<number> => {
    const lists = await Promise.all(
      assets.map((assetId) =>
        registry.harness.call<ListDevicesResponse>("ListDevices", { publisherId, assetId, pageSize: 200 }),
      ),
    );
    return lists.flatMap(({ items }) => items).filter((item) => item.serialNumber === serialNumber).length;
  };

  it("bind a chip by signing requests to one asset", async () => {
    const serialNumber = newSerialNumber();
    const credential = { $case: "certificateSigningRequest", value: newRequest(newKey()) };
    const counts = await raced((assetId) => ({ publisherId, assetId, serialNumber, credential }));
    expect(counts).to.deep.equal({ bound: 1, ALREADY_EXISTS: 99 });
    expect(await boundUnder(serialNumber)).to.equal(1);
  });

  it("give the key of a signing request to one of the publishers that send it at once", async () => {
    const owners = await Promise.all(
      Array.from({ length: 5 }, async (_, index) => {
        const { publisherId: owner } = await registry.publisher(`Mint ${index}`);
        // The CA that is kept for the publisher, so that no call has to make it.
        const assetId = await activeAsset(registry, owner);
        await registry.bind(owner, assetId);
        return { publisherId: owner, assetId };
      }),
    );
    const credential = { $case: "certificateSigningRequest", value: newRequest(newKey()) };
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) =>
        registry.harness.call("BindDevice", {
          ...owners[index % owners.length],
          serialNumber: newSerialNumber(),
          credential,
        }),
      ),
    );
    const bound = outcomes.filter(({ status }) => status === "fulfilled");
    const words = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
    expect(bound).to.have.length(1);
    // The nine others of its owner meet the bound key; the forty of other publishers meet its owner.
    const entries = words.map(({ entry }) => entry).sort();
    expect(entries).to.deep.equal([
      ...Array(9).fill("ALREADY_EXISTS"),
      ...Array(40).fill("EVIDENCE_REFUSED"),
    ]);
    const reasons = words.map(({ reason }) => reason).sort();
    expect(reasons).to.deep.equal([...Array(40).fill("KEY_OF_OTHER_PUBLISHER"), ...Array(9).fill("TAKEN")]);
  });

  it("bind a key to one asset", async () => {
    const chip = new SigningChip();
    const counts = await raced((assetId) => chipBinding({ publisherId, assetId }, chip));
    expect(counts).to.deep.equal({ bound: 1, ALREADY_EXISTS: 99 });
    expect(await boundUnder(chip.serialNumber)).to.equal(1);
  });

  it("bind a tag to one asset, and one of many tags to an asset", async () => {
    const tag = new Tag();
    const counts = await raced((assetId) => tagBinding({ publisherId, assetId }, tag));
    expect(counts).to.deep.equal({ bound: 1, ALREADY_EXISTS: 99 });
    expect(await boundUnder(tag.uid)).to.equal(1);
    const many = await raced((assetId) => tagBinding({ publisherId, assetId }, new Tag()));
    expect(many).to.deep.equal({ bound: 9, ALREADY_EXISTS: 91 });
  });
});
