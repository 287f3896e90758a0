"""Calls as the holder of a wallet with `http-message-signatures` (PyPI), and verifies with it what another client has signed."""
import base64
import hashlib
import json
import secrets
import ssl
import sys
import urllib.error
import urllib.request
from types import SimpleNamespace

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import load_pem_public_key
from http_message_signatures import (
    HTTPMessageSigner,
    HTTPMessageVerifier,
    HTTPSignatureKeyResolver,
    InvalidSignature,
    algorithms,
)
from http_message_signatures.structures import CaseInsensitiveDict

given = json.load(sys.stdin)
tls = ssl.create_default_context(cadata=given["ca"])
key = ec.generate_private_key(ec.SECP256R1())
numbers = key.public_key().public_numbers()


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


members = {"crv": "P-256", "kty": "EC", "x": base64url(numbers.x.to_bytes(32)), "y": base64url(numbers.y.to_bytes(32))}
thumbprint = base64url(hashlib.sha256(json.dumps(members, separators=(",", ":")).encode()).digest())


class Keys(HTTPSignatureKeyResolver):
    def resolve_private_key(self, key_id):
        return key

    def resolve_public_key(self, key_id):
        return load_pem_public_key(given["signed"]["publicKey"].encode())


def signed(method, path, body=None, headers=None):
    message = SimpleNamespace(
        method=method, url=given["baseUrl"] + path, headers=CaseInsensitiveDict(headers or {}), body=body
    )
    if body is not None:
        message.headers["Content-Type"] = "application/json"
    signer = HTTPMessageSigner(signature_algorithm=algorithms.ECDSA_P256_SHA256, key_resolver=Keys())
    signer.sign(
        message,
        key_id=thumbprint,
        nonce=secrets.token_urlsafe(16),
        tag="pda",
        covered_component_ids=("@method", "@target-uri", *(name.lower() for name in headers or {})),
        body=body,
    )
    return message


def sent(message, body=None):
    request = urllib.request.Request(
        message.url, data=message.body if body is None else body, headers=dict(message.headers), method=message.method
    )
    try:
        with urllib.request.urlopen(request, context=tls) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


creation = json.dumps({"holderKey": members}).encode()
create = signed("POST", "/api/v1/wallets", creation, {"Idempotency-Key": secrets.token_hex(16)})
created = sent(create)
wallet = f"/api/v1/wallets/{created[1]['data']['walletId']}"
read = signed("GET", wallet + "/balances?pageSize=5")
verified = HTTPMessageVerifier(signature_algorithm=algorithms.ECDSA_P256_SHA256, key_resolver=Keys()).verify(
    SimpleNamespace(
        method=given["signed"]["method"],
        url=given["signed"]["url"],
        headers=CaseInsensitiveDict(given["signed"]["headers"]),
    )
)


def judged(request, change=None):
    """Asks for a signed answer, and verifies it with the published key. Returns the components that it covers."""
    request.headers["Accept-Signature"] = 'sig=("@status" "content-digest" "@method";req "@target-uri";req);nonce="n-1"'
    asked = urllib.request.Request(request.url, data=request.body, headers=dict(request.headers), method=request.method)
    try:
        with urllib.request.urlopen(asked, context=tls) as got:
            status, headers, body = got.status, got.headers, got.read()
    except urllib.error.HTTPError as error:
        status, headers, body = error.code, error.headers, error.read()
    with urllib.request.urlopen(given["baseUrl"] + "/.well-known/jwks.json", context=tls) as got:
        keys = {one["kid"]: one for one in json.load(got)["keys"]}

    class Published(HTTPSignatureKeyResolver):
        def resolve_public_key(self, key_id):
            x, y = (int.from_bytes(base64.urlsafe_b64decode(keys[key_id][name] + "=="), "big") for name in "xy")
            return ec.EllipticCurvePublicNumbers(x, y, ec.SECP256R1()).public_key()

    answer = SimpleNamespace(
        status_code=status, headers=CaseInsensitiveDict(headers.items()), body=body, url=request.url, request=request
    )
    if change:
        change(answer)
    verifier = HTTPMessageVerifier(signature_algorithm=algorithms.ECDSA_P256_SHA256, key_resolver=Published())
    try:
        return list(verifier.verify(answer)[0].covered_components)
    except InvalidSignature:
        return "refused"


print(
    json.dumps(
        {
            "created": created,
            "read": sent(read),
            "again": sent(read),
            "otherBody": sent(
                signed("POST", wallet + "/recovery-key", b"{}"), b'{"authorization":"x"}'
            ),
            "covered": list(verified[0].covered_components),
            "answer": judged(signed("GET", wallet)),
            "refusal": judged(signed("GET", "/api/v1/payments")),
            "otherStatus": judged(signed("GET", wallet), lambda answer: setattr(answer, "status_code", 201)),
            "otherRequest": judged(
                signed("GET", wallet), lambda answer: setattr(answer, "request", signed("GET", wallet))
            ),
        }
    )
)
