"""Issues an SD-JWT VC and presents it with the reference implementation of SD-JWT (OpenWallet Foundation, `sd-jwt`)."""
import json
import sys

from jwcrypto.jwk import JWK
from sd_jwt.holder import SDJWTHolder
from sd_jwt.issuer import SDJWTIssuer
from sd_jwt.common import SDObj

given = json.load(sys.stdin)
issuer_key = JWK.from_pem(given["keyPem"].encode())
holder_key = JWK.generate(kty="EC", crv="P-256")
claims = {
    "iss": given["issuer"],
    "vct": given["vct"],
    "assetId": given["assetId"],
    "iat": given["now"],
    "exp": given["now"] + 3600,
    SDObj("family_name"): "Möbius",
    SDObj("age_equal_or_over"): {SDObj("16"): True, SDObj("18"): True, SDObj("65"): False},
    "nationalities": [SDObj("DE"), SDObj("FR")],
    SDObj("address"): {SDObj("street"): "Main St", "country": "DE"},
}
issuer = SDJWTIssuer(
    claims,
    issuer_key,
    holder_key,
    add_decoy_claims=True,
    extra_header_parameters={"typ": "dc+sd-jwt", "x5c": given["x5c"]},
)


def presented(nonce, shown):
    holder = SDJWTHolder(issuer.sd_jwt_issuance)
    holder.create_presentation(shown, nonce, given["audience"], holder_key)
    return holder.sd_jwt_presentation


json.dump([presented(nonce, shown) for nonce, shown in zip(given["nonces"], given["shown"])], sys.stdout)
