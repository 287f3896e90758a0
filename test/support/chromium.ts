// A real browser for tests. The package brings the browser itself, so that no other program has to be installed.
import chromiumPackage from "@sparticuz/chromium";
import puppeteer, { type Browser } from "puppeteer-core";

/** Starts Chromium without a window. It accepts certificates of a development root, which no browser knows. The caller closes it. */
export async function chromium(): Promise<Browser> {
  return puppeteer.launch({
    executablePath: await chromiumPackage.executablePath(),
    args: chromiumPackage.args,
    headless: "shell",
    acceptInsecureCerts: true,
  });
}
