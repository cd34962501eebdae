"""python3 jsonschema_check.py CONTRACT LINES: counts the lines, read by orjson, that jsonschema-rs
does not take."""

import sys

import jsonschema_rs
import orjson

from contract import Contract, tell

contract = Contract(sys.argv[1])
SCALARS = {
    "int": {"type": "integer"}, "float": {"type": "number"}, "str": {"type": "string"},
    "bool": {"type": "boolean"}, "date": {"type": "string", "format": "date-time"},
}


def schema(type):
    if type[0] == "list":
        return {"type": "array", "items": schema(type[1])}
    return {"$ref": f"#/$defs/{type[1]}"} if type[0] == "object" else SCALARS[type[0]]


def value(field):
    one = schema(field.type)
    return {"anyOf": [one, {"type": "null"}]} if field.is_nullable else one


definitions = {
    name: {
        "type": "object",
        "properties": {field.key: value(field) for field in fields},
        "required": [field.key for field in fields if not field.is_optional],
    }
    for name, fields in contract.objects.items()
}


def validity(name):
    whole = {"$ref": f"#/$defs/{name}", "$defs": definitions}
    return jsonschema_rs.Draft202012Validator(whole, validate_formats=True).is_valid


events = {event: validity(name) for event, name in contract.events.items()}
is_valid = None if events else validity(contract.root)
record_count = refused_count = 0
with open(sys.argv[2], "rb") as lines:
    for line in lines:
        record_count += 1
        record = orjson.loads(line)
        is_fine = is_valid(record) if is_valid else events[record["event"]](record["data"])
        refused_count += not is_fine
tell(record_count, refused_count)
