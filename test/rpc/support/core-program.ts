// A core in a process of its own, to be killed. Arguments: folder of the certificates, port or 0. It says its port, and answers each call
// with two bytes: 1 if it came on a stream, and its request's first. A request that begins with HOLD is never answered.
import { TestCore } from "../../gateway/support/test-core.ts";
import { tierMaterial } from "../../gateway/support/rig.ts";
import { HOLD } from "./core-process.ts";

const [dir = "", port = "0"] = process.argv.slice(2);
const core = await TestCore.start(tierMaterial(dir, "core"), { port: Number(port), dispatch: {} });
for (const method of ["GetPayment", "CreatePayment"]) {
  core.on(method, ({ request, dispatched }) => {
    const [first = 0] = request;
    if (first === HOLD) return new Promise<never>(() => undefined);
    return Buffer.of(dispatched ? 1 : 0, first);
  });
}
console.log(JSON.stringify({ port: core.port }));
