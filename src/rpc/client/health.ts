import type { Client } from "@grpc/grpc-js";
import { service } from "grpc-health-check";

const { Check: check } = service as Required<Pick<typeof service, "Check">>;

/** Whether the server says SERVING for itself as a whole (grpc.health.v1); false when it cannot be asked within the time. */
export function isServing(client: Client, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    client.makeUnaryRequest(
      check.path,
      check.requestSerialize,
      check.responseDeserialize as (bytes: Buffer) => { status?: string },
      { service: "" },
      { deadline: Date.now() + timeoutMs },
      (error, answer) => resolve(!error && answer?.status === "SERVING"),
    );
  });
}
