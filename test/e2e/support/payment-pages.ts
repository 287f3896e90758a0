// A shop with links to payments, a payer, and a browser that opens them.
import type { Browser, Page } from "puppeteer-core";
import { chromium } from "../../support/chromium.ts";
import { type Product, sharedProduct } from "../../support/product.ts";
import {
  authorise,
  type Holder,
  holder,
  type Merchant,
  merchant,
  type Payment,
  type Publisher,
  publisher,
} from "./scene.ts";

/** A payment with its link. */
export type Asked = Payment & { readonly uri: string; readonly reference: string };

/** How a page is opened. */
interface Reader {
  readonly scripts?: boolean;
  readonly width?: number;
  readonly dark?: boolean;
  readonly languages?: string;
}

/** What takes part in a test of the payment page. */
export class PaymentPages implements AsyncDisposable {
  readonly product: Product;
  readonly browser: Browser;
  readonly issuer: Publisher;
  readonly shop: Merchant;
  readonly payer: Holder;

  private constructor(parts: Pick<PaymentPages, "product" | "browser" | "issuer" | "shop" | "payer">) {
    this.product = parts.product;
    this.browser = parts.browser;
    this.issuer = parts.issuer;
    this.shop = parts.shop;
    this.payer = parts.payer;
  }

  static async start(): Promise<PaymentPages> {
    const [product, browser] = await Promise.all([sharedProduct(), chromium()]);
    const issuer = await publisher(product);
    const shop = await merchant(product, issuer);
    const payer = await holder(product, issuer, "1000");
    return new PaymentPages({ product, browser, issuer, shop, payer });
  }

  /** Requests a payment and makes its link. */
  async requested(more: object = {}): Promise<Asked> {
    const { assetType } = this.issuer;
    const { api, merchantId } = this.shop;
    const body = { amount: "12.50", assetType, merchantId, ...more };
    const payment = (await api.POST("/api/v1/payments", { body })).data;
    const params = { path: { paymentId: payment.paymentId } };
    const { uri, reference } = (await api.POST("/api/v1/payments/{paymentId}/reference", { params })).data;
    return { ...payment, uri, reference };
  }

  /** Pays a payment with the payer's wallet. */
  async pay({ reference }: Asked): Promise<void> {
    const path = { walletId: this.payer.walletId, reference };
    const request = await this.product
      .client()
      .GET("/api/v1/wallets/{walletId}/payment-requests/{reference}", { params: { path } });
    await authorise(this.product, this.payer, request.data);
  }

  /** Opens a page and collects what the browser complains about. */
  async opened(
    address: string,
    { scripts = true, width = 360, dark = false, languages = "en" }: Reader = {},
  ): Promise<{ page: Page; complaints: string[] }> {
    const page = await this.browser.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    page.on("pageerror", (error) => void complaints.push(String(error)));
    await page.setViewport({ width, height: 740 });
    await page.setJavaScriptEnabled(scripts);
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }]);
    await page.setExtraHTTPHeaders({ "Accept-Language": languages });
    await page.goto(address);
    return { page, complaints };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.browser.close();
  }
}

/** Returns the text that a reader sees. */
export const shown = (page: Page): Promise<string> => page.$eval("main", (main) => main.innerText);
/** Returns the state that the page has. */
export const stateOf = (page: Page) => page.$eval("main", (main) => main.dataset.state);
