"""Client of a Physical Digital Asset service.

from pda_client import PdaClient

with PdaClient("https://localhost:8443", api_key=key, ca_file="root.crt") as pda:
    payment = pda.create_payment(amount="12.50", asset_type="USDX", merchant_id=merchant_id)
"""

from .answers import Answer
from .client import AsyncPdaClient, PdaClient
from .contract import CONTRACT_VERSION, VERSION
from .credentials import DpopToken, RegisteredKey, SignatureKey
from .errors import PdaClientError, PdaConnectionError, PdaError, PdaProtocolError, PdaUnverifiedError
from .event_stream import AsyncEventStream, EventStream
from .events import AsyncEventReader, EventReader
from .pages import Page, iterate, iterate_async
from .retry import RetryPolicy
from .webhooks import PdaWebhookError, ThinEvent, Webhook, WebhookVerifier
from .words import OpenEnum

__version__ = VERSION

__all__ = (
    "CONTRACT_VERSION",
    "VERSION",
    "Answer",
    "AsyncEventReader",
    "AsyncEventStream",
    "AsyncPdaClient",
    "DpopToken",
    "EventReader",
    "EventStream",
    "OpenEnum",
    "Page",
    "PdaClient",
    "PdaClientError",
    "PdaConnectionError",
    "PdaError",
    "PdaProtocolError",
    "PdaUnverifiedError",
    "PdaWebhookError",
    "RegisteredKey",
    "RetryPolicy",
    "SignatureKey",
    "ThinEvent",
    "Webhook",
    "WebhookVerifier",
    "iterate",
    "iterate_async",
)
