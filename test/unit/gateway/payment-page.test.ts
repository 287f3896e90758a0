import { readFileSync } from "node:fs";
import { expect } from "chai";
import fc from "fast-check";
import { PaymentPage, PaymentStatus } from "../../../gen/ts/pda/payment/v1/payment.ts";
import { walletLink } from "../../../src/config/wallet-link.ts";
import { amountIn } from "../../../src/gateway/payment-page/format.ts";
import { paymentPage } from "../../../src/gateway/payment-page/page.ts";
import { LANGUAGES, languageOf } from "../../../src/gateway/payment-page/texts.ts";
import { timestamp } from "../../../src/services/contract/timestamp.ts";

describe("the texts of the payment page", () => {
  it("are the same texts in each language, with the same places for names", () => {
    const placesOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
    const [english] = LANGUAGES;
    for (const { tag, texts } of LANGUAGES)
      for (const [key, text] of Object.entries(english?.texts ?? {})) {
        expect(texts[key], `${tag} ${key}`).to.be.a("string").and.not.equal("");
        expect([...new Set(placesOf(texts[key] as string))], `${tag} ${key}`).to.deep.equal([
          ...new Set(placesOf(text)),
        ]);
        expect(Object.keys(texts)).to.have.length(Object.keys(english?.texts ?? {}).length);
      }
  });

  it("are all used", () => {
    const page = readFileSync(new URL("../../../src/gateway/payment-page/page.ts", import.meta.url), "utf8");
    const used = new Set(page.match(/\w+/g));
    const own = (key: string) => used.has(key) || (key.endsWith("Text") && used.has(key.slice(0, -4)));
    expect(Object.keys(LANGUAGES[0]?.texts ?? {}).filter((key) => !own(key))).to.deep.equal([]);
  });

  it("are in the reader's language: the choice, else the most preferred that the page has, else English", () => {
    for (const [chosen, accepted, tag] of [
      [null, undefined, "en"],
      [null, "", "en"],
      [null, "de-CH, fr;q=0.9", "de"],
      [null, "tlh, fr;q=0.1, es;q=0.9", "es"],
      [null, "en;q=0, ja;q=0.2", "ja"],
      ["pt-BR", "de", "pt"],
      ["nonsense", "de", "de"],
      ["__proto__", ";;;,,=", "en"],
    ] as const)
      expect(languageOf(chosen, accepted).tag, `${chosen} ${accepted}`).to.equal(tag);
  });
});

describe("amounts on the payment page", () => {
  it("keep every digit, whatever the language", () => {
    const digits = (max: number) => fc.stringMatching(new RegExp(`^[0-9]{0,${max}}[1-9]$`));
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 18n - 1n), digits(17), (whole, fraction) => {
        const shown = amountIn(`${whole}.${fraction}`, "de").replaceAll(".", "").replace(",", ".");
        expect(shown).to.equal(`${whole}.${fraction.padEnd(2, "0")}`);
      }),
    );
    expect(amountIn("1234567", "en")).to.equal("1,234,567.00");
  });
});

describe("the payment page as HTML", () => {
  it("has no markup but its own, whatever merchants, publishers and deployments write", () => {
    const base = PaymentPage.fromPartial({
      reference: "RF18539007547034",
      paymentId: "pay_01h455vb4pex5vsknk084sn02q",
      amount: "1",
      refundedAmount: "0",
      status: PaymentStatus.PAYMENT_STATUS_PENDING,
      expireTime: timestamp(new Date(2_000_000)),
    });
    const shape = (name: string, description: string, wallet: string): string =>
      paymentPage(
        { ...base, merchantName: name, assetType: "USDX", description },
        {
          language: LANGUAGES[0] as (typeof LANGUAGES)[0],
          reference: "RF18539007547034",
          uri: "https://localhost/pay/RF18539007547034",
          code: "<svg></svg>",
          wallets: [{ name: wallet, link: "https://wallet.example/?uri={uri}" }],
          sandbox: false,
          now: new Date(1_000_000),
        },
      )
        .replace(/<(style|script)>[^]*?<\/\1>/g, "")
        .replace(/>[^<]*/g, ">");
    const plain = shape("a", "a", "a");
    const hostile = fc.array(
      fc.constantFrom("<", ">", '"', "'", "&", "script", "{merchant}", "{wallet}", "$&", "a"),
      {
        minLength: 1,
      },
    );
    fc.assert(
      fc.property(hostile, hostile, hostile, (name, description, wallet) => {
        expect(shape(name.join(""), description.join(""), wallet.join(""))).to.equal(plain);
      }),
    );
  });
});

describe("links to wallets", () => {
  const accepted = (link: string): boolean => walletLink.safeParse({ name: "Purse", link }).success;

  it("are https or a wallet's own scheme, and name the payment", () => {
    for (const link of ["https://wallet.example/pay?uri={uri}", "purse:{uri}", "com.purse+pay:?to={uri}"])
      expect(accepted(link), link).to.equal(true);
  });

  it("are nothing that a browser runs, opens from the device, or sends in clear", () => {
    for (const link of [
      "javascript:alert('{uri}')",
      "JavaScript:alert({uri})",
      "data:text/html,{uri}",
      "vbscript:{uri}",
      "file:///{uri}",
      "blob:{uri}",
      "http://wallet.example/{uri}",
      "//wallet.example/{uri}",
      "/{uri}",
      "https://wallet.example/",
      "https://{uri}/",
      "https:{uri}",
      "https://user:secret@wallet.example/{uri}",
      "wss://wallet.example/{uri}",
      "mailto:{uri}",
      " https://wallet.example/{uri}",
      "https://wallet.example/{uri} x",
    ])
      expect(accepted(link), link).to.equal(false);
  });
});
