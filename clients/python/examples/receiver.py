"""A receiver of webhooks with an inbox table: it loses nothing, and does the work of each event once.

    python receiver.py <file of the secrets> <database> [port]

It prints its port. The file has one secret a line: two while one replaces the other. With another database only the class Inbox changes.
Its endpoint has no `thin`: events come with their data.
"""

from __future__ import annotations

import json
import sqlite3
import sys
import threading
import time
import traceback
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from pda_client import PdaWebhookError, ThinEvent, Webhook, WebhookVerifier
from pda_client.models import Event, EventType

BYTES_MAX = 1_048_576
SECONDS_MAX = 15


class Inbox:
    """The table of events. A thread makes its own."""

    def __init__(self, file: str) -> None:
        # Without the transactions that the module begins by itself.
        self._database = sqlite3.connect(file, isolation_level=None, timeout=SECONDS_MAX)
        self._database.executescript(
            """
            CREATE TABLE IF NOT EXISTS inbox (
              event_id     TEXT PRIMARY KEY,
              body         TEXT NOT NULL,
              processed_at TEXT
            );
            CREATE TABLE IF NOT EXISTS sales (payment_id TEXT NOT NULL, amount TEXT NOT NULL);
            """
        )

    def put(self, event: Event, body: bytes) -> None:
        """Stores an event. One that came before has no effect."""
        self._database.execute(
            "INSERT INTO inbox (event_id, body) VALUES (?, ?) ON CONFLICT DO NOTHING", (event.id, body.decode())
        )

    def work_off(self) -> bool:
        """Works off one event: its effect and its mark are one transaction.

        Several workers need a lock, e.g. FOR UPDATE SKIP LOCKED.
        """
        self._database.execute("BEGIN IMMEDIATE")
        with self._database:
            row = self._database.execute(
                "SELECT event_id, body FROM inbox WHERE processed_at IS NULL ORDER BY rowid LIMIT 1"
            ).fetchone()
            if row is None:
                return False
            self._sell(Event.from_dict(json.loads(row[1])))
            self._database.execute("UPDATE inbox SET processed_at = CURRENT_TIMESTAMP WHERE event_id = ?", (row[0],))
        return True

    def _sell(self, event: Event) -> None:
        """What this shop does about events. It passes over types that it does not know."""
        payment = event.data.payment
        if event.type == EventType.PAYMENT_COMPLETED and payment is not None:
            self._database.execute(
                "INSERT INTO sales (payment_id, amount) VALUES (?, ?)", (payment.payment_id, payment.amount)
            )

    def close(self) -> None:
        """Closes the database."""
        self._database.close()


def receiver(secrets_file: Path, database: str) -> type[BaseHTTPRequestHandler]:
    """Returns what answers requests."""

    class Receiver(BaseHTTPRequestHandler):
        timeout = SECONDS_MAX

        def do_POST(self) -> None:
            length = self.headers.get("Content-Length", "")
            if not length.isdecimal():
                self.reply(411)
                return
            if int(length) > BYTES_MAX:
                self.reply(413)
                return
            body = self.rfile.read(int(length))
            try:
                webhook = self.genuine(body)
            except PdaWebhookError as error:
                self.reply(401, str(error))
                return
            if webhook.kind == "event":
                if isinstance(webhook.event, ThinEvent):
                    # Answered with an error, it comes again, and with its data as soon as the endpoint has been changed.
                    self.reply(501, "this receiver needs events with their data: set thin of the endpoint to false")
                    return
                inbox = Inbox(database)
                inbox.put(webhook.event, body)
                inbox.close()
            self.reply(204 if webhook.answer is None else 200, webhook.answer or "")

        def genuine(self, body: bytes) -> Webhook:
            # Read anew, so that a rotation needs no restart.
            secrets = secrets_file.read_text().split()
            return WebhookVerifier(secrets=secrets).verify(body, dict(self.headers))

        def reply(self, status: int, text: str = "") -> None:
            content = text.encode()
            self.send_response(status)
            if status != 204:
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            """The log of the service has the deliveries."""

    return Receiver


def main() -> None:
    """Receives, and works the inbox off."""
    secrets_file, database, *port = sys.argv[1:]
    inbox = Inbox(database)
    server = ThreadingHTTPServer(("127.0.0.1", int(port[0]) if port else 0), receiver(Path(secrets_file), database))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(server.server_port, flush=True)
    while True:
        try:
            # SQLite's lock is not fair: without a pause, no other thread would get it while events wait.
            time.sleep(0.002 if inbox.work_off() else 0.1)
        except sqlite3.Error:
            # Webhooks come in while the work fails; the event is tried again.
            traceback.print_exc()
            time.sleep(1)


if __name__ == "__main__":
    main()
