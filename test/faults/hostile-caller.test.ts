// An internal service that asks for much and takes none of it: the others do not notice, and what it does not take is not kept.
import { readFileSync } from "node:fs";
import { constants } from "node:http2";
import { setTimeout as sleep } from "node:timers/promises";
import { status } from "@grpc/grpc-js";
import { expect } from "chai";
import {
  GetPaymentRequest,
  GetPaymentResponse,
  ListPaymentsRequest,
} from "../../gen/ts/pda/payment/v1/payment_service.ts";
import type { TlsMaterial } from "../../src/rpc/mutual-tls.ts";
import { credentials, RawGrpc } from "../e2e/support/grpc.ts";
import { ask } from "../e2e/support/http.ts";
import {
  createPayment,
  eventually,
  type Merchant,
  merchant,
  type Publisher,
  publisher,
  service,
} from "../e2e/support/scene.ts";
import { RawCaller } from "../rpc/support/raw-caller.ts";
import { Product } from "../support/product.ts";

const getPayment = "/pda.payment.v1.PaymentService/GetPayment";
const listPayments = "/pda.payment.v1.PaymentService/ListPayments";
const asked = 1_500;
const pageSize = 200;
/** As long as others call beside it. */
const hammeringMs = 15_000;
/** Calls of one connection that are worked on while their answers are not taken. */
const keptMax = 32;

describe("an internal service that takes none of its answers", function () {
  this.timeout(240_000);
  let product: Product;
  let shop: Merchant;
  let paymentId: string;
  let hog: TlsMaterial;
  let other: RawGrpc;

  before(async () => {
    product = await Product.start({ PDA_LOG_LEVEL: "info" });
    const issuer = await publisher(product);
    shop = await merchant(product, issuer);
    for (let made = 0; made < pageSize; made += 20)
      await Promise.all(Array.from({ length: 20 }, () => createLong(issuer)));
    paymentId = (await createPayment(shop, issuer, "1")).paymentId;
    const scopes = ["payments.read"];
    const { cert, key } = await service(product, "hog", { scopes });
    hog = { cert: readFileSync(cert, "utf8"), key: readFileSync(key, "utf8"), ca: product.ca };
    const files = await service(product, "other", { scopes });
    other = new RawGrpc(product.coreAddress, credentials(product, files));
    await eventually("the grant", async () => (await get()) === status.OK);
  });
  after(async () => {
    other[Symbol.dispose]();
    await product.stop();
  });

  /** A payment that says as much as it may. */
  const createLong = ({ assetType }: Publisher) => {
    const metadata = Object.fromEntries(
      Array.from({ length: 20 }, (_, nth) => [`key${nth}`, "x".repeat(450)]),
    );
    const body = {
      amount: "1",
      assetType,
      merchantId: shop.merchantId,
      description: "x".repeat(140),
      metadata,
    };
    return shop.api.POST("/api/v1/payments", { body });
  };

  const get = async (): Promise<number> => {
    const { code, response } = await other.call(getPayment, GetPaymentRequest.encode({ paymentId }).finish());
    if (response) expect(GetPaymentResponse.decode(response).payment?.paymentId).to.equal(paymentId);
    return code;
  };

  it("leaves the core ready, what it keeps bounded and other callers answered; its calls are cut", async () => {
    using hostile = new RawCaller(product.coreAddress, hog, 0);
    await hostile.ready;
    const request = ListPaymentsRequest.encode(ListPaymentsRequest.fromPartial({ pageSize })).finish();
    const codes: number[] = [];
    const hammer = (): void => {
      if (hostile.session.destroyed) return;
      void hostile.call(listPayments, request).closed.then((code) => {
        codes.push(code);
        // One that is refused is there again.
        setTimeout(hammer, 100);
      });
    };
    for (let sent = 0; sent < asked; sent += 1) hammer();

    const failed: string[] = [];
    const seen = { rest: 0, grpc: 0 };
    const call = {
      rest: async () => {
        const { status: code, text } = await ask(product, `/api/v1/payments/${paymentId}`, { key: shop.key });
        if (code === 200) seen.rest += 1;
        else failed.push(`REST ${code} ${text}`);
      },
      grpc: async () => {
        const code = await get();
        if (code === status.OK) seen.grpc += 1;
        else failed.push(`gRPC ${status[code]}`);
      },
      probe: async () => {
        const ready = await fetch(`http://127.0.0.1:${product.port("PDA_CORE_METRICS_PORT")}/readyz`);
        if (ready.status !== 200) failed.push(`readyz ${ready.status}`);
        const keys = await ask(product, "/.well-known/jwks.json");
        if (keys.status !== 200) failed.push(`keys ${keys.status} ${keys.text}`);
        await sleep(500);
      },
    };
    const end = Date.now() + hammeringMs;
    await Promise.all(
      Object.values(call).map(async (once) => {
        while (Date.now() < end) await once();
      }),
    );
    expect(failed).to.deep.equal([]);
    expect(seen.rest).to.be.above(0);
    expect(seen.grpc).to.be.above(0);
    // What is kept for it is no more than so many answers, of a mebibyte each at most.
    expect(answered()).to.be.within(1, keptMax);

    await eventually("its calls are cut", async () => codes.length > 0);
    expect([...new Set(codes)]).to.deep.equal([constants.NGHTTP2_ENHANCE_YOUR_CALM]);
    await call.rest();
    await call.grpc();
    expect(failed).to.deep.equal([]);
  });

  /** How many of its calls the core has worked on, by the core's log. */
  const answered = (): number =>
    product.output
      .split("\n")
      .filter(
        (line) => line.includes(listPayments) && line.includes("/service/hog") && line.includes(" code=ok "),
      ).length;
});
