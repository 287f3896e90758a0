// A real browser for tests. The package brings the browser itself, so that no other program has to be installed.
import chromiumPackage from "@sparticuz/chromium";
import puppeteer, { type Browser } from "puppeteer-core";

interface ChromiumOptions {
  /** The home folder, whose roots the browser trusts beside its own. Absent: it accepts every certificate. */
  readonly home?: string;
  readonly args?: readonly string[];
  /** Keeps origins apart, as a person's browser does. The package would not. */
  readonly webSecurity?: boolean;
}

/** Starts Chromium without a window. The caller closes it. */
export async function chromium({
  home,
  args = [],
  webSecurity = false,
}: ChromiumOptions = {}): Promise<Browser> {
  const given = chromiumPackage.args.filter((each) => !webSecurity || each !== "--disable-web-security");
  return puppeteer.launch({
    executablePath: await chromiumPackage.executablePath(),
    args: [...given, ...args],
    headless: "shell",
    ...(home === undefined ? { acceptInsecureCerts: true } : { env: { ...process.env, HOME: home } }),
  });
}
