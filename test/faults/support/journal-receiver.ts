// A receiver of webhooks as a process of its own. It writes each request to a journal on disk before it answers, and fails at random.
import { randomInt } from "node:crypto";
import { openSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { polite } from "../../support/receiver.ts";
import { writeEntry } from "./journal.ts";

const journal = openSync(process.argv[2] as string, "a");
process.once("disconnect", () => process.exit());

/** What happens to a request, and whether the receiver has accepted the event. Each entry: how many of 10,000 requests. */
const behaviours: readonly {
  readonly share: number;
  readonly accepts: boolean;
  readonly answer: (response: ServerResponse) => void;
}[] = [
  { share: 150, accepts: false, answer: (response) => void response.writeHead(500).end("broken") },
  { share: 100, accepts: false, answer: (response) => void response.socket?.destroy() },
  { share: 50, accepts: false, answer: (response) => void response.socket?.resetAndDestroy() },
  {
    share: 20,
    accepts: false,
    answer: (response) => void response.writeHead(503, { "retry-after": "5" }).end(),
  },
  { share: 20, accepts: false, answer: (response) => void response.socket?.end("no HTTP\r\n\r\n") },
  // Hangs: the attempt ends by its own time.
  { share: 2, accepts: false, answer: () => undefined },
  // The status decides, whatever becomes of the body.
  { share: 20, accepts: true, answer: (response) => void response.writeHead(200).write("{") },
  {
    share: 20,
    accepts: true,
    answer: (response) => void response.writeHead(200).write(Buffer.alloc(65_536)),
  },
  { share: 10_000, accepts: true, answer: (response) => void response.writeHead(204).end() },
];

function take(): (typeof behaviours)[number] {
  let number = randomInt(10_000);
  return behaviours.find(({ share }) => (number -= share) < 0) as (typeof behaviours)[number];
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

const server = createServer((request, response) => {
  response.on("error", () => undefined);
  bodyOf(request).then(
    (body) => {
      const { headers, url = "" } = request;
      const received = { headers, path: url, body, at: Date.now(), client: undefined };
      polite(received, response, () => {
        const { accepts, answer } = take();
        const { id: bodyId, subject } = JSON.parse(body) as { id: string; subject: string };
        const eventId = String(headers["webhook-id"]);
        writeEntry(journal, {
          endpoint: url.slice(1),
          eventId,
          bodyId,
          subject,
          accepted: accepts,
          at: Date.now(),
        });
        answer(response);
      });
    },
    // The sender was killed in the middle of its request.
    () => undefined,
  );
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
