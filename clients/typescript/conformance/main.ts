// The conformance scenario (clients/conformance) with this client: prints one JSON line for each step.
import { Scene, type Step } from "./scene.ts";
import { bookSteps } from "./steps/books.ts";
import { connectionSteps } from "./steps/connection.ts";
import { eventSteps } from "./steps/events.ts";
import { keySteps } from "./steps/keys.ts";
import { operatorSteps } from "./steps/operator.ts";
import { paymentSteps } from "./steps/payments.ts";
import { toleranceSteps } from "./steps/tolerance.ts";
import { walletSteps } from "./steps/wallet.ts";

const steps: Readonly<Record<string, Step>> = {
  ...operatorSteps,
  ...paymentSteps,
  ...walletSteps,
  ...bookSteps,
  ...eventSteps,
  ...keySteps,
  ...toleranceSteps,
  ...connectionSteps,
};

await using scene = new Scene();
for (const [step, run] of Object.entries(steps)) {
  const detail = await run(scene).then(
    () => undefined,
    (error: unknown) => String(error),
  );
  if (detail !== undefined) process.exitCode = 1;
  console.log(JSON.stringify(detail === undefined ? { step, ok: true } : { step, ok: false, detail }));
}
