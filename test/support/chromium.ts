import chromiumBinary from "@sparticuz/chromium";
import { type Browser, launch } from "puppeteer-core";

/** These weaken the rules that tests judge pages by: the same-origin policy, and mixed content. */
const WEAKER = ["--disable-web-security", "--allow-running-insecure-content"];

/** Starts a Chromium without a window. It accepts the certificates of a development root. Close it at the end. */
export async function chromium(): Promise<Browser> {
  return launch({
    args: chromiumBinary.args.filter((arg) => !WEAKER.includes(arg)),
    executablePath: await chromiumBinary.executablePath(),
    headless: "shell",
    acceptInsecureCerts: true,
  });
}
