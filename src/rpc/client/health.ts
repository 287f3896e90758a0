import type { Client } from "@grpc/grpc-js";
import { service } from "grpc-health-check";

const { Check: check } = service as Required<Pick<typeof service, "Check">>;

/** Tells whether the server reports SERVING for itself as a whole (grpc.health.v1); false when it does not answer in time. */
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
