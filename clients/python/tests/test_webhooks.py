"""The cases of clients/conformance/webhooks.json, which all clients run, and the options."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pda_client import PdaWebhookError, ThinEvent, WebhookVerifier
from pda_client.models import WebhookKeySet

# In a source distribution the file lies beside this one.
FOLDERS = (Path(__file__).parent, Path(__file__).parents[2] / "conformance")
CASES = json.loads(
    next(folder / "webhooks.json" for folder in FOLDERS if (folder / "webhooks.json").exists()).read_bytes()
)
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"


@pytest.mark.parametrize("case", CASES, ids=[each["name"] for each in CASES])
def test_case(case: dict[str, Any]) -> None:
    keys = {"keys": case["keys"]} if "keys" in case else None
    verifier = WebhookVerifier(
        secrets=case.get("secrets", []),
        public_keys=None if keys is None else json.dumps(keys),
        tolerance=case.get("toleranceSeconds", 300),
        now=lambda: float(case["now"]) + 0.9,
    )
    if "error" in case:
        with pytest.raises(PdaWebhookError) as refused:
            verifier.verify(case["body"].encode(), case["headers"])
        assert refused.value.reason == case["error"]
        return
    headers = {name.title(): value for name, value in case["headers"].items()}
    webhook = verifier.verify(case["body"].encode(), headers)
    assert (webhook.kind, webhook.event.type) == (case["kind"], case["type"])
    assert isinstance(webhook.event, ThinEvent) == (webhook.event.data is None) == ("dataref" in case)
    if isinstance(webhook.event, ThinEvent):
        assert webhook.event.dataref == case["dataref"]
    assert case.get("answer") == (None if webhook.answer is None else json.loads(webhook.answer))


def test_keys_of_the_client() -> None:
    case = next(each for each in CASES if "keys" in each and "error" not in each and "secrets" not in each)
    keys = WebhookKeySet.from_dict(
        {"keys": [{"use": "sig", "alg": "EdDSA", "kid": "k", **each} for each in case["keys"]]}
    )
    verifier = WebhookVerifier(public_keys=keys, now=lambda: float(case["now"]))
    assert verifier.verify(case["body"].encode(), case["headers"]).kind == "event"


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"secrets": []},
        {"secrets": [""]},
        {"secrets": SECRET},
        {"secrets": [SECRET[6:]]},
        {"secrets": ["whsec_c2hvcnQ="]},
        {"secrets": ["whsec_" + "%" * 32]},
        {"public_keys": ""},
        {"public_keys": "{}"},
        {"public_keys": '{"keys":[]}'},
        {"public_keys": '{"keys":[{"crv":"Ed25519","x":"AAAA"}]}'},
        {"secrets": [SECRET], "tolerance": 0},
    ],
)
def test_options(options: dict[str, Any]) -> None:
    with pytest.raises((ValueError, TypeError)) as refused:
        WebhookVerifier(**options)
    assert SECRET[6:] not in str(refused.value)


def test_shows_no_secret() -> None:
    assert repr(WebhookVerifier(secrets=[SECRET])) == "WebhookVerifier(1 secrets, 0 keys)"


def test_header_that_is_no_text() -> None:
    headers = {"webhook-id": "\udcff", "webhook-timestamp": "1", "webhook-signature": "v1,\udcff"}
    with pytest.raises(PdaWebhookError, match="no signature"):
        WebhookVerifier(secrets=[SECRET], now=lambda: 1.0).verify(b"", headers)
