import { duel } from "../duel.ts";
import { buildPeer, CannotBuild } from "../grpc-gateway/build.ts";
import { startPeer } from "../grpc-gateway/start.ts";
import { callOnce } from "../http.ts";
import { leftOut, tell } from "../report.ts";
import type { Bench } from "./setting.ts";
import { createMany, httpContender, oursOf, readPayments, readRequest, reading } from "./targets.ts";

interface Payment {
  readonly paymentId: string;
  readonly status: string;
}

/** A payment as protobuf's own JSON mapping has it: enum values by their names in the contract. */
const canonical = (payment: Payment): Payment => ({
  ...payment,
  status: `PAYMENT_STATUS_${payment.status.toUpperCase()}`,
});

/** Reading a payment over TLS, against grpc-gateway and grpc-go answering the same messages from memory. */
export const paymentsGetGrpcGateway: Bench = {
  name: "payments.get/grpc-gateway",
  async run(setting) {
    const { processes, product, seconds, dir } = setting;
    const against = "grpc-gateway in front of grpc-go, the same message from memory";
    const names = { bench: this.name, against, target: 1, seconds };
    tell("  building the peer …");
    let program: string;
    try {
      program = await buildPeer();
    } catch (error) {
      if (!(error instanceof CannotBuild)) throw error;
      tell(`  left out: ${error.message}`);
      return leftOut({ ...names, unit: "calls/s" }, error.message);
    }
    const target = oursOf(setting);
    const payments = (await createMany(setting, target, readPayments)) as Payment[];
    const peer = await startPeer(processes, program, {
      pki: product.pki,
      payments: payments.map(canonical),
      dir,
    });
    try {
      const ids = payments.map(({ paymentId }) => paymentId);
      const requests = ids.map(readRequest);
      const [first] = requests;
      if (!first) throw new Error("there is no payment");
      const answer = await callOnce({ ...first, port: peer.port, ca: product.ca, headers: {} });
      if (answer.paymentId !== ids[0]) throw new Error(`the peer answered ${JSON.stringify(answer)}`);
      const theirs = { name: "grpc-gateway", port: peer.port, parts: peer.parts };
      return await duel(
        reading(setting, target, ids),
        httpContender(setting, theirs, { requests, headers: {}, keyed: false }),
        names,
      );
    } finally {
      await peer.close();
    }
  },
};
