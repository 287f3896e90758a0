"""A TLS server on a free port that answers what a test says, and keeps what it was asked."""

from __future__ import annotations

import json
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import trustme


@dataclass
class Asked:
    """One request."""

    method: str
    path: str
    headers: dict[str, str]
    body: Any
    content: bytes
    """The body as it came."""
    certificate: bytes | None
    """What the client showed, in DER."""


@dataclass
class Say:
    """One answer. `seconds` is waited before it; `breaks` closes the connection in its place."""

    status: int = 200
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    seconds: float = 0
    breaks: bool = False
    drip: float = 0
    """Seconds between single bytes of the body."""
    silence: float | None = None
    """Seconds after the body for which nothing more comes; the connection closes then."""


@dataclass
class Server:
    """What a test talks to."""

    url: str
    ca: str
    asked: list[Asked]
    say: Callable[[Asked], Say]


def envelope(data: Any) -> dict[str, Any]:
    """Returns an answer of success."""
    return {
        "success": True,
        "status": "ok",
        "requestId": "req_1",
        "timestamp": "2026-01-15T09:30:00.000Z",
        "message": "The request succeeded.",
        "data": data,
        "errors": [],
    }


def failure(code: str, reason: str, **item: str) -> dict[str, Any]:
    """Returns the envelope of an error."""
    return {
        "success": False,
        "status": "unknown",
        "requestId": "req_2",
        "timestamp": "2026-01-15T09:30:00.000Z",
        "errorCode": code,
        "message": "It was refused.",
        "data": {},
        "errors": [{"code": code, "reason": reason, "message": "It was refused.", **item}],
    }


INFO = envelope(
    {
        "version": "1.0.0",
        "apiVersions": ["v1"],
        "environment": "sandbox",
        "serverTime": "2026-01-15T09:30:00.000Z",
    }
)
PAYMENT = envelope(
    {
        "paymentId": "pay_1",
        "merchantId": "mer_1",
        "amount": "12.5",
        "assetType": "USDX",
        "status": "pending",
        "refundedAmount": "0",
        "createTime": "2026-01-15T09:30:00.000Z",
        "expireTime": "2026-01-15T09:45:00.000Z",
        "metadata": {},
        "version": 1,
    }
)


@contextmanager
def serving(
    authority: trustme.CA,
    tls: ssl.TLSVersion = ssl.TLSVersion.TLSv1_3,
    certificate: trustme.LeafCert | None = None,
) -> Iterator[Server]:
    """Serves until the end of the block, with a certificate for localhost unless another one is given."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def answer(self) -> None:
            length = int(self.headers.get("Content-Length", 0))
            content = self.rfile.read(length)
            assert isinstance(self.connection, ssl.SSLSocket)
            asked = Asked(
                self.command,
                self.path,
                dict(self.headers),
                json.loads(content) if content else None,
                content,
                self.connection.getpeercert(binary_form=True),
            )
            server.asked.append(asked)
            said = server.say(asked)
            time.sleep(said.seconds)
            if said.breaks:
                self.close_connection = True
                return
            body = said.body if isinstance(said.body, bytes) else json.dumps(said.body).encode()
            self.send_response(said.status)
            headers = {"Content-Type": "application/json", "Content-Length": str(len(body)), **said.headers}
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            if not said.drip:
                self.wfile.write(body)
                if said.silence is not None or said.headers.get("Connection") == "close":
                    time.sleep(said.silence or 0)
                    self.close_connection = True
                return
            for byte in body:
                self.wfile.write(bytes([byte]))
                time.sleep(said.drip)

        do_GET = do_POST = do_PATCH = answer

        def log_message(self, *_: object) -> None:
            pass

    class Quiet(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *_: object) -> None:
            """A client that has gone is part of some tests."""

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.maximum_version = tls
    # A client that shows no certificate is served, too; one that does has to show those below the root.
    context.verify_mode = ssl.CERT_OPTIONAL
    authority.configure_trust(context)
    (certificate or authority.issue_cert("localhost")).configure_cert(context)
    http = Quiet(("localhost", 0), Handler)
    http.socket = context.wrap_socket(http.socket, server_side=True, do_handshake_on_connect=False)
    server = Server(
        f"https://localhost:{http.server_port}", authority.cert_pem.bytes().decode(), [], lambda _: Say(body=INFO)
    )
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield server
    finally:
        http.shutdown()
        http.server_close()
        thread.join()
