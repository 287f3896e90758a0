// Connections on which no handshake comes: none of the ports keeps them.
import { once } from "node:events";
import { connect } from "node:net";
import { expect } from "chai";
import { type Product, sharedProduct } from "../support/product.ts";

const ports = [
  "PDA_CORE_PORT",
  "PDA_WORKER_HEALTH_PORT",
  "PDA_CHAIN_ADAPTER_PORT",
  "PDA_GATEWAY_HEALTH_PORT",
  "PDA_GATEWAY_PORT",
];
/** A ClientHello record of 512 bytes of which no more comes than this. */
const begun = Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01]);

describe("a connection without a handshake", function () {
  this.timeout(180_000);
  let product: Product;
  before(async () => {
    product = await sharedProduct();
  });

  it("is closed after 10 s on the ports of all tiers, whether it says nothing or begins and stops", async () => {
    const closed = async (port: number, said: Buffer): Promise<number> => {
      const socket = connect({ host: "localhost", port });
      socket.on("error", () => undefined).resume();
      await once(socket, "connect");
      const start = performance.now();
      if (said.length > 0) socket.write(said);
      const end = once(socket, "close").then(() => performance.now() - start);
      const never = new Promise<number>((resolve) => setTimeout(resolve, 30_000, Infinity).unref());
      const ms = await Promise.race([end, never]);
      socket.destroy();
      return ms;
    };
    const all = ports.flatMap((name) =>
      [Buffer.alloc(0), begun].map(async (said) => [name, await closed(product.port(name), said)] as const),
    );
    for (const [name, ms] of await Promise.all(all)) {
      expect(ms, name).to.be.above(9_000);
      expect(ms, name).to.be.below(25_000);
    }
  });
});
