import { createHash } from "node:crypto";
import { expect } from "chai";
import fc from "fast-check";
import { accountUuid } from "../../../src/domain/ledger/ledger.ts";
import { sha256 } from "../../../src/domain/sha256.ts";

describe("digests", () => {
  it("are SHA-256 of bytes, and of text in UTF-8", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.uint8Array({ maxLength: 300 })), (data) => {
        expect(sha256(data).equals(createHash("sha256").update(data).digest())).to.equal(true);
      }),
    );
  });

  it("name ledger accounts as their stored rows do: a UUID of version 8", () => {
    const name = fc.stringMatching(/^[a-z0-9_]{1,30}$/);
    fc.assert(
      fc.property(
        name,
        fc.constantFrom("issuance", "wallet", "merchant", "clearing", "settled"),
        name,
        (assetTypeId, kind, ownerId) => {
          const bits = BigInt(
            `0x${createHash("sha256").update(`${assetTypeId}|${kind}|${ownerId}`).digest("hex").slice(0, 32)}`,
          );
          const version = (bits & ~(0xfn << 76n)) | (8n << 76n);
          const variant = (version & ~(3n << 62n)) | (2n << 62n);
          const uuid = accountUuid({ assetTypeId, kind, ownerId });
          expect(uuid).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
          expect(BigInt(`0x${uuid.replaceAll("-", "")}`)).to.equal(variant);
        },
      ),
    );
  });
});
