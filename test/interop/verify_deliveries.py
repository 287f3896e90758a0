"""Verifies deliveries with `http-message-signatures` (PyPI) and the published key set. Prints what each signature covers."""
import base64
import hashlib
import json
import sys
from types import SimpleNamespace

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from http_message_signatures import HTTPMessageVerifier, HTTPSignatureKeyResolver, InvalidSignature, algorithms
from http_message_signatures.structures import CaseInsensitiveDict

given = json.load(sys.stdin)
keys = {
    key["kid"]: Ed25519PublicKey.from_public_bytes(base64.urlsafe_b64decode(key["x"] + "=")) for key in given["keySet"]["keys"]
}


class Keys(HTTPSignatureKeyResolver):
    def resolve_private_key(self, key_id):
        raise NotImplementedError("only public keys are here")

    def resolve_public_key(self, key_id):
        return keys[key_id]


def verified(delivery):
    headers = CaseInsensitiveDict(delivery["headers"])
    digest = base64.b64encode(hashlib.sha256(delivery["body"].encode()).digest()).decode()
    assert headers["content-digest"] == f"sha-256=:{digest}:", headers["content-digest"]
    message = SimpleNamespace(method="POST", url=delivery["url"], headers=headers)
    [result] = HTTPMessageVerifier(signature_algorithm=algorithms.ED25519, key_resolver=Keys()).verify(
        message, expect_tag="pda-webhook"
    )
    return list(result.covered_components)


covered = [verified(delivery) for delivery in given["deliveries"]]
other = given["deliveries"][0]
try:
    verified({**other, "headers": {**other["headers"], "webhook-id": "evt_other"}})
    refused = False
except InvalidSignature:
    refused = True
print(json.dumps({"covered": covered, "refused": refused}))
