// Connections that a tier root has let in, after that root was removed.
import { once } from "node:events";
import { status } from "@grpc/grpc-js";
import { expect } from "chai";
import { renewable, throwAwayRoot } from "../chain/support/certificates.ts";
import { TRUST_DOMAIN } from "../gateway/support/rig.ts";
import { RawCaller } from "./support/raw-caller.ts";
import { GET } from "./support/scene.ts";
import { KEY, Served } from "./support/served.ts";

const coreId = `spiffe://${TRUST_DOMAIN}/core`;
const serviceId = `spiffe://${TRUST_DOMAIN}/service/till`;
const withKey = ["authorization", `Bearer ${KEY}`];

describe("a tier root that is removed", function () {
  this.timeout(30_000);

  const call = async (caller: RawCaller) => {
    const made = caller.call(GET, new Uint8Array(), withKey).take();
    await made.closed;
    return made.grpcStatus;
  };

  it("takes with it the connections that it has let in, and lets nobody in any more", async () => {
    const [former, next] = [await throwAwayRoot(), await throwAwayRoot()];
    const tls = renewable(await former.issue(coreId));
    await using core = await Served.start(undefined, tls);
    const stolen = await former.issue(serviceId);
    using thief = new RawCaller(core.address, stolen);
    expect(await call(thief)).to.equal(status.OK);

    const ended = once(thief.session, "close");
    const material = await next.issue(coreId);
    tls.renew(material);
    await ended;
    // The caller trusts the new root, so only its own certificate can be refused.
    using again = new RawCaller(core.address, { ...stolen, ca: material.ca });
    await once(again.session, "close");
    using present = new RawCaller(core.address, await next.issue(serviceId));
    expect(await call(present)).to.equal(status.OK);
    expect(core.calls).to.have.length(2);
  });

  it("is told from one that a second root joins: connections stay", async () => {
    const [former, next] = [await throwAwayRoot(), await throwAwayRoot()];
    const [old, fresh] = [await former.issue(coreId), await next.issue(coreId)];
    const tls = renewable(old);
    await using core = await Served.start(undefined, tls);
    using caller = new RawCaller(core.address, await former.issue(serviceId));
    expect(await call(caller)).to.equal(status.OK);
    tls.renew({ ...fresh, ca: `${fresh.ca}${old.ca}` });
    using other = new RawCaller(core.address, { ...(await former.issue(serviceId)), ca: fresh.ca });
    expect(await call(other)).to.equal(status.OK);
    expect(await call(caller)).to.equal(status.OK);
    expect(caller.session.closed).to.equal(false);
  });
});
