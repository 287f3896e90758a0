import type { Config } from "../../config.ts";
import type { WalletLink } from "./page.ts";

/** Returns the wallets that the payment page leads to: those of the setting; without it, the sandbox's own. */
export function walletLinks({
  paymentPage,
  mode,
  publicUrl,
}: Pick<Config, "paymentPage" | "mode" | "publicUrl">): readonly WalletLink[] {
  if (paymentPage.wallets !== undefined) return paymentPage.wallets;
  if (mode !== "sandbox") return [];
  return [{ name: "Sandbox wallet", link: `${publicUrl}/wallet/pay?uri={uri}`, inBrowser: true }];
}
