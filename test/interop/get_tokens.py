"""Gets access tokens from the embedded authorisation server with Authlib (PyPI), as an OAuth client of somebody else, and calls with them."""
import json
import sys
import time

from authlib.integrations.requests_client import OAuth2Session
from authlib.oauth2.rfc7523 import PrivateKeyJWT

given = json.load(sys.stdin)
base = given["baseUrl"]


class Assertion(PrivateKeyJWT):
    """The audience is the issuer (FAPI 2.0), where Authlib has the address of the endpoint by default."""

    def sign(self, auth, token_endpoint):
        return super().sign(auth, given["issuer"])


def session(scope, key=given["privateKey"], certificate=True):
    made = OAuth2Session(given["clientId"], key, scope=scope, token_endpoint_auth_method="private_key_jwt")
    made.register_client_auth_method(Assertion(f"{base}/oauth/token", {"exp": int(time.time()) + 60}, alg="PS256"))
    made.trust_env = False  # else an environment variable names other roots
    made.verify = given["caFile"]
    if certificate:
        made.cert = (given["certFile"], given["keyFile"])
    return made


def refusal(made):
    try:
        made.fetch_token(f"{base}/oauth/token", grant_type="client_credentials")
    except Exception as error:
        return getattr(error, "error", repr(error))
    return "accepted"


# The metadata, as an OAuth client finds it from the resource.
first = session("payments.read")
resource = first.get(f"{base}/.well-known/oauth-protected-resource", withhold_token=True).json()
server = resource["authorization_servers"][0]
metadata = first.get(f"{base}/.well-known/oauth-authorization-server", withhold_token=True).json()

token = first.fetch_token(f"{base}/oauth/token", grant_type="client_credentials")
payments = first.get(f"{base}/api/v1/payments")
stolen = session("payments.read", certificate=False)
stolen.token = token
elsewhere = stolen.get(f"{base}/api/v1/payments")

# tls_client_auth (RFC 8705): Authlib sends the client_id, and the certificate of the connection is the proof.
certified = OAuth2Session(given["certificateId"], scope="payments.read", token_endpoint_auth_method="none")
certified.trust_env = False
certified.verify = given["caFile"]
certified.cert = (given["accessCertFile"], given["accessKeyFile"])
by_certificate = certified.fetch_token(f"{base}/oauth/token", grant_type="client_credentials")
read = certified.get(f"{base}/api/v1/payments")

print(json.dumps({
    "server": server,
    "methods": metadata["token_endpoint_auth_methods_supported"],
    "token": {name: token[name] for name in ("token_type", "expires_in", "scope")},
    "payments": [payments.status_code, payments.json()["success"]],
    "elsewhere": [elsewhere.status_code, elsewhere.json()["errors"][0]["reason"]],
    "byCertificate": [by_certificate["scope"], read.status_code],
    "beyond": refusal(session("payments.write")),
    "foreignKey": refusal(session("payments.read", key=given["otherKey"])),
    "unbound": refusal(session("payments.read", certificate=False)),
}))
