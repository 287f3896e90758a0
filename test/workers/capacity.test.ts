// The places of a worker for requests to receivers: who may take one when others take all that they can.
import { expect } from "chai";
import fc from "fast-check";
import { Capacity } from "../../src/workers/delivery/capacity.ts";

describe("the places for requests to receivers", () => {
  const takeAll = (capacity: Capacity, tenant: string, hosts = 100): number => {
    let taken = 0;
    for (let host = 0; host < hosts; host++)
      while (capacity.has({ tenant, host: `${tenant}-${host}` })) {
        capacity.take({ tenant, host: `${tenant}-${host}` });
        taken += 1;
      }
    return taken;
  };

  it("are 512, of which one tenant gets 64 and one host 32", () => {
    const capacity = new Capacity();
    expect(takeAll(capacity, "one", 1)).to.equal(32);
    expect(takeAll(capacity, "one")).to.equal(32);
    expect(takeAll(capacity, "two")).to.equal(64);
    expect(capacity.used).to.equal(128);
  });

  it("are never all taken by 60 tenants with slow receivers, in whatever order these come", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.array(fc.nat(59), { maxLength: 2_000 }),
        (tenants, turns) => {
          const capacity = new Capacity();
          const place = (tenant: number) => ({ tenant: `${tenant}`, host: `${tenant}` });
          for (const turn of turns) {
            const next = place(turn % tenants);
            if (capacity.has(next)) capacity.take(next);
          }
          for (let tenant = 0; tenant < tenants; tenant++) takeAll(capacity, `${tenant}`, 4);
          const other = { tenant: "other", host: "other" };
          expect(capacity.has(other)).to.equal(true);
          capacity.take(other);
          expect(capacity.used).to.be.at.most(512);
          capacity.give(other);
          expect(capacity.has(other)).to.equal(true);
        },
      ),
    );
  });

  it("are free again once requests have ended", () => {
    const capacity = new Capacity();
    const place = { tenant: "one", host: "host" };
    for (let index = 0; index < 32; index++) capacity.take(place);
    expect(capacity.has(place)).to.equal(false);
    capacity.give(place);
    expect(capacity.has(place)).to.equal(true);
    expect(capacity.used).to.equal(31);
  });
});
