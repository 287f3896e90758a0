"""Verifies a receipt and a status list with PyJWT, by nothing but the published keys; prints what it read as JSON."""
import base64
import json
import sys
import zlib

import jwt

keys_file, issuer, receipt, token = sys.argv[1:5]
with open(keys_file) as file:
    keys = jwt.PyJWKSet.from_dict(json.load(file))


def verified(text, typ):
    header = jwt.get_unverified_header(text)
    assert header["typ"] == typ, header
    required = {"require": ["exp", "iat", "iss"]}
    key = keys[header["kid"]].key
    return jwt.decode(text, key, algorithms=["ES256"], issuer=issuer, options=required)


def status_at(claim, index):
    lst = claim["lst"]
    data = zlib.decompress(base64.urlsafe_b64decode(lst + "=" * (-len(lst) % 4)))
    bits = claim["bits"]
    return data[index * bits // 8] >> (index * bits % 8) & (2**bits - 1)


claims = verified(receipt, "pda-receipt+jwt")
listed = claims["status"]["status_list"]
statuses = verified(token, "statuslist+jwt")
assert statuses["sub"] == listed["uri"], statuses["sub"]
print(json.dumps({"claims": claims, "status": status_at(statuses["status_list"], listed["idx"]), "ttl": statuses["ttl"]}))
