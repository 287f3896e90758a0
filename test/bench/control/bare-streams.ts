// A bare node:https server that holds chunked answers open: what the memory of open streams is measured against.
import "../tls.ts";
import { readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { endWithParent, report, settings } from "../child.ts";

/** What it needs to start. Files are PEM. */
export interface BareStreamsSettings {
  readonly https: { readonly cert: string; readonly key: string };
}

const { https } = await settings<BareStreamsSettings>();
const open = new Set<ServerResponse>();
const server = createServer(
  { cert: readFileSync(https.cert), key: readFileSync(https.key) },
  (_request, response) => {
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    response.write(":\n\n");
    open.add(response);
    response.on("close", () => open.delete(response));
  },
);
setInterval(() => {
  for (const response of open) response.write(":\n\n");
}, 15_000).unref();
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
endWithParent(async () => server.closeAllConnections());
report({ port: (server.address() as AddressInfo).port });
