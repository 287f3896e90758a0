// The plain control's core: grpc-js with mutual TLS, one unary handler for each operation, Knex.
import "../tls.ts";
import { readFileSync } from "node:fs";
import { type handleUnaryCall, Server, ServerCredentials, type ServiceError, status } from "@grpc/grpc-js";
import createKnex, { type Knex } from "knex";
import { endWithParent, report, settings } from "../child.ts";
import { PaymentsService } from "./gen/payments.ts";
import { prepareControl } from "./schema.ts";
import { authenticate, createPayment, getPayment, Refusal } from "./store.ts";

/** What the core needs to start. Files are PEM. */
export interface CoreSettings {
  readonly databaseUrl: string;
  readonly root: string;
  readonly cert: string;
  readonly key: string;
}

/** A unary handler: authenticated, its refusals as gRPC statuses. */
function unary<Request, Response>(
  knex: Knex,
  handle: (knex: Knex, caller: string, request: Request) => Promise<Response>,
): handleUnaryCall<Request, Response> {
  return (call, answer) => {
    const apiKey = String(call.metadata.get("x-api-key")[0] ?? "");
    authenticate(knex, apiKey)
      .then((caller) => handle(knex, caller, call.request))
      .then(
        (response) => answer(null, response),
        (error: Error) => answer(asServiceError(error)),
      );
  };
}

function asServiceError(error: Error): Partial<ServiceError> {
  if (error instanceof Refusal) return { code: error.code, details: error.message };
  process.stderr.write(`control: ${error.stack}\n`);
  return { code: status.INTERNAL, details: "internal error" };
}

const { databaseUrl, root, cert, key } = await settings<CoreSettings>();
const knex = createKnex({ client: "pg", connection: databaseUrl, pool: { min: 2, max: 10 } });
const data = await prepareControl(knex);
const server = new Server();
server.addService(PaymentsService, { create: unary(knex, createPayment), get: unary(knex, getPayment) });
const pair = { cert_chain: readFileSync(cert), private_key: readFileSync(key) };
const credentials = ServerCredentials.createSsl(readFileSync(root), [pair], true);
const port = await new Promise<number>((resolve, reject) =>
  server.bindAsync("127.0.0.1:0", credentials, (error, bound) => (error ? reject(error) : resolve(bound))),
);
endWithParent(async () => {
  server.forceShutdown();
  await knex.destroy();
});
report({ port, data });
