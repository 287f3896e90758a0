// Every process of the tests speaks TLS 1.3 only, as the product's do.
import tls from "node:tls";

tls.DEFAULT_MIN_VERSION = "TLSv1.3";

/** What is looked at when the tests of a file have ended, added by what they use. */
export const endings: (() => Promise<void>)[] = [];

export const mochaHooks = {
  async afterAll(this: Mocha.Context): Promise<void> {
    if (endings.length === 0) return;
    this.timeout(120_000);
    for (const look of endings) await look();
  },
};
