// What a page lists for the people of a terminal, a gate or a wallet is complete: each error of the operation, each kind of signature.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { catalogue, type ErrorName } from "../../gen/errors/catalogue.ts";
import { operations } from "../../gen/rest/operations.ts";
import { tenantScopes } from "../../src/domain/access/scope.ts";

const root = join(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");

/** Errors that repeat with the same key, which every operation with an effect has beside its own. */
const repeatable: readonly ErrorName[] = ["IDEMPOTENCY_KEY_IN_FLIGHT", "CONCURRENT_UPDATE", "RATE_LIMITED"];

describe("tables of the guides", () => {
  for (const [page, method] of [
    ["docs/guides/point-of-sale.md", "CreatePayment"],
    ["docs/guides/tickets.md", "RedeemTicket"],
  ] as const)
    it(`name each error of ${method} in ${page}`, () => {
      const [table = ""] = /^\| answer \|.*\n(\|.*\n)+/m.exec(read(page)) ?? [];
      const own = operations.find((operation) => operation.method === method)?.errors ?? [];
      expect(own).to.not.deep.equal([]);
      const codes = [...own, ...repeatable].map((name) => catalogue[name].code);
      expect(codes.filter((code) => !table.includes(code))).to.deep.equal([]);
    });

  it("name each scope that a merchant's key may hold and a terminal's may not", () => {
    const without = tenantScopes.merchant.filter((scope) => !tenantScopes.terminal.includes(scope));
    expect(without.length).to.be.greaterThan(1);
    const page = read("docs/guides/shop.md").replaceAll("\n", " ");
    const [sentence = ""] = /The key of a terminal may hold[^.]*(\.\w[^.]*)*/.exec(page) ?? [];
    expect(without.filter((scope) => !sentence.includes(`\`${scope}\``))).to.deep.equal([]);
  });

  it("name each kind of statement that holders sign in docs/wallets.md", () => {
    const contract = globSync("proto/pda/{wallet,payment,verification}/v1/*.proto", { cwd: root }).map(read);
    const types = new Set(contract.flatMap((text) => text.match(/pda-[a-z-]+\+jws/g) ?? []));
    expect(types.size).to.be.greaterThan(5);
    const page = read("docs/wallets.md");
    expect([...types].filter((type) => !page.includes(`\`${type}\``))).to.deep.equal([]);
  });
});
