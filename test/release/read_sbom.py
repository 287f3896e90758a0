"""Reads a CycloneDX document with the reference library: strict against the schema, then as a model. Prints what it lists."""

import json
import sys

from cyclonedx.model.bom import Bom
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

with open(sys.argv[1], encoding="utf-8") as file:
    text = file.read()
problem = JsonStrictValidator(SchemaVersion.V1_5).validate_str(text)
if problem is not None:
    sys.exit(str(problem))
bom = Bom.from_json(json.loads(text))
print(
    json.dumps(
        {
            "product": [bom.metadata.component.name, bom.metadata.component.version],
            "packages": sorted(str(component.purl) for component in bom.components),
        }
    )
)
