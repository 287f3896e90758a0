"""Prepares the OpenAPI document for the generator, and writes the module of facts that the generator has no place for.

Usage: adapt.py <document> <adapted document> <module>

Four changes, each for a reason that no option of the generator covers:

- Streams go, because the library has none.
- Only JSON answers of success stay. The transport turns every other answer into an exception, so that a call returns one type.
- ErrorReason and EventType become enums, so that a program can use constants. Every enum of this library stays open.
- The description of a parameter moves to its schema, where the generator looks for it.
"""

import json
import re
import sys
from pathlib import Path
from typing import Any

METHODS = ("get", "post", "patch", "put", "delete")


def adapt(document: dict[str, Any]) -> None:
    """Changes the document in place."""
    schemas = document["components"]["schemas"]
    document["paths"] = {
        path: item
        for path, item in document["paths"].items()
        if not any(item.get(method, {}).get("x-stream") for method in METHODS)
    }
    for path in document["paths"].values():
        for method in METHODS:
            if operation := path.get(method):
                operation["responses"] = successes(operation["responses"])

            for parameter in operation.get("parameters", []) if operation else []:
                describe(parameter)
    for parameter in document["components"]["parameters"].values():
        describe(parameter)

    reasons = schemas["ErrorReason"]
    reasons["enum"] = list(dict.fromkeys(word for words in reasons["x-reasons"].values() for word in words))
    schemas["EventType"]["enum"] = list(schemas["EventType"]["x-members"])


def describe(parameter: dict[str, Any]) -> None:
    """Moves the description of a parameter to its schema, where the generator looks for it."""
    if "schema" in parameter:
        parameter["schema"].setdefault("description", parameter["description"])


def successes(responses: dict[str, Any]) -> dict[str, Any]:
    """Returns the answers of success, each with its JSON form only."""
    kept = {}
    for status, response in responses.items():
        if status.startswith("2"):
            content = {"application/json": response["content"]["application/json"]}
            kept[status] = {**response, "content": content}
    return kept


def facts(document: dict[str, Any]) -> str:
    """Returns the source of the module of facts."""
    version = document["info"]["version"]
    retryable = document["components"]["schemas"]["ErrorCode"]["x-retryable"]
    return f'''"""Facts of the OpenAPI document that this library was generated from. Generated; do not edit."""

from typing import Final

CONTRACT_VERSION: Final = {json.dumps(version)}
"""Version of the service's interface that the library was generated from (Semantic Versioning)."""

VERSION: Final = {json.dumps(python_version(version))}
"""Version of the library: that of the interface, as PEP 440 writes it."""

RETRYABLE: Final = frozenset({json.dumps(retryable)})
"""Error codes after which the same request may succeed when it is sent again."""
'''


def python_version(version: str) -> str:
    """Returns a version in the form of PEP 440: 1.0.0-rc.1 becomes 1.0.0rc1."""
    release, _, suffix = version.partition("-")
    if suffix == "":
        return release
    match = re.fullmatch(r"(alpha|beta|rc)\.(\d+)", suffix)
    if match is None:
        raise SystemExit(f"{version}: Python has no such pre-release version")
    return release + {"alpha": "a", "beta": "b", "rc": "rc"}[match[1]] + match[2]


def main() -> None:
    """Runs the program."""
    source, adapted, module = (Path(argument) for argument in sys.argv[1:])
    document = json.loads(source.read_text(encoding="utf-8"))
    adapt(document)
    adapted.write_text(json.dumps(document), encoding="utf-8")
    module.write_text(facts(document), encoding="utf-8")


main()
