// The plain control's gateway: Express over TLS 1.3 in front of the core, written the usual way.
import "../tls.ts";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { credentials, Metadata, type ServiceError, status } from "@grpc/grpc-js";
import express, { type ErrorRequestHandler, type Request, type Response } from "express";
import { z } from "zod";
import { endWithParent, report, settings } from "../child.ts";
import { type Payment, PaymentsClient } from "./gen/payments.ts";

/** What the gateway needs to start. Files are PEM. */
export interface GatewaySettings {
  readonly corePort: number;
  readonly root: string;
  readonly client: { readonly cert: string; readonly key: string };
  readonly https: { readonly cert: string; readonly key: string };
}

const deadlineMs = 30_000;
const createBody = z.strictObject({
  amount: z.string().regex(/^\d{1,20}(\.\d{1,18})?$/),
  assetType: z.string().min(1).max(16),
  merchantId: z.uuid(),
});
const httpStatus: Partial<Record<status, number>> = {
  [status.INVALID_ARGUMENT]: 400,
  [status.UNAUTHENTICATED]: 401,
  [status.PERMISSION_DENIED]: 403,
  [status.NOT_FOUND]: 404,
  [status.FAILED_PRECONDITION]: 422,
};

function envelope(response: Response, rest: object): object {
  return { requestId: response.locals.requestId, timestamp: new Date().toISOString(), ...rest };
}

/** Answers with the payment, or with the error that the core gave. */
function answer(response: Response, code: number): (error: ServiceError | null, payment: Payment) => void {
  return (error, payment) => {
    if (error) {
      const { details: message } = error;
      const failed = { success: false, status: "failed", message, data: {}, errors: [{ message }] };
      response.status(httpStatus[error.code] ?? 500).json(envelope(response, failed));
      return;
    }
    const message = code === 201 ? "The resource was created." : "The request succeeded.";
    const word = code === 201 ? "created" : "ok";
    response
      .status(code)
      .json(envelope(response, { success: true, status: word, message, data: payment, errors: [] }));
  };
}

function callerOf(request: Request): Metadata {
  const metadata = new Metadata();
  metadata.set("x-api-key", request.get("Authorization")?.replace(/^Bearer /, "") ?? "");
  return metadata;
}

const { corePort, root, client, https } = await settings<GatewaySettings>();
const tier = credentials.createSsl(readFileSync(root), readFileSync(client.key), readFileSync(client.cert));
const core = new PaymentsClient(`localhost:${corePort}`, tier);

const app = express();
app.disable("x-powered-by");
app.use(express.json({ limit: "1mb" }));
app.use((request, response, next) => {
  response.locals.requestId = request.get("X-Request-ID") ?? randomUUID();
  response.set("X-Request-ID", response.locals.requestId);
  next();
});
app.post("/api/v1/payments", (request, response) => {
  const body = createBody.safeParse(request.body);
  if (!body.success) {
    response
      .status(400)
      .json(envelope(response, { success: false, status: "failed", errors: body.error.issues }));
    return;
  }
  const create = { ...body.data, idempotencyKey: request.get("Idempotency-Key") ?? randomUUID() };
  core.create(create, callerOf(request), { deadline: Date.now() + deadlineMs }, answer(response, 201));
});
app.get("/api/v1/payments/:paymentId", (request, response) => {
  const { paymentId } = request.params;
  core.get({ paymentId }, callerOf(request), { deadline: Date.now() + deadlineMs }, answer(response, 200));
});
const onError: ErrorRequestHandler = (error, _request, response, _next) => {
  response
    .status(error.status ?? 500)
    .json(envelope(response, { success: false, status: "failed", message: error.message }));
};
app.use(onError);

const pair = { cert: readFileSync(https.cert), key: readFileSync(https.key) };
const server = createServer(pair, app);
// Node's 5 s are less than a turn: in an open loop it would close connections that the load has not needed for a while.
server.keepAliveTimeout = 75_000;
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
endWithParent(async () => {
  server.closeAllConnections();
  core.close();
});
report({ port: (server.address() as AddressInfo).port });
