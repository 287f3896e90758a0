// A receiver of webhooks that loses nothing and takes nothing twice:
//   node receiver.mjs <file with secrets> <file of the inbox> [port]
// It prints its port. The file with secrets has one a line; two while one replaces the other. The inbox is a file here. In a service, it is
// a table with the event's identifier as its key, and another program works it off. Needs Node.js 20 or later; nothing else.
import { createHmac, timingSafeEqual } from "node:crypto";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";

const [, , secretsFile, inboxFile, port = "0"] = process.argv;
const toleranceSeconds = 300;
const bytesMax = 1_048_576;

const lines = (file) => (existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : []);
const known = new Set(lines(inboxFile).flatMap((line) => idsIn(line)));
/** Whether a line may have no end, because it could not be written whole. */
let isTorn = existsSync(inboxFile) && !readFileSync(inboxFile, "utf8").endsWith("\n");

/** A line that a full disk or a power cut has torn is no event. It was not accepted either, so the service sends it again. */
function idsIn(line) {
  try {
    return [JSON.parse(line).id];
  } catch {
    return [];
  }
}

/** Standard Webhooks: HMAC-SHA-256 over identifier, time and body. The body counts byte for byte, so it is read before it is parsed. */
function isGenuine(headers, body) {
  const id = headers["webhook-id"];
  const time = headers["webhook-timestamp"];
  if (!(Math.abs(Date.now() / 1000 - Number(time)) <= toleranceSeconds)) return false;
  const given = String(headers["webhook-signature"])
    .split(" ")
    .filter((each) => each.startsWith("v1,"))
    .map((each) => Buffer.from(each.slice(3), "base64"));
  return lines(secretsFile).some((secret) => {
    const key = Buffer.from(secret.replace("whsec_", ""), "base64");
    const right = createHmac("sha256", key).update(`${id}.${time}.`).update(body).digest();
    return given.some((each) => each.length === right.length && timingSafeEqual(each, right));
  });
}

/** Returns the answer to a request: a status and a text. */
function take(headers, body) {
  if (!isGenuine(headers, body)) return [401, "wrong signature"];
  const event = JSON.parse(body);
  if (event.type === "webhook.verification")
    return [200, JSON.stringify({ challenge: event.data.webhookVerification.challenge })];
  // A test event is no reason to do anything.
  if (event.test === true) return [204, ""];
  // An event that came before is accepted again, without effect.
  if (!known.has(event.id)) {
    const line = `${isTorn ? "\n" : ""}${JSON.stringify(event)}\n`;
    isTorn = true;
    appendFileSync(inboxFile, line, { flush: true });
    isTorn = false;
    known.add(event.id);
  }
  return [204, ""];
}

async function answer(request, response) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > bytesMax) return response.writeHead(413).end();
    chunks.push(chunk);
  }
  const [status, text] = take(request.headers, Buffer.concat(chunks));
  response.writeHead(status, { "content-type": "application/json" }).end(text);
}

const server = createServer((request, response) => {
  answer(request, response).catch((error) => {
    // The caller has gone, or the inbox cannot be written. The service sends the webhook again.
    console.error(error);
    response.writeHead(500).end();
  });
});
server.listen(Number(port), "127.0.0.1", () => console.log(server.address().port));
