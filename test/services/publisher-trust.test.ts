import { randomBytes } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { ensureTrustRoot } from "../../src/pki/trust-root.ts";
import { KeyRing } from "../../src/rpc/key-ring.ts";
import { Sealer } from "../../src/rpc/seal.ts";
import { loadTrustAuthority } from "../../src/services/authority/trust-authority.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { newKey } from "./support/openssl.ts";

describe("the trust authority of an installation", () => {
  const sealer = new Sealer(KeyRing.derivedFrom(randomBytes(32)));

  /** An installation's folder, changed by `change`, and what comes of loading it. */
  function load(change: (files: { cert: string; key: string }) => void, now?: Date) {
    using directory = temporaryDirectory();
    ensureTrustRoot(directory.path, "PDA test", now);
    const dir = join(directory.path, "trust");
    change({ cert: join(dir, "root.crt"), key: join(dir, "root.key") });
    return loadTrustAuthority({ dir, assetDomain: "assets.pda.example", sealer });
  }

  it("issues with the key of its root, and without it does not", () => {
    expect(load(() => {}).issues).to.equal(true);
    expect(load(({ key }) => rmSync(key)).issues).to.equal(false);
  });

  it("trusts former roots that stand behind the present one", () => {
    const trust = load(({ cert }) => {
      using former = temporaryDirectory();
      ensureTrustRoot(former.path, "PDA before");
      writeFileSync(
        cert,
        readFileSync(cert, "utf8") + readFileSync(join(former.path, "trust", "root.crt"), "utf8"),
      );
    });
    expect(trust.anchors).to.have.length(2);
    expect(trust.root).to.equal(trust.anchors[0]);
  });

  for (const [what, change, message] of [
    ["is missing", ({ cert }) => rmSync(cert), /the trust root is missing/],
    ["is not a certificate", ({ cert }) => writeFileSync(cert, "words"), /is not a certificate/],
    ["has another key", ({ key }) => writeFileSync(key, newKey("secp384r1")), /is not the key of/],
    ["has a key that is none", ({ key }) => writeFileSync(key, "words"), /is not a private key/],
  ] as [string, Parameters<typeof load>[0], RegExp][]) {
    it(`says so when the root ${what}`, () => {
      expect(() => load(change)).to.throw(message);
    });
  }

  it("says so when the root has ended", () => {
    expect(() => load(() => {}, new Date("2000-01-01T00:00:00Z"))).to.throw(/expired on 2020/);
  });
});
