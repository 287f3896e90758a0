// Items may be so long that two hundred of them are more than a message: pages are then shorter, and miss nothing.
import { expect } from "chai";
import type {
  CreatePaymentResponse,
  ListPaymentsResponse,
} from "../../gen/ts/pda/payment/v1/payment_service.ts";
import { paymentServices } from "../../src/services/payment/index.ts";
import { assetType, merchant, publisher } from "../support/fixtures.ts";
import { ServiceHarness } from "../support/service.ts";

/** As much as a payment may say, in characters of three bytes. */
const metadata = Object.fromEntries(
  Array.from({ length: 50 }, (_, index) => [`key-${index}`, "漢".repeat(500)]),
);

describe("pages of long items", function () {
  this.timeout(120_000);
  let harness: ServiceHarness;
  let merchantId: string;
  let created: string[];
  before(async () => {
    harness = await ServiceHarness.start(() =>
      paymentServices({ publicUrl: "https://pay.example", paymentTtlSeconds: 900 }),
    );
    await assetType(harness.store, await publisher(harness.url));
    merchantId = await merchant(harness.store);
    created = [];
    for (let index = 0; index < 40; index += 1) {
      // Every fourth says little, so that items differ in length.
      const said = index % 4 === 0 ? {} : { metadata };
      const request = { amount: "1", assetType: "USDX", merchantId, ...said };
      const { payment } = await harness.call<CreatePaymentResponse>("CreatePayment", request);
      created.unshift(payment?.paymentId as string);
    }
  });
  after(() => harness[Symbol.asyncDispose]());

  for (const pageSize of [0, 1, 7, 200])
    it(`of ${pageSize || "the preset number of"} items are below a megabyte and have every item once, in order`, async () => {
      const seen: string[] = [];
      let pageToken = "";
      do {
        const { response, bytes } = await harness.callWhole<ListPaymentsResponse>("ListPayments", {
          merchantId,
          pageSize,
          pageToken,
        });
        expect(bytes.length).to.be.at.most(1_048_576);
        expect(response.items).to.not.be.empty;
        if (pageSize > 0) expect(response.items.length).to.be.at.most(pageSize);
        seen.push(...response.items.map(({ paymentId }) => paymentId));
        pageToken = response.nextPageToken;
      } while (pageToken);
      expect(seen).to.deep.equal(created);
    });
});
