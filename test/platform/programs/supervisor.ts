// A program that supervises one tier and says which process it is, to be killed itself.
import { fileURLToPath } from "node:url";
import { startChild } from "../../../src/platform/child.ts";

const part = await startChild({
  name: "tier",
  args: ["--disable-warning=ExperimentalWarning", fileURLToPath(new URL("tier.ts", import.meta.url))],
  env: process.env,
  onLine: () => undefined,
});
process.stdout.write(`${JSON.stringify({ pid: part.pid, url: "" })}\n`);
