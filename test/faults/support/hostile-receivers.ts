// Receivers that do harm, as a process of its own. Each connection gets what its host name asks for: `drip-head.localhost` drips a head.
import { type AddressInfo, createServer, type Socket } from "node:net";
import { gzipSync } from "node:zlib";

process.once("disconnect", () => process.exit());

const zeros = Buffer.alloc(65_536);
/** 64 KiB that unpack to 64 MiB. */
const bomb = gzipSync(Buffer.alloc(64 * 1_048_576));
const ok = "HTTP/1.1 200 OK\r\n";

/** Writes as fast as the other side reads, until the connection ends. */
function pour(socket: Socket, bytes: Buffer | string): void {
  const write = (): void => {
    while (!socket.destroyed && socket.write(bytes));
  };
  socket.on("drain", write);
  write();
}

/** Writes a few bytes again and again. */
function drip(socket: Socket, text: string): void {
  const timer = setInterval(() => void socket.write(text), 100);
  socket.on("close", () => clearInterval(timer));
}

const kinds: Readonly<Record<string, (socket: Socket) => void>> = {
  "another-protocol": (socket) => void socket.end("SSH-2.0-OpenSSH_9.6\r\n"),
  "impossible-status": (socket) => void socket.end("HTTP/1.1 000 X\r\n\r\n"),
  gigabyte: (socket) => {
    socket.write(`${ok}content-length: 1073741824\r\n\r\n`);
    pour(socket, zeros);
  },
  endless: (socket) => {
    socket.write(`HTTP/1.1 500 No\r\ntransfer-encoding: chunked\r\n\r\n`);
    pour(socket, Buffer.concat([Buffer.from("10000\r\n"), zeros, Buffer.from("\r\n")]));
  },
  bomb: (socket) => {
    socket.write(`${ok}content-encoding: gzip\r\n\r\n`);
    pour(socket, bomb);
  },
  "long-head": (socket) => {
    socket.write(ok);
    pour(socket, `x-filler: ${"x".repeat(1_000)}\r\n`);
  },
  "long-trailer": (socket) => {
    socket.write(`${ok}transfer-encoding: chunked\r\n\r\n0\r\n`);
    pour(socket, `x-filler: ${"x".repeat(1_000)}\r\n`);
  },
  "long-chunk-line": (socket) => {
    socket.write(`${ok}transfer-encoding: chunked\r\n\r\n1;`);
    pour(socket, "x".repeat(65_536));
  },
  early: (socket) => pour(socket, "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n".repeat(100)),
  "second-answer": (socket) => pour(socket, `${ok}content-length: 0\r\n\r\n`),
  "drip-head": (socket) => {
    socket.write(`${ok}x-drip: `);
    drip(socket, "x");
  },
  "drip-body": (socket) => {
    socket.write(`${ok}content-length: 100000\r\n\r\n`);
    drip(socket, "x");
  },
  "hang-after-head": (socket) => void socket.write(`${ok}content-length: 10\r\n\r\n`),
  hang: () => undefined,
  reset: (socket) => void socket.resetAndDestroy(),
  "reset-in-body": (socket) => {
    socket.write(`${ok}content-length: 10\r\n\r\nabc`);
    setTimeout(() => socket.resetAndDestroy(), 10);
  },
};

const server = createServer((socket) => {
  socket.on("error", () => undefined);
  socket.once("data", (head) => {
    const [, kind = ""] = /^host: ([a-z-]+)\.localhost/im.exec(head.toString()) ?? [];
    kinds[kind]?.(socket);
  });
});
server.listen(0, "127.0.0.1", () => {
  process.send?.({ port: (server.address() as AddressInfo).port, kinds: Object.keys(kinds) });
});
