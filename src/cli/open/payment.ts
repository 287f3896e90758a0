// `pda open payment`: the link of a payment reference.
import { spawn } from "node:child_process";
import { once } from "node:events";
import QRCode from "qrcode";
import type { Config } from "../../config.ts";
import { callService } from "../call.ts";
import { CommandError } from "../failure.ts";
import { hasColours } from "../output/colour.ts";
import { paymentCall } from "../payments/change.ts";
import { baseUrlOf, type ServiceOptions } from "../service.ts";

/** Options of `pda open payment`. */
export interface OpenOptions extends ServiceOptions {
  readonly print?: boolean;
}

/** Prints the link of a payment, and opens it or shows its QR code. A payment that has ended needs a reference. @throws CommandError */
export async function openPayment(config: Config, paymentId: string, options: OpenOptions): Promise<void> {
  const params = { path: { paymentId } };
  const uri = await callService(config, options, paymentCall("payments.write", paymentId), async (api) => {
    const { status, reference } = (await api.GET("/api/v1/payments/{paymentId}", { params })).data;
    // The service makes references of pending payments only. The page of another payment has the receipt.
    if (status !== "pending" && reference !== undefined)
      return new URL(`/pay/${reference}`, baseUrlOf(config, options)).href;
    return (await api.POST("/api/v1/payments/{paymentId}/reference", { params })).data.uri;
  });
  // The link is given to another program, so it must be an address and no option of that program.
  if (!/^https:\/\/[!-~]+$/.test(uri) || !URL.canParse(uri))
    throw new CommandError("the service sent no link", "check --url: it must be the address of the service");
  console.log(uri);
  if (options.print) return;
  const opener = openerOf(process.platform, process.env);
  if (opener !== undefined) return await openBy(opener, uri);
  if (!process.stdout.isTTY) return;
  const form = hasColours() ? ({ type: "terminal", small: true } as const) : ({ type: "utf8" } as const);
  console.log(await QRCode.toString(uri, form));
}

/** Returns the program that opens an address on the desktop; undefined without a desktop. */
function openerOf(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string | undefined {
  if (platform === "darwin") return env.SSH_CONNECTION ? undefined : "open";
  return env.DISPLAY || env.WAYLAND_DISPLAY ? "xdg-open" : undefined;
}

async function openBy(program: string, uri: string): Promise<void> {
  const child = spawn(program, [uri], { detached: true, stdio: "ignore" });
  try {
    await once(child, "spawn");
  } catch {
    throw new CommandError(`${program} cannot be run`, "open the link above yourself, or use --print");
  }
  child.unref();
}
