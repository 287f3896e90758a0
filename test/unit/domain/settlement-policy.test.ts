import { expect } from "chai";
import { assert, bigInt, constantFrom, integer, property } from "fast-check";
import { confirmationsFor, minorOf, tierOf } from "../../../src/domain/settlement/policy.ts";
import { fundsTotal, refundSources } from "../../../src/domain/refund/sources.ts";

describe("the policy of settlement", () => {
  it("reads tiers as they are written in the settings", () => {
    expect(tierOf("USDX<=1000=3")).to.deep.equal({ assetType: "USDX", upTo: "1000", confirmations: 3 });
    expect(tierOf("USDX@net:1<=0.50=2")).to.deep.equal({
      assetType: "USDX",
      network: "net:1",
      upTo: "0.50",
      confirmations: 2,
    });
    expect(tierOf("*@net:1=20")).to.deep.equal({ network: "net:1", confirmations: 20 });
    expect(tierOf("*=6")).to.deep.equal({ confirmations: 6 });
    for (const wrong of [
      "",
      "6",
      "*=",
      "*=0",
      "*=1001",
      "usdx=3",
      "USDX<=1,5=3",
      "USDX<=1000",
      "USDX<=.5=3",
      "*<=00=1",
    ])
      expect(tierOf(wrong), wrong).to.equal(undefined);
  });

  it("takes the first tier that is for the asset type, the network and the amount", () => {
    const tiers = ["USDX@net:2=30", "USDX<=1000=3", "USDX=12", "*<=5=2"].flatMap(
      (text) => tierOf(text) ?? [],
    );
    const of = (assetType: string, network: string, amount: bigint) =>
      confirmationsFor(tiers, { assetType, decimals: 6, network, amount });
    expect(of("USDX", "net:1", 1_000_000_000n)).to.equal(3);
    expect(of("USDX", "net:1", 1_000_000_001n)).to.equal(12);
    expect(of("USDX", "net:2", 1n)).to.equal(30);
    expect(of("OTHER", "net:1", 5_000_000n)).to.equal(2);
    expect(of("OTHER", "net:1", 5_000_001n), "none is for it").to.equal(1);
  });

  it("never asks a larger amount for fewer confirmations when tiers rise with the amount", () => {
    const tiers = ["*<=10=2", "*<=100=4", "*=8"].flatMap((text) => tierOf(text) ?? []);
    const amount = bigInt({ min: 1n, max: 10n ** 12n });
    assert(
      property(amount, amount, integer({ min: 0, max: 18 }), (a, b, decimals) => {
        const of = (each: bigint) =>
          confirmationsFor(tiers, { assetType: "USDX", decimals, network: "net:1", amount: each });
        return a > b || of(a) <= of(b);
      }),
    );
  });

  it("cuts whole units to what an asset type can express", () => {
    expect(minorOf("12.50", 6)).to.equal(12_500_000n);
    expect(minorOf("12.509", 2)).to.equal(1250n);
    expect(minorOf("0.009", 2)).to.equal(0n);
    expect(minorOf("0", 0)).to.equal(0n);
    expect(minorOf("7.9", 0)).to.equal(7n);
  });

  it("takes a refund from what is there, the balance first and what is on its way last, to the unit", () => {
    const part = bigInt({ min: 0n, max: 100n });
    assert(
      property(
        part,
        part,
        part,
        constantFrom(0n, 25n, 50n, 75n, 100n),
        (merchant, settled, clearing, share) => {
          const funds = { merchant, settled, clearing };
          const amount = (fundsTotal(funds) * share) / 100n;
          const from = refundSources(amount, funds);
          expect(fundsTotal(from)).to.equal(amount);
          for (const kind of ["merchant", "settled", "clearing"] as const)
            expect(from[kind] >= 0n && from[kind] <= funds[kind]).to.equal(true);
          if (from.settled > 0n) expect(from.merchant).to.equal(merchant);
          if (from.clearing > 0n) expect(from.settled).to.equal(settled);
        },
      ),
    );
  });
});
