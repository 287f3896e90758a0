// A backup is restored after the network has paid more than it knows: every merchant is paid once, and nothing goes on before a person
// has said what the transfers were.
import { cpSync, renameSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { Product } from "../support/product.ts";
import { balanceOnNetwork } from "./support/reconcile.ts";
import {
  eventually,
  holder,
  type Merchant,
  merchant,
  paid,
  type Publisher,
  publisher,
} from "./support/scene.ts";

describe("after an older state was restored", function () {
  this.timeout(600_000);
  let product: Product;
  let issuer: Publisher;
  before(async () => {
    // Payments gather for a while, so that some are known to the backup and paid out after it.
    product = await Product.start({ PDA_SETTLEMENT_WAIT_SECONDS: "20" });
    issuer = await publisher(product);
  });
  after(() => product?.stop());

  const settlementsOf = async ({ api }: Merchant) => (await api.GET("/api/v1/settlement", {})).data.items;
  const finalized = (shop: Merchant, count: number) =>
    eventually(`${count} settlements that are final`, async () => {
      const items = (await settlementsOf(shop)).filter(
        ({ settlementStatus }) => settlementStatus === "finalized",
      );
      return items.length === count && items;
    });
  const settlement = (...args: string[]) => product.pda("settlement", ...args);
  const onNetwork = (shop: Merchant) => balanceOnNetwork(product, issuer, shop);

  it("payouts that the database has lost are taken in by a command, and nobody is paid twice", async () => {
    const [known, gone] = [await merchant(product, issuer), await merchant(product, issuer)];
    const customer = await holder(product, issuer, "100");
    await paid(product, issuer, known, customer, "1");
    await finalized(known, 1);
    // Paid before the backup, paid out after it.
    await paid(product, issuer, known, customer, "2");
    const folder = join(product.folder, "backup");
    const made = await product.pda("backup", folder);
    expect(made.code, made.stderr).to.equal(0);
    // Paid after the backup: the restored state knows nothing of it.
    await paid(product, issuer, gone, customer, "3");
    const references = [
      ...(await finalized(known, 2)).filter(({ amount }) => amount === "2"),
      ...(await finalized(gone, 1)),
    ].map(({ blockchainReference }) => blockchainReference as string);
    expect(references).to.have.length(2);
    expect([await onNetwork(known), await onNetwork(gone)]).to.deep.equal([3_000_000n, 3_000_000n]);

    await product.kill9();
    renameSync(product.dataDir, `${product.dataDir}.lost`);
    const restored = await product.pda("restore", folder);
    expect(restored.code, restored.stderr).to.equal(0);
    // The networks are no part of an installation, and know what they have done.
    for (const network of ["network", "network-2"])
      cpSync(join(`${product.dataDir}.lost`, network), join(product.dataDir, network), { recursive: true });
    await product.up();

    const listed = await eventually("the problem", async () => {
      const { stdout } = await settlement("problems");
      return stdout.includes("SEQUENCE_AHEAD") && stdout;
    });
    expect(listed).to.match(/what to do: .*--recover-payouts/);
    const why = ["--reason", "a backup was restored"];
    const resolve = (...args: string[]) => settlement("resolve", ...args, ...why);
    const skipped = await resolve(
      "--skip-foreign",
      issuer.network,
      ...references.flatMap((each) => ["--foreign", each]),
    );
    expect(skipped.code).to.equal(1);
    expect(skipped.stderr).to.match(
      /looks like a payout that this database has lost\n {2}next: .*--recover-payouts/,
    );
    const recover = (...named: string[]) =>
      resolve("--recover-payouts", issuer.network, ...named.flatMap((each) => ["--transaction", each]));
    const [first, second] = references as [string, string];
    expect((await recover(first)).stderr).to.match(/not named: \d+\n {2}next: .*--transaction/);
    expect((await recover(first, second)).stderr).to.match(
      /pays 3000000 .*settlements that wait to pay that account: none\. The amounts do not match exactly\n {2}next: /,
    );
    expect((await recover(`${first}=lost`, `${second}=lost`)).stderr).to.match(
      /this database would also pay it 2000000 for stl_\w+: that could be the same money/,
    );
    const asked = await recover(first, `${second}=lost`);
    expect(asked.stdout, asked.stderr).to.match(
      /^would: sequence \d+, 0x\w+: 2000000 .* has paid stl_\w+\nsequence \d+, 0x\w+: 3000000 .* has paid what this database has lost\nthe next transfer on .*\nnothing was changed; repeat the command with --yes to apply the change\n$/,
    );
    expect((await finalized(known, 1)).length).to.equal(1);
    const named = ["--transaction", first, "--transaction", `${second}=lost`];
    const done = await resolve("--recover-payouts", issuer.network, ...named, "--by", "Ada", "--yes");
    expect(done).to.include({ code: 0, stderr: "" });

    expect((await finalized(known, 2)).map(({ blockchainReference }) => blockchainReference)).to.include(
      first,
    );
    await paid(product, issuer, known, customer, "4");
    await paid(product, issuer, gone, customer, "5");
    await finalized(known, 3);
    await finalized(gone, 1);
    expect([await onNetwork(known), await onNetwork(gone)]).to.deep.equal([7_000_000n, 8_000_000n]);
    const verified = await product.pda("ledger", "verify");
    expect(verified.stdout).to.match(/ 0 violations\n$/);
    expect((await settlement("problems")).stdout).to.equal("no settlement has a problem\n");
    expect((await settlement("problems", "--history")).stdout).to.match(
      /recover_payouts .*by Ada: a backup was restored/,
    );
  });
});
