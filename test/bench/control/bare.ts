// A bare Express over TLS 1.3 that reads JSON and always answers the same JSON: what authenticity is measured against.
import "../tls.ts";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import express from "express";
import { endWithParent, report, settings } from "../child.ts";

/** What it needs to start. Files are PEM. */
export interface BareSettings {
  readonly path: string;
  readonly answer: object;
  readonly https: { readonly cert: string; readonly key: string };
}

const { path, answer, https } = await settings<BareSettings>();
const app = express();
app.use(express.json({ limit: "1mb" }));
app.post(path, (_request, response) => {
  response.json(answer);
});
const server = createServer({ cert: readFileSync(https.cert), key: readFileSync(https.key) }, app);
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
endWithParent(async () => server.closeAllConnections());
report({ port: (server.address() as AddressInfo).port });
