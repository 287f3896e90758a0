# Makes presentations.json with the reference implementation of SD-JWT, which made the examples of RFC 9901 too, and with the same keys,
# salts and claims: the disclosures and digests of the first example are those of RFC 9901 §5.
#   pip install sd-jwt==0.10.4 && python make.py > presentations.json
import json
import pathlib
import random

import jwcrypto.jwk
import sd_jwt
import sd_jwt.common
import sd_jwt.holder
import yaml
from sd_jwt.common import SDObj
from sd_jwt.holder import SDJWTHolder
from sd_jwt.issuer import SDJWTIssuer
from sd_jwt.verifier import SDJWTVerifier

NONCE, AUDIENCE, TIME = "1234567890", "https://verifier.example.org", 1748536865

settings = yaml.safe_load((pathlib.Path(sd_jwt.__file__).parent / "utils/demo_settings.yml").read_text())
issuer_key = jwcrypto.jwk.JWK(**settings["key_settings"]["issuer_key"])
holder_key = jwcrypto.jwk.JWK(**settings["key_settings"]["holder_key"])
sd_jwt.common.SDJWTCommon.unsafe_randomness = True
sd_jwt.holder.time = lambda: TIME

ISSUED = {"iss": "https://issuer.example.com", "iat": 1683000000, "exp": 1883000000}
ADDRESS = {"street_address": "Schulstr. 12", "locality": "Schulpforta", "region": "Sachsen-Anhalt", "country": "DE"}


def sd(claims):
    """Every member of an object selectively disclosable."""
    return {SDObj(name): value for name, value in claims.items()}


class Example:
    def __init__(self, source, claims, shown, bound=False, typ="example+sd-jwt", decoys=False):
        random.seed(0)
        self.source = source
        self.issuer = SDJWTIssuer(
            {**ISSUED, **claims},
            issuer_key,
            holder_key if bound else None,
            add_decoy_claims=decoys,
            extra_header_parameters={"typ": typ},
        )
        self.presentations = [self.presentation(place, claims, bound) for place, claims in enumerate(shown)]

    def presentation(self, place, claims, bound):
        holder = SDJWTHolder(self.issuer.sd_jwt_issuance)
        binding = (NONCE, AUDIENCE, holder_key) if bound else ()
        holder.create_presentation(claims, *binding)
        text = holder.sd_jwt_presentation
        verifier = SDJWTVerifier(text, lambda *_: issuer_key, *((AUDIENCE, NONCE) if bound else ()))
        source = self.source if place == 0 else f"{self.source}, another choice"
        return {"source": source, "presentation": text, "processed": verifier.get_verified_payload()}


examples = [
    Example(
        "claims of RFC 9901 §5.1, bound to the holder",
        {
            "sub": "user_42",
            **sd(
                {
                    "given_name": "John",
                    "family_name": "Doe",
                    "email": "johndoe@example.com",
                    "phone_number": "+1-202-555-0101",
                    "phone_number_verified": True,
                    "address": {
                        "street_address": "123 Main St",
                        "locality": "Anytown",
                        "region": "Anystate",
                        "country": "US",
                    },
                    "birthdate": "1940-01-01",
                    "updated_at": 1570000000,
                }
            ),
            "nationalities": [SDObj("US"), SDObj("DE")],
        },
        [
            {"given_name": True, "family_name": True, "address": True, "nationalities": [True]},
            {"birthdate": True, "nationalities": [False, True]},
        ],
        bound=True,
    ),
    Example("an address as one claim", {"sub": "user_43", **sd({"address": ADDRESS})}, [{"address": True}]),
    Example(
        "an address whose parts are disclosed one by one, with decoys",
        {"sub": "user_43", "address": sd(ADDRESS)},
        [{"address": {"region": True, "country": True}}, {}],
        decoys=True,
    ),
    Example(
        "an address within a disclosure, recursively",
        {"sub": "user_43", **sd({"address": sd(ADDRESS)})},
        [{"address": {"region": True}}, {"address": True}, {}],
        bound=True,
    ),
    Example(
        "text that is not ASCII, and arrays of objects within arrays",
        {
            **sd({"given_name": "太郎", "email": '"unusual email address"@example.jp', "none": None, "amount": 1.5}),
            "data": [SDObj({"list": [SDObj("a"), [SDObj("b"), SDObj(["c", {}])]]}), {SDObj("x"): False}],
        },
        [
            {
                "given_name": True,
                "email": True,
                "none": True,
                "amount": True,
                "data": [{"list": [True, [False, True]]}, {"x": True}],
            },
            {"data": [True, None]},
        ],
    ),
    Example(
        "a verifiable credential of a person",
        {
            "vct": "urn:eudi:pid:de:1",
            **sd(
                {
                    "given_name": "Erika",
                    "family_name": "Mustermann",
                    "birthdate": "1963-08-12",
                    "address": sd({"locality": "Köln", "country": "DE"}),
                    "nationalities": [SDObj("DE")],
                    "age_equal_or_over": sd({"12": True, "18": True, "65": False}),
                }
            ),
        },
        [{"nationalities": True, "age_equal_or_over": {"18": True}}, {"address": {"country": True}}],
        bound=True,
        typ="dc+sd-jwt",
    ),
]

disclosures = {}
for example in examples:
    for disclosure in example.issuer.ii_disclosures:
        disclosures[disclosure.hash] = disclosure.b64
print(
    json.dumps(
        {
            "issuerKey": issuer_key.export_public(as_dict=True),
            "disclosures": [{"disclosure": text, "digest": digest} for digest, text in disclosures.items()],
            "presentations": [each for example in examples for each in example.presentations],
        },
        ensure_ascii=False,
        indent=1,
    )
)
