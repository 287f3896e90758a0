"""Verifies with `http-message-signatures` (PyPI) what other clients have signed. Prints what each signature covers."""
import base64
import hashlib
import json
import sys
from types import SimpleNamespace

from cryptography.hazmat.primitives.serialization import load_pem_public_key
from http_message_signatures import HTTPMessageVerifier, HTTPSignatureKeyResolver, algorithms
from http_message_signatures.structures import CaseInsensitiveDict

given = json.load(sys.stdin)
algorithm = {"ES256": algorithms.ECDSA_P256_SHA256, "EdDSA": algorithms.ED25519}[given["algorithm"]]


class Keys(HTTPSignatureKeyResolver):
    def resolve_private_key(self, key_id):
        raise NotImplementedError("only public keys are here")

    def resolve_public_key(self, key_id):
        assert key_id == given["keyId"], key_id
        return load_pem_public_key(given["publicKey"].encode())


covered = []
for request in given["requests"]:
    headers = CaseInsensitiveDict(request["headers"])
    if request["body"]:
        digest = base64.b64encode(hashlib.sha256(request["body"].encode()).digest()).decode()
        assert headers["content-digest"] == f"sha-256=:{digest}:", headers["content-digest"]
    verified = HTTPMessageVerifier(signature_algorithm=algorithm, key_resolver=Keys()).verify(
        SimpleNamespace(method=request["method"], url=request["url"], headers=headers)
    )
    covered.append(list(verified[0].covered_components))
print(json.dumps(covered))
